import { testConfig } from "../vitest.shared.ts";

export default testConfig({ name: "test", filesAtOnce: 1 });
