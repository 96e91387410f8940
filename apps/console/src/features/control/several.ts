import type { AppSummary, ControlResult } from "@stoatflow/api";
import { formatQuantity } from "../../lib/format/integer.ts";
import type { Times } from "../../lib/format/times.ts";
import type { GlyphName } from "../../ui/glyph.tsx";
import { notDone } from "./not-done.ts";
import { type Verb, verbFor } from "./verb.ts";

/** Whom an action over several apps asks, and whom it leaves alone since there is nothing to do. */
export interface Several<App> {
  readonly asked: readonly App[];
  readonly left: readonly App[];
}

/** An app that can't be reached is asked all the same: what came of it is its answer. */
export function severalOf<App extends AppSummary>(verb: Verb, apps: readonly App[]): Several<App> {
  const isAsked = (app: App): boolean => app.connection.kind !== "live" || verbFor(app) === verb;
  return { asked: apps.filter(isAsked), left: apps.filter((app) => !isAsked(app)) };
}

/** What an action came to at one app: its words, and a shape and a hue that tell the same. */
export interface Answer {
  readonly kind: "done" | "not-done" | "may-be";
  readonly text: string;
}

export function answerOf(verb: Verb, result: ControlResult, times: Times): Answer {
  const text = notDone(result, times);
  if (text !== undefined)
    return { kind: result.kind === "unknown" || result.kind === "partly" ? "may-be" : "not-done", text };
  const lifecycle = result.kind === "done" ? result.lifecycle.kind : verb;
  return { kind: "done", text: `Done: it is ${lifecycle}` };
}

export const answerMarks: Readonly<
  Record<Answer["kind"], { readonly glyph: GlyphName; readonly hue: string }>
> = {
  done: { glyph: "dot", hue: "text-glyph" },
  "not-done": { glyph: "cross", hue: "text-bug" },
  "may-be": { glyph: "triangle", hue: "text-waiting" },
};

const deeds = { pause: "paused", resume: "resumed" } as const;

/**
 * All answers in one sentence; what is not known is never counted as undone.
 */
export function sumUp(verb: Verb, answers: readonly Answer[]): string {
  const count = (kind: Answer["kind"]): number => answers.filter((answer) => answer.kind === kind).length;
  const [done, undone, unknown] = [count("done"), count("not-done"), count("may-be")];
  const apps = formatQuantity(answers.length, "app");
  if (done === answers.length) return `Done: ${apps} ${deeds[verb]}.`;
  const rest = [
    ...(undone === 0 ? [] : [`${undone} ${undone === 1 ? "was" : "were"} not`]),
    ...(unknown === 0 ? [] : [`of ${unknown} it is not known for certain`]),
  ];
  return `${done} of ${apps} ${done === 1 ? "is" : "are"} ${deeds[verb]}; ${rest.join(", ")}.`;
}
