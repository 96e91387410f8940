import { Agent, get } from "node:http";

const timeoutMs = 30_000;

/**
 * Asks for the page once, so that the one who opens it does not wait for the first rendering.
 *
 * @throws {Error} where it is not answered as it should, or not in time.
 */
export function firstPage(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // An agent of its own knows of no proxy, whatever the environment says.
    const agent = new Agent();
    const request = get(url, { agent, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      answer.resume().once("end", () => {
        agent.destroy();
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`the console answers its first page with status ${answer.statusCode}`));
      });
    });
    request.once("error", reject);
  });
}
