import { expect, test } from "vitest";
import { apps } from "../src/apps.ts";
import { demoApps } from "./demo-apps.ts";

test("npm start starts each app that there is, in their order", () => {
  expect(demoApps).toEqual(apps.map(({ id }) => id));
});
