import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { StoatFlowError } from "./errors.ts";
import { type OptionSources, type OptionsInput, resolveOptions } from "./options.ts";

const folder = mkdtempSync(join(tmpdir(), "stoatflow-options-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function yaml(text: string): string {
  files += 1;
  const file = join(folder, `${files}.yaml`);
  writeFileSync(file, text);
  return file;
}

function resolve(sources: OptionSources) {
  const warnings: string[] = [];
  const options = resolveOptions({ ...sources, warn: (message) => warnings.push(message) });
  return { options, warnings };
}

function refusal(sources: OptionSources): StoatFlowError {
  try {
    resolveOptions(sources);
  } catch (thrown) {
    if (thrown instanceof StoatFlowError) return thrown;
  }
  throw new Error("it was taken");
}

const fromYaml = { yamlFile: yaml("stoatflow:\n  processing:\n    lanes: 3\n") };
const code = { "processing.lanes": 2 } as const;
const env = { STOATFLOW_PROCESSING_LANES: "4" };

describe("the weight of a source", () => {
  it.each<[string, OptionSources, number]>([
    ["nothing takes the default", {}, 8],
    ["code is above the default", { code }, 2],
    ["YAML is above code", { code, ...fromYaml }, 3],
    ["the environment is above YAML", { code, ...fromYaml, env }, 4],
    ["the environment is above code", { code, env }, 4],
  ])("%s", (_, sources, lanes) => {
    expect(resolve(sources).options["processing.lanes"]).toBe(lanes);
  });

  it("is that of each key by itself", () => {
    const { options } = resolve({ code: { "processing.commit-interval-ms": 50 }, ...fromYaml, env: {} });
    expect(options).toMatchObject({ "processing.lanes": 3, "processing.commit-interval-ms": 50 });
  });

  it("of what is undefined in code is none", () => {
    const given = { "processing.lanes": undefined } as unknown as OptionsInput;
    expect(resolve({ code: given }).options["processing.lanes"]).toBe(8);
  });
});

describe("a YAML file", () => {
  it("may nest its keys, dot them, or both", () => {
    const texts = [
      "stoatflow:\n  processing:\n    max-poll-records: 7\n",
      "stoatflow.processing.max-poll-records: 7\n",
      "stoatflow:\n  processing.max-poll-records: 7\n",
      "other: 1\nstoatflow.processing:\n  max-poll-records: 7\n",
    ];
    for (const text of texts) {
      const { options, warnings } = resolve({ yamlFile: yaml(text) });
      expect(options["processing.max-poll-records"]).toBe(7);
      expect(warnings).toEqual([]);
    }
  });

  it("may be empty", () => {
    expect(resolve({ yamlFile: yaml("") }).options["processing.lanes"]).toBe(8);
    expect(resolve({ yamlFile: yaml("stoatflow:\n") }).options["processing.lanes"]).toBe(8);
  });

  it.each([
    ["a bracket that stays open", "stoatflow:\n  processing: {lanes: 4\n", /line 3, column 1/],
    ["a key that is named twice", "stoatflow:\n  server.port: 1\n  server.port: 2\n", /line 3, column 3/],
    ["a tab for a space", "stoatflow:\n\tprocessing: 1\n", /line 2, column 1/],
  ])("with %s is refused with the place in it", (_, text, place) => {
    const file = yaml(text);
    const error = refusal({ yamlFile: file });
    expect(error.code).toBe("configuration");
    expect(error.message).toContain(file);
    expect(error.message).toMatch(place);
    expect(error.message).not.toContain("\n");
    expect(error.remedy).toBeDefined();
  });

  it.each(["- 1\n- 2\n", "just text\n", "42\n"])("that holds no settings (%j) is refused", (text) => {
    expect(refusal({ yamlFile: yaml(text) }).message).toContain("not a map of settings");
  });

  it("that isn't there is refused by its name", () => {
    const error = refusal({ yamlFile: join(folder, "absent.yaml") });
    expect(error.message).toContain("absent.yaml");
    expect(error.remedy).toContain("exists");
  });
});

describe("a value of the wrong kind", () => {
  it.each<[string, unknown]>([
    ["processing.guarantee", "twice"],
    ["processing.guarantee", true],
    ["processing.lanes", 0],
    ["processing.lanes", 1025],
    ["processing.lanes", 1.5],
    ["processing.lanes", "four"],
    ["processing.lanes", null],
    ["processing.lanes", [4]],
    ["processing.buffered-records-per-partition", 0],
    ["processing.buffered-records-per-partition", -1],
    ["processing.max-poll-records", 100_001],
    ["processing.commit-interval-ms", 0],
    ["processing.invalid-timestamp", "skip"],
    ["processing.undecodable", "drop"],
    ["processing.committed-beyond-end", "latest"],
    ["status.payload-bytes-kept", -1],
    ["server.enabled", "yes"],
    ["server.host", ""],
    ["server.port", 65_536],
    ["server.port", "http"],
  ])("for stoatflow.%s (%j) is refused by key, value and remedy, from wherever it comes", (key, value) => {
    const sources: OptionSources[] = [
      { code: { [key]: value } as OptionsInput },
      { yamlFile: yaml(`stoatflow.${key}: ${JSON.stringify(value)}\n`) },
    ];
    if (typeof value !== "object") {
      sources.push({ env: { [`STOATFLOW_${key.replace(/[.-]/g, "_").toUpperCase()}`]: String(value) } });
    }
    for (const source of sources) {
      const error = refusal(source);
      expect(error).toMatchObject({ code: "configuration", setting: `stoatflow.${key}` });
      expect(error.message).toContain(`stoatflow.${key} is ${JSON.stringify(value)}`);
      expect(error.message).not.toContain("\n");
      expect(error.remedy).toContain(`stoatflow.${key}`);
    }
  });
});

it("all that is wrong is told at once, each with whence it came", () => {
  const file = yaml("stoatflow.processing.lanes: 0\n");
  const given = { "status.holds-kept": -1 };
  const error = refusal({ code: given, yamlFile: file, env: { STOATFLOW_SERVER_PORT: "http" } });
  expect(error.message).toContain(`stoatflow.processing.lanes is 0 by ${file}: `);
  expect(error.message).toContain("stoatflow.status.holds-kept is -1 by code: ");
  expect(error.message).toContain('stoatflow.server.port is "http" by STOATFLOW_SERVER_PORT: ');
  expect(error.remedy).toContain(
    "stoatflow.processing.lanes, stoatflow.status.holds-kept, stoatflow.server.port",
  );
});

describe("the environment", () => {
  it("gives a text that looks like a number as text where a text is due", () => {
    const { options } = resolve({ env: { STOATFLOW_PROCESSING_DEAD_LETTER_TOPIC: "2026" } });
    expect(options["processing.dead-letter-topic"]).toBe("2026");
  });

  it("gives numbers, truth values and words", () => {
    const { options } = resolve({
      env: {
        STOATFLOW_SERVER_PORT: "9090",
        STOATFLOW_SERVER_ENABLED: "false",
        STOATFLOW_PROCESSING_GUARANTEE: "at-least-once",
        STOATFLOW_PROCESSING_BUFFERED_RECORDS_PER_PARTITION: "3",
      },
    });
    expect(options).toMatchObject({
      "server.port": 9090,
      "server.enabled": false,
      "processing.guarantee": "at-least-once",
      "processing.buffered-records-per-partition": 3,
    });
  });

  it("with an unknown name of a section of ours is told of, and names of others are not ours", () => {
    const { warnings } = resolve({
      env: { STOATFLOW_PROCESSING_LANE: "4", STOATFLOW_APPS: "orders=http://x", PROCESSING_LANES: "1" },
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("STOATFLOW_PROCESSING_LANE ");
    expect(warnings[0]).toContain("STOATFLOW_PROCESSING_LANES");
  });
});

describe("an unknown key", () => {
  it.each([
    ["processing.lane", "processing.lanes"],
    ["processing.max-pol-records", "processing.max-poll-records"],
    ["server.prot", "server.port"],
    ["processing.lanes.count", "processing.lanes"],
    ["toString", ""],
  ])("stoatflow.%s warns and names the nearest known one", (key, nearest) => {
    const { options, warnings } = resolve({ yamlFile: yaml(`stoatflow.${key}: 4\n`) });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`stoatflow.${key} is ignored`);
    expect(warnings[0]).toContain(`stoatflow.${nearest}`);
    expect(options["processing.lanes"]).toBe(8);
  });

  it("that was there once is ignored in silence", () => {
    const key = "processing.timestamp-ordered-dispatch";
    const { warnings } = resolve({
      yamlFile: yaml(`stoatflow.${key}: true\n`),
      env: { STOATFLOW_PROCESSING_TIMESTAMP_ORDERED_DISPATCH: "false" },
    });
    expect(warnings).toEqual([]);
  });
});

describe("a bound", () => {
  it("of a partition's buffer may be below the records of one poll", () => {
    const given = { "processing.buffered-records-per-partition": 1, "processing.max-poll-records": 500 };
    expect(resolve({ code: given }).options).toMatchObject(given);
  });
});
