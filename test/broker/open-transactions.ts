import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { brokerJars } from "./jars.ts";
import { findJava } from "./java.ts";

/** The `transactional.id`s that have a transaction under way, as Kafka's own tool tells them. */
export async function openTransactions(brokers: string): Promise<string[]> {
  const classPath = join(await brokerJars(), "*");
  const tool = "org.apache.kafka.tools.TransactionsCommand";
  const args = ["-cp", classPath, tool, "--bootstrap-server", brokers, "list"];
  const { stdout } = await promisify(execFile)(findJava(), args);
  const [heading = "", ...rows] = stdout.trim().split("\n");
  if (!heading.includes("TransactionState")) throw new Error(`the tool said something else: ${stdout}`);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state]) => state === "Ongoing" || state?.startsWith("Prepare"))
    .map(([id = ""]) => id);
}
