/** `node empty.mjs FOLDER`: removes what an earlier build left, so that no output outlives its source. */
import { rmSync } from "node:fs";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder to empty");
rmSync(folder, { recursive: true, force: true });
