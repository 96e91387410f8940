import { controlChange, lifecycle, lifecycleKinds } from "@stoatflow/engine/wire";
import { z } from "zod";

/** The app's life cycle as it was seen from one tick to the next. What came and went between the two is not known. */
export const lifecycleChange = z.object({
  /** Wall clock of the app at the first tick with it. */
  atMs: z.int(),
  bootId: z.string(),
  /** `null`: nothing was known before. */
  from: z.object({ kind: z.enum(lifecycleKinds), bootId: z.string() }).nullable(),
  to: lifecycle,
  /** The app was started anew, or one of its instances was. One that is heard of for the first time is no restart. */
  isRestart: z.boolean(),
  /**
   * The pause or resume that made it so, as the app tells it: whose, why and when by its clock, or that the engine did it
   * by itself (`expired`: a time to live ran out). `null`: none did, or the app does not tell.
   */
  by: controlChange.omit({ generation: true }).nullable().default(null),
  /**
   * Of an app of several instances: which were started anew, or are what the app came to be. Missing where one instance is
   * all there is.
   */
  instances: z.array(z.string()).optional(),
});
export type LifecycleChange = z.infer<typeof lifecycleChange>;
