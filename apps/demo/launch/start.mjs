/**
 * `npm start`. Sees first whether the launcher can be loaded at all, in words that every Node understands, and then
 * does so in this same process, which npm and the terminal speak to.
 */
import { nodeFault, packagesFault } from "./needs.mjs";

const fault = nodeFault() ?? packagesFault();
if (fault === undefined) {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./start.ts");
} else {
  console.error(fault);
  process.exitCode = 1;
}
