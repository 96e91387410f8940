import type { DemoApp } from "./demo-app.ts";
import { ordersApp } from "./orders/app.ts";
import { paymentsApp } from "./payments/app.ts";
import { sensorsApp } from "./sensors/app.ts";

/** The demo's apps, in the order in which they are shown. */
export const apps: readonly [DemoApp, ...DemoApp[]] = [ordersApp, paymentsApp, sensorsApp];
