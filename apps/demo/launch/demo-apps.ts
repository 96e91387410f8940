/**
 * The ids of the demo's apps, in the order in which they are started and shown. Apart from the apps themselves, so
 * that the launcher, which lives as long as they do, need not load an engine.
 */
export const demoApps: readonly string[] = ["orders", "payments", "sensors"];
