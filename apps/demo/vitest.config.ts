import { testConfig } from "../../vitest.shared.ts";

export default testConfig({ name: "demo", filesAtOnce: 2 });
