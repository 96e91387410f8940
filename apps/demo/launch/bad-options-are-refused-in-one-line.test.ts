import { expect, test } from "vitest";
import { parseLaunchOptions } from "./launch-options.ts";

test.each([
  [["--port", "0"], '--port is "0"; give a number from 1 to 65535'],
  [["--port", "65536"], '--port is "65536"'],
  [["--port", "http"], '--port is "http"'],
  [["--port", "1e3"], '--port is "1e3"'],
  [["--port", ""], '--port is ""'],
  [["--port"], "--port"],
  [["--brokers", "localhost"], '--brokers has "localhost"; give host:port'],
  [["--brokers", "a:9092,,b:9092"], '--brokers has ""'],
  [["--brokers", "a:99999"], '--brokers has "a:99999"'],
  [["--brokers", "http://a:9092"], '--brokers has "http://a:9092"'],
  [["--brokers", ""], '--brokers has ""'],
  [["--broker", "a:9092"], "Unknown option '--broker'"],
  [["orders"], "orders"],
])("%j", (words, message) => {
  const parsed = parseLaunchOptions(words);
  expect(parsed.kind).toBe("refused");
  if (parsed.kind !== "refused") return;
  expect(parsed.message).toContain(message);
  expect(parsed.message).not.toContain("\n");
});

test("without a word, port 3000 and the embedded log", () => {
  expect(parseLaunchOptions([])).toEqual({ kind: "run", options: { port: 3000, brokers: undefined } });
});

test("several brokers, names and addresses of both kinds", () => {
  const parsed = parseLaunchOptions([
    "--brokers",
    "kafka-1.internal:9092, 10.0.0.2:9093,[::1]:9094",
    "--port",
    "4000",
  ]);
  const brokers = ["kafka-1.internal:9092", "10.0.0.2:9093", "[::1]:9094"];
  expect(parsed).toEqual({ kind: "run", options: { port: 4000, brokers } });
});

test("help says each flag", () => {
  const parsed = parseLaunchOptions(["--help"]);
  const text = parsed.kind === "help" ? parsed.text : "";
  expect(text).toContain("--port");
  expect(text).toContain("--brokers");
});
