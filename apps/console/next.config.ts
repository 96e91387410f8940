import path from "node:path";
import type { NextConfig } from "next";

// The build reports nothing to the makers of its tools, however it is started.
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

/** A folder in this one, for a build that others must not replace; it serves what was type-checked elsewhere. */
const ownBuild = process.env["STOATFLOW_CONSOLE_BUILD"];

/**
 * Where the pages stand is chosen at start (`--base-path`); the build has this path in its place. The server puts the one
 * that was chosen wherever it leaves: see `server/placed-pages.ts`. No line of code may ask how long it is or whether it
 * is empty, since that would be answered by the build.
 */
const basePath = "/~stoatflow-base-path~";

const config: NextConfig = {
  basePath,
  env: { STOATFLOW_BUILT_BASE_PATH: basePath },
  // A proxy that adds a slash to the path of the pages would be sent back and forth.
  skipTrailingSlashRedirect: true,
  // What is sent is changed on its way, so it is packed behind that.
  compress: false,
  distDir: ownBuild ?? ".next",
  typescript: { ignoreBuildErrors: ownBuild !== undefined },
  // Beside the build lies what the pages need at run time: it is what a packed console is made of.
  ...(ownBuild === undefined ? { output: "standalone" as const } : {}),
  // The workspace root holds the lock file; Next would otherwise guess it.
  outputFileTracingRoot: path.join(import.meta.dirname, "../.."),
  turbopack: { root: path.join(import.meta.dirname, "../..") },
  transpilePackages: ["@stoatflow/api", "@stoatflow/engine", "geist"],
  // No page has an image to resize: what would run native code for it answers nothing.
  images: { unoptimized: true },
  // What was built is never written to: the console runs from a read-only folder.
  experimental: { isrFlushToDisk: false },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
};

export default config;
