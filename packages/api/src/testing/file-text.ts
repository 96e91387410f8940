import type { LateDropExport } from "../services/export-late-drops.ts";

/** All of a file; `then` is what its reader does once it has read it. */
export async function fileText(
  file: LateDropExport,
  then: () => Promise<void> = async () => undefined,
): Promise<string> {
  let text = "";
  await file.give(async (pieces) => {
    for await (const piece of pieces) text += piece;
    await then();
  });
  return text;
}
