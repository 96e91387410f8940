import { describe, expect, it } from "vitest";
import { holding, startMs, type Told, ToldApp } from "../testing/told.ts";
import { diagnosisOf } from "./diagnosis-of.ts";

const at = (ms: number) => startMs + ms;
const backlog = { heldBackBy: holding("backlog") };
const full = { heldBackBy: holding("lane-full") };

describe("since when a partition holds event time back", () => {
  it("is exact where the tick before shows another holder", () => {
    const app = new ToldApp().ticks(3, () => backlog).ticks(8, () => full);
    expect(app.diagnosed().holder).toMatchObject({
      reason: "lane-full",
      since: { kind: "exactly", atMs: at(3000), forMs: 7000 },
    });
  });

  it("begins anew with another reason, with another partition, and after a time in which nobody held it", () => {
    const other = { heldBackBy: { ...holding("backlog"), partition: 1 } };
    const since = (...told: Told[]) => {
      const app = new ToldApp();
      for (const one of told) app.tick(one);
      return app.diagnosed().holder?.since.atMs;
    };
    expect(since(backlog, full, backlog)).toBe(at(2000));
    expect(since(backlog, other, backlog)).toBe(at(2000));
    expect(since(backlog, { heldBackBy: null }, backlog)).toBe(at(2000));
    expect(since(backlog, { heldBackBy: { ...holding("backlog"), idleness: { kind: "off" } } })).toBe(at(0));
  });

  it("reaches back as far as the ticks do, however long that is", () => {
    const app = new ToldApp().tick(backlog).ticks(2000, () => full);
    expect(app.diagnosed().holder?.since).toEqual({ kind: "exactly", atMs: at(1000), forMs: 1_999_000 });
  });

  it.each<[string, Told]>([
    ["a restart of the app", { bootId: "boot2", sequence: 1 }],
    ["a gap", { atMs: 40_000, sequence: 60 }],
    ["a clock that was put back", { atMs: 2000, receivedAtMs: 6000 }],
    ["a clock that was put forward", { atMs: 8100, receivedAtMs: 6000 }],
  ])("is at least since the first tick behind %s", (_, broken) => {
    const app = new ToldApp()
      .tick(backlog)
      .ticks(5, () => full)
      .tick(broken);
    const first = at(broken.atMs ?? 6000);
    expect(app.diagnosed().holder?.since).toEqual({ kind: "at-least", atMs: first, forMs: 0 });
    app.tick();
    expect(app.diagnosed().holder?.since).toEqual({ kind: "at-least", atMs: first, forMs: 1000 });
  });

  it.each<[string, Told]>([
    ["ticks that a slow reader was spared", { atMs: 9000, sequence: 10 }],
    ["an app that did nothing for a minute, though no tick is missing", { atMs: 65_000 }],
    ["ticks that waited on the way and came at once", { atMs: 6000, receivedAtMs: 36_000 }],
  ])("goes on over %s", (_, told) => {
    const app = new ToldApp()
      .tick(backlog)
      .ticks(5, () => full)
      .tick(told);
    const forMs = (told.atMs ?? 0) - 1000;
    expect(app.diagnosed().holder?.since).toEqual({ kind: "exactly", atMs: at(1000), forMs });
  });
});

describe("of an app that ticks every 5 s", () => {
  const slow = (receivedAtMs: number, tickIntervalMs = 5000) => {
    const status = { tickIntervalMs };
    return new ToldApp().tick({ ...backlog, receivedAtMs, status });
  };
  const since = (app: ToldApp, told: Told) => app.tick({ ...full, ...told }).diagnosed().holder?.since.kind;

  it.each([2500, 5000])("a first tick that is %d ms old when it is met is no step of a clock", (ageMs) => {
    expect(since(slow(ageMs), { atMs: 5000, receivedAtMs: 5001 })).toBe("exactly");
  });

  it("a clock that gains more than that is one", () => {
    expect(since(slow(0), { atMs: 12_001, receivedAtMs: 5000 })).toBe("at-least");
    expect(since(slow(0), { atMs: 4999, receivedAtMs: 5000 })).toBe("exactly");
  });

  it("so is one that gains a minute more than usual, whatever interval the app claims", () => {
    expect(since(slow(0, 9e15), { atMs: 62_001, receivedAtMs: 0 })).toBe("at-least");
  });
});

