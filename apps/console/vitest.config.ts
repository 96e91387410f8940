import { testConfig } from "../../vitest.shared.ts";

export default testConfig({ name: "console", filesAtOnce: 2 });
