import { startBareWorker, writeBareWorker } from "./bare-workerd.ts";
import { bundleModules, workerText } from "./bundle.ts";
import { cpuMilliseconds } from "./processes.ts";
import { median } from "./statistics.ts";

/** From the start of a fresh workerd process to the end of its first response, in milliseconds. */
export interface ColdStart {
  name: string;
  milliseconds: number;
  /** The minimum and the maximum. */
  spread: [number, number];
  /** CPU time of the process until then; null if the system does not report it. */
  cpuMilliseconds: number | null;
}

/** Starts the service and a Worker with one KV get in turn, each `starts` times, in bare workerd. */
export async function measureColdStarts(
  bundle: string,
  directory: string,
  starts: number,
): Promise<ColdStart[]> {
  const sides = [
    {
      name: "service",
      modules: Object.fromEntries(await bundleModules(bundle)),
      starts: [] as Start[],
    },
    {
      name: "one KV get",
      modules: { "bare.js": await workerText("peers/kv-get") },
      starts: [] as Start[],
    },
  ];
  for (let start = 0; start <= starts; start++) {
    for (const { name, modules, starts: measured } of sides) {
      const config = await writeBareWorker(directory, name, modules);
      const answered = await firstResponse(config);
      // The first start reads the binary and its file from the disk.
      if (start > 0) measured.push(answered);
    }
  }
  return sides.map(({ name, starts: measured }) => {
    const times = measured.map(({ milliseconds }) => milliseconds);
    const cpu = measured.flatMap((each) => each.cpu ?? []);
    return {
      name,
      milliseconds: median(times),
      spread: [Math.min(...times), Math.max(...times)],
      cpuMilliseconds: cpu.length === 0 ? null : median(cpu),
    };
  });
}

interface Start {
  milliseconds: number;
  cpu: number | null;
}

async function firstResponse(config: string): Promise<Start> {
  const start = performance.now();
  const { origin, pid, stop } = await startBareWorker(config);
  try {
    const response = await fetch(`${origin}/abcdefgh`, {
      redirect: "manual",
      headers: { "User-Agent": "Mozilla/5.0 (iPhone) Mobile Safari", "CF-IPCountry": "US" },
    });
    await response.arrayBuffer();
    if (response.status !== 302) throw new Error(`The first answer is ${response.status} and not 302.`);
    return { milliseconds: performance.now() - start, cpu: await cpuMilliseconds(pid) };
  } finally {
    await stop();
  }
}
