/** One app, whole, in what a browser is told. It owns what was told last, of whichever app has that id. */
import { ApiError } from "../api-error.ts";
import type { CollectedApp } from "../collector/collected-app.ts";
import type { ApiContext } from "../context.ts";
import type { AppView, LiveEvent } from "../wire/index.ts";
import { listedRow } from "./listed-row.ts";
import type { LivePart } from "./live-part.ts";
import { watchEventOf } from "./watch-events.ts";

type Told =
  | { readonly kind: "nothing" }
  | { readonly kind: "no-app" }
  | {
      readonly kind: "view";
      readonly app: CollectedApp;
      readonly leave: () => void;
      readonly version: number;
      readonly view: AppView;
    };

/** @throws {ApiError} `too-many-watchers` as soon as it is told. */
export function liveApp(
  context: Pick<ApiContext, "collectors" | "pauses">,
  { appId, everyMs }: { readonly appId: string; readonly everyMs: number },
): LivePart {
  let last: Told = { kind: "nothing" };

  const found = (): CollectedApp | ApiError => {
    try {
      return context.collectors.get(appId);
    } catch (thrown) {
      if (thrown instanceof ApiError) return thrown;
      throw thrown;
    }
  };
  const end = (): void => {
    if (last.kind === "view") last.leave();
    last = { kind: "nothing" };
  };
  const told = (): LiveEvent => {
    const app = found();
    const known = last.kind === "view" && last.app === app ? last : undefined;
    if (known === undefined) end();
    if (app instanceof ApiError) {
      last = { kind: "no-app" };
      return { kind: "no-app", appId, message: app.message };
    }
    const leave = known?.leave ?? app.follow();
    const version = app.version();
    const { view: collected } = app.view();
    const view = { ...collected, summary: listedRow(context, app, collected.summary) };
    const event = watchEventOf(known?.view, view);
    last = { kind: "view", app, leave, version, view };
    return { kind: "app", appId, event };
  };

  return {
    everyMs,
    hasNews: () => {
      const app = found();
      if (app instanceof ApiError) return last.kind !== "no-app";
      return last.kind !== "view" || last.app !== app || last.version !== app.version();
    },
    told,
    end,
  };
}
