/** What stands behind `npm run -s scenario --`. */
import { BadScenario } from "./scenario-file.ts";

export interface CommandLine {
  readonly files: readonly string[];
  readonly seed: number;
  readonly variant: Readonly<Record<string, string>>;
}

/** @throws {BadScenario} where an option is not known or has no value that fits. */
export function commandLine(given: readonly string[]): CommandLine {
  const files: string[] = [];
  const variant: Record<string, string> = {};
  let seed = 1;
  const rest = given.flatMap((text) => {
    const option = /^(--\w+)=(.*)$/s.exec(text);
    return option === null ? [text] : [option[1] ?? "", option[2] ?? ""];
  });
  for (let text = rest.shift(); text !== undefined; text = rest.shift()) {
    if (text === "--variant") {
      const [name, value] = pairOf(rest.shift() ?? "");
      variant[name] = value;
    } else if (text === "--seed") {
      seed = wholeNumber(rest.shift() ?? "");
    } else if (text.startsWith("-")) {
      throw new BadScenario(`${text} is no option; there are --variant NAME=VALUE and --seed N`);
    } else {
      files.push(text);
    }
  }
  return { files, seed, variant };
}

function pairOf(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at <= 0)
    throw new BadScenario(`${`--variant ${text}`.trim()}: give an option and its value, e.g. lanes=1`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new BadScenario(`${`--seed ${text}`.trim()}: give an integer of 0 or more`);
}
