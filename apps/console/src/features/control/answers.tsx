"use client";

import type { ControlledApp } from "@stoatflow/api";
import { Button } from "../../ui/button.tsx";
import { Glyph } from "../../ui/glyph.tsx";
import { useTimes } from "../../ui/times-provider.tsx";
import { answerMarks, answerOf, sumUp } from "./several.ts";
import type { Verb } from "./verb.ts";

/** What each app answered, those that did not do it first. */
export function Answers({
  verb,
  answers,
  onClose,
}: {
  readonly verb: Verb;
  readonly answers: readonly ControlledApp[];
  readonly onClose: () => void;
}) {
  const times = useTimes();
  const told = answers.map(({ appId, audited, result }) => ({
    appId,
    answer: answerOf(verb, result, times),
    note: audited.kind === "complete" ? "" : ` The audit lacks the outcome: ${audited.reason}`,
  }));
  const ordered = told.toSorted((a, b) => places[a.answer.kind] - places[b.answer.kind]);
  return (
    <>
      <p role="status" className="pt-3 text-13">
        {sumUp(
          verb,
          told.map(({ answer }) => answer),
        )}
      </p>
      <ul aria-label="What each app answered" className="flex flex-col pt-3 text-13">
        {ordered.map(({ appId, answer, note }) => (
          <li
            key={appId}
            data-answer={appId}
            data-kind={answer.kind}
            className="flex gap-2 border-hairline border-t py-2"
          >
            <span className="flex h-5 shrink-0 items-center">
              <Glyph name={answerMarks[answer.kind].glyph} className={answerMarks[answer.kind].hue} />
            </span>
            <span className="min-w-0 text-pretty">
              <span className="font-medium">{appId}</span>{" "}
              <span className="text-soft">
                {answer.text}.{note}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className="flex justify-end pt-4">
        <Button kind="strong" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

const places = { "not-done": 0, "may-be": 1, done: 2 } as const;
