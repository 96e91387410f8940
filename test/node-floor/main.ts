/**
 * `npm run node-floor`: runs the built product with the oldest Node that is supported and with the newest of each later
 * line. Prints a line for each; ends with status 1 where one does not hold.
 */
import { nodeBinary, testedNodes } from "../packaging/node-binary.ts";
import { BuiltProduct } from "./built-product.ts";

using product = new BuiltProduct();
for (const range of testedNodes) {
  try {
    const { path, version } = nodeBinary(range);
    console.log(`Node ${version}: ${await product.tryWith(path)}`);
  } catch (error) {
    console.log(`Node ${range} fails: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
