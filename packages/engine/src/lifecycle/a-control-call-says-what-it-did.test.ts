import { describe, expect, it } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { controlChangesMax } from "../wire/index.ts";
import { Control } from "./control.ts";
import { type LifecycleState, nextLifecycle } from "./engine-state.ts";

const ana = { actor: "ana", reason: "maintenance" };

function world(state: LifecycleState = "running") {
  const clock = new ManualClock({ startMs: 1000 });
  const here = { state, applied: [] as string[] };
  const control = new Control({
    clock,
    bootId: "boot1",
    state: () => here.state,
    apply: (event) => {
      here.applied.push(event);
      here.state = nextLifecycle(here.state, event) ?? here.state;
    },
  });
  return { clock, control, here };
}

describe("a pause", () => {
  it("says who, why, since when and until when", () => {
    const { control } = world();
    expect(control.pause({ ...ana, timeToLiveMs: 5000 })).toEqual({ kind: "done" });
    expect(control.reasons.list()).toEqual([
      { kind: "operator", actor: "ana", reason: "maintenance", sinceMs: 1000, expiresAtMs: 6000 },
    ]);
    expect(control.generation).toBe(1);
  });

  it("of a paused app changes neither the reason nor the generation", () => {
    const { control, here } = world();
    control.pause(ana);
    expect(control.pause({ actor: "ben", reason: "also" })).toEqual({ kind: "unchanged" });
    expect(control.reasons.list()).toMatchObject([{ actor: "ana" }]);
    expect(control.generation).toBe(1);
    expect(here.applied).toEqual(["pause"]);
  });

  it.each<LifecycleState>(["starting", "restoring", "stopping", "stopped", "failed"])(
    "of an app that is %s is refused, says so, and leaves no reason behind",
    (state) => {
      const { control } = world(state);
      expect(control.pause(ana)).toMatchObject({ kind: "refused", code: "not-allowed-now" });
      expect(control.reasons.any).toBe(false);
      expect(control.generation).toBe(0);
    },
  );

  it("with another generation than the present is refused and names both", () => {
    const { control } = world();
    control.pause(ana);
    const refused = control.resume({ ...ana, expectedGeneration: 0 });
    expect(refused).toMatchObject({ kind: "refused", code: "stale-generation" });
    expect(refused).toMatchObject({ message: expect.stringMatching(/generation 1, not 0/) });
    expect(control.resume({ ...ana, expectedGeneration: 1 })).toEqual({ kind: "done" });
  });

  it("or a resume, meant for another run is refused whatever its generation, and told of this one", () => {
    const { control, here } = world();
    const meant = { ...ana, expectedGeneration: 0, expectedBootId: "boot0" };
    const refused = {
      kind: "refused",
      code: "stale-run",
      message: "the app was started again: this is run boot1, not boot0; it is running now",
      changed: { generation: 0, lifecycle: "running", pauseReasons: [], changes: [] },
    };
    expect(control.pause(meant)).toEqual(refused);
    expect(control.resume(meant)).toEqual(refused);
    expect(here.applied).toEqual([]);
    expect(control.pause({ ...meant, expectedBootId: "boot1" })).toEqual({ kind: "done" });
    expect(control.pause(meant)).toMatchObject({
      code: "stale-run",
      changed: { changes: [{ kind: "paused" }] },
    });
  });
});

describe("a stale call", () => {
  const ben = { actor: "ben", reason: "deployed" };

  it("is told who did what since, in order, and what is so now", () => {
    const { clock, control } = world();
    const startMs = clock.nowMs();
    control.pause(ana);
    control.resume(ben);
    control.pause({ actor: "cy", reason: "again" });
    expect(control.pause({ ...ana, expectedGeneration: 1 })).toMatchObject({
      code: "stale-generation",
      changed: {
        generation: 3,
        lifecycle: "pausing",
        pauseReasons: [{ actor: "cy" }],
        changes: [
          { kind: "resumed", generation: 2, actor: "ben", reason: "deployed", atMs: startMs },
          { kind: "paused", generation: 3, actor: "cy", reason: "again", atMs: startMs },
        ],
      },
    });
  });

  it("that names a generation which this start has not come to is told that, and no changes", () => {
    const { control } = world();
    control.pause(ana);
    expect(control.resume({ ...ana, expectedGeneration: 7 })).toMatchObject({
      code: "stale-generation",
      message: "the app has not come to generation 7 since it was started: it is at 1; it is pausing now",
      changed: { generation: 1, changes: [] },
    });
  });

  it("is told what the engine did by itself: a time to live that ran out, a take-over", async () => {
    const { clock, control, here } = world();
    control.pause({ ...ana, timeToLiveMs: 1000 });
    await clock.advance(1000);
    here.state = "running";
    control.pause(ben);
    control.takenOver();
    const refused = control.pause({ ...ana, expectedGeneration: 1 });
    expect(refused).toMatchObject({
      changed: {
        changes: [
          { kind: "expired", generation: 2, actor: null, reason: null },
          { kind: "paused", generation: 3, actor: "ben" },
          { kind: "taken-over", generation: 4, actor: null, reason: null },
        ],
      },
    });
    expect(control.lastChange).toMatchObject({ kind: "taken-over", generation: 4 });
  });

  it("is told the newest changes where there were more than are kept", () => {
    const { control, here } = world();
    for (let i = 0; i < controlChangesMax; i += 1) {
      here.state = "running";
      control.pause(ana);
      control.resume(ben);
    }
    expect(control.changesKept).toBe(controlChangesMax);
    const refused = control.pause({ ...ana, expectedGeneration: 0 });
    if (refused.kind !== "refused" || refused.code !== "stale-generation") throw new Error("it was taken");
    expect(refused.changed.changes).toHaveLength(controlChangesMax);
    expect(refused.changed.changes.at(-1)).toMatchObject({ generation: 2 * controlChangesMax });
  });
});

describe("a resume", () => {
  it("of an app that runs changes nothing", () => {
    const { control, here } = world();
    expect(control.resume(ana)).toEqual({ kind: "unchanged" });
    expect(here.applied).toEqual([]);
  });

  it("ends the time to live of the pause that it ended", async () => {
    const { clock, control, here } = world();
    control.pause({ ...ana, timeToLiveMs: 1000 });
    control.resume(ana);
    here.state = "running";
    control.pause(ana);
    await clock.advance(10_000);
    expect(control.reasons.any).toBe(true);
    expect(here.applied).toEqual(["pause", "resume", "pause"]);
  });
});

describe("a time to live", () => {
  it("ends the pause by itself", async () => {
    const { clock, control, here } = world();
    control.pause({ ...ana, timeToLiveMs: 1000 });
    await clock.advance(999);
    expect(control.reasons.any).toBe(true);
    await clock.advance(1);
    expect(control.reasons.any).toBe(false);
    expect(control.generation).toBe(2);
    expect(here.applied).toEqual(["pause", "resume"]);
  });

  it("that ends while state is read back ends the pause all the same", async () => {
    const { clock, control, here } = world();
    control.pause({ ...ana, timeToLiveMs: 1000 });
    here.state = "restoring";
    await clock.advance(1000);
    expect(control.reasons.any).toBe(false);
    expect(here.state).toBe("restoring");
  });

  it("does nothing after the app has ended", async () => {
    const { clock, control, here } = world();
    control.pause({ ...ana, timeToLiveMs: 1000 });
    control.end();
    await clock.advance(5000);
    expect(here.applied).toEqual(["pause"]);
  });
});
