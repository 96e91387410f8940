import { z } from "zod";

/** As what late drops are saved: for spreadsheets, and for programs. */
export const exportFormat = z.enum(["csv", "ndjson"]);
export type ExportFormatName = z.infer<typeof exportFormat>;

/** Whether late drops can be saved as a file, and how much one file holds. */
export const lateDropExports = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("on"),
    formats: z.array(exportFormat),
    /** The most rows of one file; one that was cut says so. */
    rowsMax: z.int().min(1),
    /** The most late drops that are looked at for one file. */
    lookedMax: z.int().min(1),
  }),
  /** Whoever runs this console does not let keys and values of records leave it. */
  z.object({ kind: z.literal("off"), setting: z.string() }),
]);
export type LateDropExports = z.infer<typeof lateDropExports>;
