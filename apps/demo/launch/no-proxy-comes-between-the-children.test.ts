import { expect, test } from "vitest";
import { childEnvironment } from "./child-environment.ts";

test("proxies in any spelling stay out, all else goes on, and nothing is reported to anyone", () => {
  const environment = {
    PATH: "/bin",
    HTTP_PROXY: "http://proxy:3128",
    http_proxy: "http://proxy:3128",
    HTTPS_PROXY: "http://proxy:3128",
    All_Proxy: "socks5://proxy:1080",
    NODE_USE_ENV_PROXY: "1",
    UNSET: undefined,
  };
  expect(childEnvironment(environment)).toEqual({ PATH: "/bin", NEXT_TELEMETRY_DISABLED: "1" });
});
