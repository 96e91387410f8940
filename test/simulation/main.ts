/** `npm run simulation -- --runs N --seed S`: simulates N runs from seed S on, and names the first that is wrong. */
import { parseArgs } from "node:util";
import { simulate } from "./simulate.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const runs = wholeNumber("runs", values.runs);
const firstSeed = wholeNumber("seed", values.seed);

let records = 0;
let lateDrops = 0;
let previews = 0;
let seekBacks = 0;
let alignedLooks = 0;
let deadLetters = 0;
for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
  const result = await simulate(seed);
  if (result.faults.length > 0) {
    console.error(`the run of seed ${seed} is wrong (npm run simulation -- --runs 1 --seed ${seed}):`);
    for (const fault of result.faults) console.error(`  ${fault}`);
    if (runs === 1) console.error(JSON.stringify(result.plan, undefined, 1));
    process.exit(1);
  }
  records += result.records;
  lateDrops += result.lateDrops;
  previews += result.previews;
  seekBacks += result.seekBacks;
  alignedLooks += result.alignedLooks;
  deadLetters += result.deadLetters;
}
console.log(
  `${runs} runs from seed ${firstSeed}: ${records} records, ${lateDrops} late drops, ${previews} previews, ` +
    `${seekBacks} seek-backs, ${alignedLooks} looks at a partition held by its group, ${deadLetters} dead letters, ` +
    "no fault",
);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  console.error(`--${name} is ${text}: give an integer of 1 or more`);
  process.exit(2);
}
