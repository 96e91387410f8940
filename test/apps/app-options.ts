import { z } from "zod";

/** What a test tells an app process to be; passed as JSON in its first argument. */
export const appOptions = z.object({
  brokers: z.array(z.string()),
  applicationId: z.string(),
  /** Short, so that the group soon gives up a member that was killed; the least that brokers allow. */
  sessionTimeoutMs: z.number().default(6000),
  /**
   * `pass-through`: `in` → `out` as it is. `windowed-count`: `in` → count a minute and key → `out`.
   * `priced-count`: the same of orders as JSON, with a call to `prices` for each before.
   */
  topology: z.enum(["pass-through", "windowed-count", "priced-count"]),
  /** Who tells the price of an order. */
  prices: z.string().default(""),
  in: z.string().default("in"),
  out: z.string().default("out"),
  boundMs: z.number().default(0),
  graceMs: z.number().default(0),
  /** Settings of the engine by their dotted keys. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** The lane of this key stands still from the start. */
  parkKey: z.string().optional(),
  /** `sorted` puts in the faulty buffer of the article. */
  buffer: z.enum(["fifo", "sorted"]).default("fifo"),
});
export type AppOptions = z.input<typeof appOptions>;

/** What a test tells a running app process over its channel. */
export const appCommand = z.object({ kind: z.literal("release"), key: z.string() });
export type AppCommand = z.infer<typeof appCommand>;
