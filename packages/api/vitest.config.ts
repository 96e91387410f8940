import { testConfig } from "../../vitest.shared.ts";

export default testConfig({ name: "api", filesAtOnce: 2 });
