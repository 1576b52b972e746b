import { startBareWorker, writeBareWorker } from "./bare-workerd.ts";
import { bundleText, peerText } from "./bundle.ts";
import { creating, VISITING } from "./callers.ts";
import { cpuMilliseconds } from "./processes.ts";
import { median } from "./statistics.ts";

/** CPU time of one call of a Worker's fetch handler, without HTTP around it. */
export interface HandlerTime {
  name: string;
  /** Null where the system tells no CPU times. */
  microseconds: number | null;
  spread: [number, number] | null;
}

/** A create takes as long as fifty visits or more. */
const VISITS = { caller: VISITING, calls: 50_000 };
const CREATES = 2_000;

/** Measures the handlers in turn, `rounds` times each. */
export async function measureHandlers(
  bundle: string,
  directory: string,
  rounds: number,
): Promise<HandlerTime[]> {
  const ours = await bundleText(bundle);
  const sides: { name: string; text: string; caller: string; calls: number; counting?: boolean }[] = [
    { ...VISITS, name: "service", text: ours },
    { ...VISITS, name: "service, counting off", text: ours, counting: false },
    { ...VISITS, name: "constant 302", text: await peerText("constant-redirect") },
    { ...VISITS, name: "302 with the same headers", text: await peerText("constant-redirect-headers") },
    { ...VISITS, name: "302 from kept headers, request read", text: await peerText("prebuilt-redirect") },
    { name: "create without its storage", text: ours, caller: await creating(), calls: CREATES },
  ];
  const times = sides.map((): (number | null)[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { text, caller, calls, counting }] of sides.entries()) {
      const modules = { "caller.js": caller, "worker.js": text };
      const config = await writeBareWorker(directory, "handler", modules, counting);
      times[index]?.push(await timeOfCall(config, calls));
    }
  }
  return sides.map(({ name }, index) => {
    const known = (times[index] ?? []).filter((time) => time !== null);
    if (known.length === 0) return { name, microseconds: null, spread: null };
    return { name, microseconds: median(known), spread: [Math.min(...known), Math.max(...known)] };
  });
}

/** In microseconds, after as many calls to warm up. */
async function timeOfCall(config: string, calls: number): Promise<number | null> {
  const { origin, pid, stop } = await startBareWorker(config);
  try {
    const call = async () => {
      const response = await fetch(`${origin}/?calls=${calls}`);
      if (response.status !== 200) throw new Error(`The calls ended in ${response.status}.`);
    };
    await call();
    const before = await cpuMilliseconds(pid);
    await call();
    const after = await cpuMilliseconds(pid);
    return before === null || after === null ? null : ((after - before) * 1_000) / calls;
  } finally {
    await stop();
  }
}
