import { expect, test } from "vitest";
import { offsetText } from "./envelope.ts";

test.each(["0", "41", "0000000000000000007", "999999999999999999", "9223372036854775807"])(
  "%s is an offset",
  (text) => {
    expect(offsetText.parse(text)).toBe(text);
  },
);

test.each(["9223372036854775808", "9999999999999999999", "10000000000000000000", "-1", "1.0", "", "x"])(
  '"%s" is none',
  (text) => {
    expect(offsetText.safeParse(text).success).toBe(false);
  },
);
