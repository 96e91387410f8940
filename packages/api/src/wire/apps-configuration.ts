import { z } from "zod";

/** Where the list of apps comes from, and whether what stands there now is what is followed. */
export const appsConfiguration = z.discriminatedUnion("kind", [
  /** There is no file: the list is of the environment, and stays until the console is started again. */
  z.object({ kind: z.literal("fixed") }),
  /** The file as it stands is followed, since `sinceMs`. */
  z.object({ kind: z.literal("current"), file: z.string(), sinceMs: z.int() }),
  /** The file as it stands is wrong, or is gone; the apps of the last good one are still followed. */
  z.object({
    kind: z.literal("refused"),
    file: z.string(),
    sinceMs: z.int(),
    /** One line that names the field and the remedy. */
    error: z.string().max(500),
  }),
]);
export type AppsConfiguration = z.infer<typeof appsConfiguration>;
