import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Linux's figures of a process. Elsewhere there is no such file, and every figure is null. */

const run = promisify(execFile);

/** Kernel clock ticks per second, the unit of CPU times in /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** The used memory of `pid`, in KiB. */
export async function residentKib(pid: number | null): Promise<number | null> {
  const status = await readProcess(pid, "status");
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? "") ?? [];
  return kib === undefined ? null : Number(kib);
}

/** The child processes of this process, except the process that lists them. */
export async function childProcesses(): Promise<number[]> {
  try {
    const threads = await readdir("/proc/self/task");
    const lists = await Promise.all(threads.map((id) => readFile(`/proc/self/task/${id}/children`, "utf8")));
    return lists.join(" ").split(/\s+/).filter(Boolean).map(Number);
  } catch {
    const { stdout } = await run("pgrep", ["-P", String(process.pid)]).catch(() => ({ stdout: "" }));
    return stdout.split(/\s+/).filter(Boolean).map(Number);
  }
}

/** User and system time of all threads of `pid` so far, in milliseconds. */
export async function cpuMilliseconds(pid: number | null): Promise<number | null> {
  const stat = await readProcess(pid, "stat");
  if (stat === null) return null;
  // Counted from behind the name in parentheses, which may contain blanks: state is the first.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

async function readProcess(pid: number | null, file: string): Promise<string | null> {
  try {
    return pid === null ? null : await readFile(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return null;
  }
}
