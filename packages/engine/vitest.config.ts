import { testConfig } from "../../vitest.shared.ts";

export default testConfig({ name: "engine", filesAtOnce: 2 });
