import fc from "fast-check";
import { expect, test } from "vitest";
import { openDatabase } from "../database/open-database.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { resumeAppsRequest } from "../wire/index.ts";
import { auditLogIn } from "./audit-log.ts";

const anyText = fc.string({ minLength: 1, maxLength: 40, unit: "binary" });
const halfText = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 8 });
const text = fc.oneof(
  anyText,
  halfText.map((units) => String.fromCharCode(...units)),
);

test("whatever actor, reason and app an action takes are read back as they were given", async () => {
  const database = await openDatabase(":memory:");
  const audit = auditLogIn({ database, clock: new ManualClock(), rowsMax: 10 });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(text, text, text, async (actor, reason, appId) => {
      const request = resumeAppsRequest.safeParse({ apps: [{ appId }], actor, reason });
      if (!request.success) return;
      taken += 1;
      const given = { appId, actor: request.data.actor, reason: request.data.reason };
      await audit.begin([{ action: "resume", ...given, asked: {} }]);
      const { items } = await audit.list({ actor: given.actor, limit: 1 });
      expect(items).toMatchObject([given]);
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(100);
  await database.destroy();
});
