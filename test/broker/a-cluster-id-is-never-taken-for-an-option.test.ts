import { expect, test } from "vitest";
import { clusterId } from "./broker.ts";

test("whatever the random bytes, the id begins with a letter", () => {
  for (let first = 0; first < 256; first++) {
    const random = Buffer.alloc(16, first);
    expect(clusterId(random)).toMatch(/^[A-Za-z][A-Za-z0-9_-]{21}$/);
  }
});
