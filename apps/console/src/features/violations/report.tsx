"use client";

import type { ViolationReport } from "@stoatflow/api";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ScrollMore } from "../../ui/scroll-more.tsx";

/** A report of a violation as text, to be copied or saved: without a key or a value of any record. */
export function Report({
  name,
  text,
  report,
}: {
  /** Of its files, without an ending. */
  readonly name: string;
  readonly text: string;
  readonly report: ViolationReport;
}) {
  const block = useRef<HTMLPreElement>(null);
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      // Without HTTPS, or where it is not allowed, a browser lets a person alone copy.
      if (block.current !== null) window.getSelection()?.selectAllChildren(block.current);
      setSaid("Marked: copy it by the keys of your browser.");
    }
  };
  return (
    <section aria-labelledby="violation-report" className="pt-4">
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <h3 id="violation-report" className="mr-auto font-medium text-13">
          Report
        </h3>
        <span role="status" className="label">
          {said}
        </span>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => save(`${name}.txt`, text, "text/plain")}>Save text</Button>
        <Button
          onClick={() => save(`${name}.json`, `${JSON.stringify(report, null, 2)}\n`, "application/json")}
        >
          Save JSON
        </Button>
      </div>
      <ScrollMore className="max-h-48 rounded-6 border border-hairline bg-raised">
        <pre ref={block} data-report="" className="p-3 font-mono text-12">
          {text}
        </pre>
      </ScrollMore>
    </section>
  );
}

function save(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
