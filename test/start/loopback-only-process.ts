/**
 * Starts the checkout named first on the port named second, fetches the page, and ends it. Run in a network namespace
 * of its own it brings up loopback, which is all that there is then.
 */
import { spawnSync } from "node:child_process";
import { ctrlC, npmStart, ready } from "./npm-start.ts";

const [root = "", port = "", isolated] = process.argv.slice(2);
if (isolated === "isolated") spawnSync("ip", ["link", "set", "lo", "up"], { stdio: "inherit" });
const start = npmStart(root, ["--port", port]);
const { url } = await ready(start);
const page = await fetch(`${url}/`);
const text = await page.text();
ctrlC(start);
await start.ended;
process.stdout.write(`${page.status} ${text.includes("</html>") ? "a whole page" : text}\n`);
