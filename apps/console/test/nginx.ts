/** A real nginx with nothing set but where it listens and where it passes what it gets. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, vi } from "vitest";

export interface NginxLocation {
  /** As `/ops/`. */
  readonly location: string;
  readonly proxyPass: string;
}

export interface Nginx {
  /** The address of each server, in the order of the locations. */
  readonly urls: readonly string[];
  /**
   * Has a new worker take over, with `settings` of the main context from then on; the old one keeps its connections.
   * Resolves once that one takes no more.
   */
  reload(settings?: string): Promise<void>;
  stop(): Promise<void>;
}

const binary = process.env["NGINX_PATH"] ?? (existsSync("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "nginx");

/** One server for each location. */
export async function startNginx(locations: readonly NginxLocation[]): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), "stoatflow-nginx-"));
  // Its workers may be somebody else than whoever starts it.
  chmodSync(folder, 0o755);
  const ports = await freePorts(locations.length);
  const file = path.join(folder, "nginx.conf");
  const write = (settings: string): void =>
    writeFileSync(file, configuration(folder, locations, ports, settings));
  write("");
  const child = spawn(binary, ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log += String(chunk);
  });
  await answers(child, ports, () => log);
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    reload: async (settings = "") => {
      const before = shutdownsIn(log);
      write(settings);
      child.kill("SIGHUP");
      await vi.waitFor(() => expect(shutdownsIn(log)).toBeGreaterThan(before), { timeout: 20_000 });
    },
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(
  folder: string,
  locations: readonly NginxLocation[],
  ports: readonly number[],
  settings: string,
): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const servers = locations.map(
    ({ location, proxyPass }, index) =>
      `server { listen 127.0.0.1:${ports[index]}; location ${location} { proxy_pass ${proxyPass}; } }`,
  );
  return [
    `daemon off; pid ${folder}/pid; error_log stderr notice; worker_processes 1; ${settings}`,
    "events {}",
    `http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}`,
    ...servers,
    "}",
  ].join("\n");
}

function shutdownsIn(log: string): number {
  return log.split("gracefully shutting down").length - 1;
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}

async function answers(child: ChildProcess, ports: readonly number[], log: () => string): Promise<void> {
  for (const port of ports) {
    while (!(await isOpen(port)))
      if (child.exitCode !== null) throw new Error(`nginx ended with status ${child.exitCode}: ${log()}`);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
