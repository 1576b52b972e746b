import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export const ROOT = join(import.meta.dirname, "../..");

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of src/cli/commands as its npm script does, without npm, to its end. */
export async function runCli(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [join(ROOT, "src/cli/commands", file), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** A new empty directory and the way to remove it. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "shoppable-links-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
