// The entry of every command: `npm run NAME` is `node src/surfaces/cli/run.mjs NAME`. Plain JavaScript, so that it can install
// missing packages, and the missing Node that runs TypeScript.
import { spawnSync } from "node:child_process";
import { install } from "./install.mjs";

// Node 22 warns that its SQLite is experimental.
process.removeAllListeners("warning");

const node = install();
if (node === process.execPath) await (await import("./commands.ts")).runNamed(process.argv.slice(2));
else if (node !== null)
  process.exitCode = spawnSync(node, process.argv.slice(1), { stdio: "inherit" }).status ?? 1;
