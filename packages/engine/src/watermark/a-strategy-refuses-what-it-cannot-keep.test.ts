import { describe, expect, it } from "vitest";
import { StoatFlowError } from "../errors.ts";
import { defaultIdlenessMs, WatermarkStrategy } from "./strategy.ts";

function refusal(make: () => unknown): StoatFlowError {
  try {
    make();
  } catch (thrown) {
    if (thrown instanceof StoatFlowError) return thrown;
  }
  throw new Error("it was taken");
}

describe("a strategy", () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("of bound %d is refused", (boundMs) => {
    const error = refusal(() => WatermarkStrategy.boundedOutOfOrderness(boundMs));
    expect(error.code).toBe("configuration");
    expect(error.message).toContain(`${boundMs}`);
    expect(error.remedy).toContain("0 or more");
  });

  it.each([0, -1, 0.5, Number.NaN])("idle after %d ms is refused", (timeoutMs) => {
    const error = refusal(() => WatermarkStrategy.monotonousTimestamps().withIdleness(timeoutMs));
    expect(error.code).toBe("configuration");
    expect(error.message).toContain(`${timeoutMs}`);
    expect(error.remedy).toContain("undefined to switch it off");
  });

  it("is idle after five minutes unless it says otherwise, and never where it is switched off", () => {
    expect(defaultIdlenessMs).toBe(300_000);
    expect(WatermarkStrategy.boundedOutOfOrderness(0).idlenessMs).toBe(300_000);
    expect(WatermarkStrategy.monotonousTimestamps().idlenessMs).toBe(300_000);
    expect(WatermarkStrategy.monotonousTimestamps().withIdleness(1).idlenessMs).toBe(1);
    expect(WatermarkStrategy.monotonousTimestamps().withIdleness(undefined).idlenessMs).toBeUndefined();
  });

  it("of monotonous timestamps has a bound of 0", () => {
    expect(WatermarkStrategy.monotonousTimestamps()).toMatchObject({
      kind: "monotonous-timestamps",
      boundMs: 0,
    });
  });

  it("keeps what it was given through every copy, and the copy leaves the original as it was", () => {
    const first = WatermarkStrategy.boundedOutOfOrderness<string, string>(30_000);
    const assigner = () => 7;
    const last = first.withTimestampAssigner(assigner).withIdleness(1000);
    expect(last).toMatchObject({
      kind: "bounded-out-of-orderness",
      boundMs: 30_000,
      idlenessMs: 1000,
      assigner,
    });
    expect(first.assigner).toBeUndefined();
    expect(first.idlenessMs).toBe(defaultIdlenessMs);
  });
});
