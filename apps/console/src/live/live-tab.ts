/**
 * One tab's side of the shared stream: it says to the hub what the tab shows, applies what comes, and takes another hub
 * where the one that it has falls silent. It owns the way to the hub and what the next event is applied to; it knows
 * neither React nor the cache. Called by the provider of a page, once.
 */
import {
  applyLiveEvent,
  type LiveAppState,
  type LiveEvent,
  type LiveState,
  nothingLive,
} from "@stoatflow/api/wire";
import type { HubClock } from "./hub.ts";
import type { ConnectHub, HubLink } from "./hub-link.ts";
import type { HubMessage, Wants } from "./hub-messages.ts";
import type { StreamState } from "./stream-state.ts";

/** What a tab shows: all apps as rows, or one of them. */
export type Part = { readonly kind: "list" } | { readonly kind: "app"; readonly appId: string };

/** The newest of a part. `isWhole`: there may be ticks in between that were not told. */
export type LiveNews =
  | {
      readonly kind: "list";
      readonly list: NonNullable<LiveState["list"]>;
      readonly arrivedAtMs: number;
      readonly isWhole: boolean;
    }
  | {
      readonly kind: "app";
      readonly appId: string;
      readonly app: LiveAppState;
      readonly arrivedAtMs: number;
      readonly isWhole: boolean;
    };

/** How often a tab says that it is there. */
export const beatMs = 2000;

/** A hub that does not answer for so long is gone. */
export const deafAfterMs = 6000;

export interface LiveTabOptions {
  /** The ways to a hub, the best one first. */
  readonly links: () => readonly ConnectHub[];
  readonly clock: HubClock;
  readonly newTabId: () => string;
  readonly onNews: (news: LiveNews) => void;
}

interface Connected {
  readonly tabId: string;
  readonly link: HubLink;
  /** Which of the ways it is. */
  readonly way: number;
  heardAtMs: number;
  /** It has answered at all. */
  isKnown: boolean;
}

export class LiveTab {
  readonly #options: LiveTabOptions;
  readonly #wanted: Part[] = [];
  readonly #listeners = new Set<() => void>();
  #isVisible = true;
  #held: LiveState = nothingLive;
  #stream: StreamState = { kind: "connecting" };
  #hub: Connected | undefined;
  #isToSay = false;
  #stopBeat: (() => void) | undefined;

  constructor(options: LiveTabOptions) {
    this.#options = options;
  }

  /** Brings a part until what it returns is called. Several may want the same. */
  want(part: Part): () => void {
    this.#wanted.push(part);
    this.#saySoon();
    return () => {
      this.#wanted.splice(this.#wanted.indexOf(part), 1);
      this.#saySoon();
    };
  }

  /** Whether anyone can see the tab. */
  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    if (this.#hub === undefined) return;
    // The beats of a hidden tab come late: its silence was its own.
    this.#hub.heardAtMs = this.#options.clock.nowMs();
    this.#say(false);
  }

  /** Leaves the hub, e.g. as the page is put away; the next word connects again. */
  leave(): void {
    const { tabId, link } = this.#hub ?? {};
    if (tabId !== undefined) link?.send({ kind: "leaves", tabId });
    this.#disconnect();
  }