describe("whether event time moves", () => {
  const moving = (i: number) => ({ globalWatermarkMs: i * 1000 });

  it("is not known before anything was received, nor too early", () => {
    const unknown = new ToldApp().diagnosed(0, { kind: "connecting", sinceMs: startMs });
    expect(unknown).toMatchObject({
      state: { kind: "nothing-known", why: "no-tick" },
      connection: { kind: "connecting" },
      tick: null,
      holder: null,
      counterfactuals: [],
    });
    const early = new ToldApp().ticks(5);
    expect(early.diagnosed().state).toEqual({ kind: "nothing-known", why: "too-short" });
    expect(early.tick().diagnosed().state).toMatchObject({ kind: "not-moving" });
  });

  it("moves while its last move is not 5 s ago, and stands since that move", () => {
    const app = new ToldApp().ticks(4, moving).ticks(4);
    expect(app.diagnosed().state).toEqual({ kind: "moving", lastMovedAtMs: at(3000) });
    app.tick();
    expect(app.diagnosed().state).toEqual({
      kind: "not-moving",
      since: { kind: "exactly", atMs: at(3000), forMs: 5000 },
    });
  });

  it("stands at least since the history begins where no move is in it", () => {
    expect(new ToldApp().ticks(30).diagnosed().state).toEqual({
      kind: "not-moving",
      since: { kind: "at-least", atMs: at(0), forMs: 29_000 },
    });
  });

  it("is worked out once a tick, and asked again it tells the age anew", () => {
    const app = new ToldApp().ticks(7);
    const trace = app.trace();
    const ask = (nowMs: number) =>
      diagnosisOf({ appId: "orders", connection: { kind: "live", sinceMs: startMs }, trace, nowMs });
    const [fresh, later] = [ask(at(6000)), ask(at(16_000))];
    expect(later.rates).toBe(fresh.rates);
    expect([fresh.state.kind, later.state]).toEqual([
      "not-moving",
      { kind: "stale", ageMs: 10_000, instanceId: "orders-1" },
    ]);
    app.tick();
    expect(app.diagnosed().tick?.sequence).toBe("8");
  });

  it("says nothing newer than what was received: it is stale with its age, or once the connection is lost", () => {
    const app = new ToldApp().ticks(4, moving);
    expect(app.diagnosed(3000).state.kind).toBe("moving");
    expect(app.diagnosed(3001).state).toEqual({ kind: "stale", ageMs: 3001, instanceId: "orders-1" });
    const slow = new ToldApp().ticks(4, (i) => ({ ...moving(i), status: { tickIntervalMs: 4000 } }));
    expect(slow.diagnosed(9000).state.kind).toBe("moving");
    expect(slow.diagnosed(9001).state).toMatchObject({ kind: "stale", ageMs: 9001 });
    const lost = { kind: "unreachable", sinceMs: at(3500), lastSeenMs: at(3000), reason: "refused" } as const;
    expect(app.diagnosed(500, lost)).toMatchObject({
      state: { kind: "stale", ageMs: 500 },
      connection: lost,
    });
  });

  it("is paused by whoever called first, and drained once nothing is under way", () => {
    const reason = {
      kind: "operator",
      actor: "ana",
      reason: "deploy",
      sinceMs: at(-5000),
      expiresAtMs: null,
    } as const;
    const lifecycle = { kind: "pausing" as const, waitingFor: [] };
    const app = new ToldApp().tick({ status: { lifecycle, pauseReasons: [reason] } });
    expect(app.diagnosed().state).toEqual({ kind: "paused", sinceMs: at(-5000), drained: false });
    app.tick({ status: { lifecycle: { kind: "paused", sinceMs: at(900) } } });
    expect(app.diagnosed().state).toEqual({ kind: "paused", sinceMs: at(-5000), drained: true });
    app.tick({ status: { pauseReasons: [] } });
    expect(app.diagnosed().state).toEqual({ kind: "paused", sinceMs: at(900), drained: true });
  });

  it.each(["starting", "resuming", "stopping", "stopped"] as const)("does not while it is %s", (kind) => {
    const app = new ToldApp().ticks(20, () => ({ status: { lifecycle: { kind } } }));
    expect(app.diagnosed().state).toEqual({ kind: "not-running", lifecycle: { kind } });
  });
});
