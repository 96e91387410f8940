/**
 * The engine and the API as others get them: packed, installed outside of the repository, and run as plain JavaScript
 * on the oldest Node that is supported. The program is the README's, copied from the page; the broker is real.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watermarksBody } from "@stoatflow/engine/wire";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { npm } from "../../.pack/npm.ts";
import { repository } from "../../.pack/repository.ts";
import { type Broker, startBroker } from "../broker/index.ts";
import { examplesOfPage } from "../docs/example.ts";
import { textOf } from "../docs/repository.ts";
import { waitFor } from "../wait-for.ts";
import { type NodeBinary, nodeBinary, oldestNode } from "./node-binary.ts";
import { Outside } from "./outside.ts";
import { PackedConsole } from "./packed-console.ts";
import { bodyOf, Started } from "./started.ts";

const packages = ["@stoatflow/engine", "@stoatflow/api"];
const addressOnThePage = "127.0.0.1:9092";

let broker: Broker;
let outside: Outside;
let node: NodeBinary;
let packed: PackedConsole;

beforeAll(async () => {
  broker = await startBroker();
  node = nodeBinary(oldestNode);
  outside = new Outside();
});

beforeAll(() => {
  packed = new PackedConsole();
});

afterAll(async () => {
  packed?.[Symbol.dispose]();
  outside?.[Symbol.dispose]();
  await broker?.stop();
});

/** Runs a script outside, with the oldest Node, to its end. */
function run(script: string): string {
  const done = spawnSync(node.path, [script], { cwd: outside.folder, encoding: "utf8", env: {} });
  if (done.status !== 0) throw new Error(`${script} ended with status ${done.status}: ${done.stderr}`);
  return done.stdout;
}

it("the packages hold what was built and nothing else", () => {
  for (const name of packages) {
    const folder = join(outside.folder, "node_modules", name);
    expect(readdirSync(folder).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  }
});

it("each door of both packages opens on the oldest Node, and knows its version", () => {
  const doors = packages.flatMap((name) => outside.doorsOf(name));
  expect(doors).toContain("@stoatflow/engine/kafka");
  const imports = doors.map((door) => `await import("${door}");`);
  outside.write("doors.js", `${imports.join("\n")}\nconsole.log("open", process.version);\n`);
  expect(run("doors.js")).toBe(`open v${oldestNode}\n`);
});

it("the declarations tell a wrong line from a right one", () => {
  const doors = packages.flatMap((name) => outside.doorsOf(name));
  const imports = doors.map((door, index) => `import * as door${index} from "${door}";`);
  const uses = doors.map((_door, index) => `void door${index};`);
  outside.write("doors.ts", [...imports, ...uses].join("\n"));
  expect(outside.compile("doors.ts")).toEqual([]);

  outside.write(
    "wrong.ts",
    'import { TimeWindows } from "@stoatflow/engine";\nTimeWindows.ofSizeAndGrace("1 minute", 0);\n',
  );
  expect(outside.compile("wrong.ts")).toEqual([expect.stringMatching(/wrong\.ts\(2,28\): error TS2345/)]);
});

it("the clients of the guide compile, and there is one tRPC for both sides", () => {
  const clients = examplesOfPage("docs/api-client.md", textOf("docs/api-client.md"));
  expect(clients.length).toBeGreaterThan(0);
  for (const [index, { code }] of clients.entries()) {
    outside.write(`client${index}.ts`, code);
    // tRPC's own declarations name a package that only a server of websockets has.
    const faults = outside
      .compile(`client${index}.ts`)
      .filter((fault) => !fault.includes("node_modules/@trpc/"));
    expect(faults).toEqual([]);
  }
  const installed = readdirSync(outside.folder, { recursive: true, encoding: "utf8" });
  expect(installed.filter((path) => path.endsWith("@trpc/server/package.json"))).toEqual([
    "node_modules/@trpc/server/package.json",
  ]);
});

it("the README's app runs, and one line of configuration shows it in the console", async () => {
  const [example, ...others] = examplesOfPage("README.md", textOf("README.md"));
  if (example === undefined || others.length > 0) throw new Error("README.md has not exactly one ts block");
  expect(example.code.split(addressOnThePage)).toHaveLength(2);
  outside.write("app.ts", example.code.replace(addressOnThePage, broker.brokers));
  expect(outside.compile("app.ts")).toEqual([]);
  await writeOrders(["north", "south"]);

  // The page's port may be taken here; the environment weighs more than code.
  const env = { STOATFLOW_SERVER_PORT: "0" };
  await using app = await Started.start({ node: node.path, words: ["app.js"], cwd: outside.folder, env });
  const watermarks = await waitFor("both orders are taken", async () => {
    const body = watermarksBody.parse(JSON.parse(await bodyOf(`${app.url}/watermarks`)));
    return body.partitions[0]?.position === "2" ? body : undefined;
  });
  expect(watermarks.app).toBe("orders");
  expect(JSON.parse(await bodyOf(`${app.url}/status`)).build.version).toBe("0.1.0");

  await using pages = await packed.start({ node: node.path, apps: `orders=${app.url}` });
  const shown = await waitFor("the console shows the app live", async () =>
    (await pages.apps()).find(({ connection }) => connection.kind === "live"),
  );
  expect(shown).toMatchObject({ id: "orders", app: "orders" });
});

it("a package is not packed by accident as it is in the workspace", () => {
  for (const name of packages) {
    const pack = () => npm(["pack", "-w", name, "--pack-destination", tmpdir()], repository);
    expect(pack).toThrow("npm run pack:packages");
  }
});

async function writeOrders(regions: readonly string[]): Promise<void> {
  const kafka = new Kafka({ brokers: [broker.brokers], logLevel: logLevel.ERROR });
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: "orders" }, { topic: "orders-per-minute" }] });
  await admin.disconnect();
  const producer = kafka.producer();
  await producer.connect();
  const messages = regions.map((region, index) => ({
    key: `order-${index}`,
    value: JSON.stringify({ region }),
  }));
  await producer.send({ topic: "orders", messages });
  await producer.disconnect();
}