  /** Comes back after {@link leave}. */
  comeBack(): void {
    if (this.#wanted.length > 0) this.#saySoon();
  }

  /** How the stream stands; the same object until that changes. */
  get stream(): StreamState {
    return this.#stream;
  }

  onStream(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Parts that change places are said once. */
  #saySoon(): void {
    if (this.#isToSay) return;
    this.#isToSay = true;
    queueMicrotask(() => {
      this.#isToSay = false;
      if (this.#hub === undefined && this.#wanted.length > 0) this.#connect(0);
      else this.#say(false);
    });
  }

  #say(hasNothing: boolean): void {
    if (this.#hub === undefined) return;
    const { link, tabId } = this.#hub;
    link.send({ kind: "wants", tabId, wants: this.#wants(), hasNothing });
  }

  #wants(): Wants {
    const apps = this.#wanted.flatMap((part) => (part.kind === "app" ? [part.appId] : []));
    return {
      list: this.#wanted.some(({ kind }) => kind === "list"),
      apps: [...new Set(apps)],
      isVisible: this.#isVisible,
    };
  }

  #connect(way: number): void {
    this.#disconnect();
    const { links, clock, newTabId } = this.#options;
    const all = links();
    const taken = Math.min(way, all.length - 1);
    const connect = all[taken];
    if (connect === undefined) return;
    const tabId = newTabId();
    let link: HubLink;
    try {
      link = connect(tabId, (message) => {
        if (this.#hub?.tabId === tabId) this.#take(message, this.#hub);
      });
    } catch (refused) {
      // A browser may know a way and refuse it, such as a shared worker where no site may store anything.
      if (taken === all.length - 1) throw refused;
      this.#connect(taken + 1);
      return;
    }
    this.#hub = { tabId, link, way: taken, heardAtMs: clock.nowMs(), isKnown: false };
    this.#held = nothingLive;
    this.#say(true);
    this.#stopBeat = clock.after(beatMs, () => this.#beat());
  }

  #disconnect(): void {
    this.#stopBeat?.();
    this.#stopBeat = undefined;
    this.#hub?.link.close();
    this.#hub = undefined;
  }

  #beat(): void {
    if (this.#hub === undefined) return;
    const { heardAtMs, isKnown, way } = this.#hub;
    const { clock } = this.#options;
    if (this.#isVisible && clock.nowMs() - heardAtMs > deafAfterMs) {
      // A way on which nobody ever answered is none, in this browser.
      this.#connect(isKnown ? way : way + 1);
      return;
    }
    this.#say(false);
    this.#stopBeat = clock.after(beatMs, () => this.#beat());
  }

  #take(message: HubMessage, hub: Connected): void {
    hub.heardAtMs = this.#options.clock.nowMs();
    switch (message.kind) {
      case "begins":
        this.#held = nothingLive;
        this.#say(true);
        break;
      case "heard":
        hub.isKnown = true;
        this.#become(message.stream);
        break;
      case "stream":
        this.#become(message.stream);
        break;
      case "whole":
        this.#takeWhole(message);
        break;
      case "event":
        this.#takeEvent(message.event, message.arrivedAtMs);
        break;
    }
  }

  #become(stream: StreamState): void {
    if (JSON.stringify(stream) === JSON.stringify(this.#stream)) return;
    this.#stream = stream;
    for (const listener of this.#listeners) listener();
  }

  #takeWhole({ list, apps }: Extract<HubMessage, { kind: "whole" }>): void {
    const { onNews } = this.#options;
    const held = new Map(this.#held.apps);
    for (const [appId, app] of apps) held.set(appId, app.value);
    this.#held = { list: list?.value ?? this.#held.list, apps: held };
    if (list !== undefined)
      onNews({ kind: "list", list: list.value, arrivedAtMs: list.arrivedAtMs, isWhole: true });
    for (const [appId, { value: app, arrivedAtMs }] of apps)
      onNews({ kind: "app", appId, app, arrivedAtMs, isWhole: true });
  }

  #takeEvent(event: LiveEvent, arrivedAtMs: number): void {
    const before = this.#held;
    this.#held = applyLiveEvent(before, event);
    if (this.#held === before) return;
    const { onNews } = this.#options;
    if (event.kind === "list" || event.kind === "rows") {
      const { list } = this.#held;
      if (list !== undefined) onNews({ kind: "list", list, arrivedAtMs, isWhole: event.kind === "list" });
      return;
    }
    const app = this.#held.apps.get(event.appId);
    const isWhole = event.kind === "no-app" || event.event.kind === "snapshot";
    if (app !== undefined) onNews({ kind: "app", appId: event.appId, app, arrivedAtMs, isWhole });
  }
}
