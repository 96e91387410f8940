import { lifecycle, lifecycleKinds } from "@stoatflow/engine/wire";
import { z } from "zod";

/** The app's life cycle as it was seen from one tick to the next. What came and went between the two is not known. */
export const lifecycleChange = z.object({
  /** Wall clock of the app at the first tick with it. */
  atMs: z.int(),
  bootId: z.string(),
  /** `null`: nothing was known before. */
  from: z.object({ kind: z.enum(lifecycleKinds), bootId: z.string() }).nullable(),
  to: lifecycle,
  /** Another run of the app than before: it was started anew, or another instance took over. */
  isRestart: z.boolean(),
});
export type LifecycleChange = z.infer<typeof lifecycleChange>;
