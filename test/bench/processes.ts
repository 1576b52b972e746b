import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Linux's figures of a process. Elsewhere there is no such file, and every figure is null. */

const run = promisify(execFile);

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

/**
 * The CPU time of the threads of `pid` so far, in milliseconds. Other load on the machine changes it far less than it changes the
 * time on the clock. https://docs.kernel.org/scheduler/sched-stats.html
 */
export async function cpuMilliseconds(pid: number | null): Promise<number | null> {
  try {
    const threads = pid === null ? [] : await readdir(`/proc/${pid}/task`);
    const lines = await Promise.all(
      threads.map((id) => readFile(`/proc/${pid}/task/${id}/schedstat`, "utf8")),
    );
    const nanoseconds = lines.map((line) => Number.parseInt(line, 10));
    return nanoseconds.length === 0 ? null : nanoseconds.reduce((sum, each) => sum + each) / 1e6;
  } catch {
    return null;
  }
}

async function readProcess(pid: number | null, file: string): Promise<string | null> {
  try {
    return pid === null ? null : await readFile(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return null;
  }
}
