type Environment = Readonly<Record<string, string | undefined>>;

/** In either case of letters, as different tools read them. */
const proxySettings = new Set(["http_proxy", "https_proxy", "all_proxy", "node_use_env_proxy"]);

/**
 * The environment of a process that `npm start` starts. These talk to each other over loopback alone, so no proxy has
 * a part in it; and none of the tools among them reports to its maker. Pure.
 */
export function childEnvironment(environment: Environment): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || proxySettings.has(name.toLowerCase()) ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: "1" };
}
