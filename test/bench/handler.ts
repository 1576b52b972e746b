import { startBareWorker, writeBareWorker } from "./bare-workerd.ts";
import { buildPeer, bundleModules, workerText } from "./bundle.ts";
import { creating, visiting } from "./callers.ts";
import { cpuMilliseconds } from "./processes.ts";
import { median } from "./statistics.ts";

/** CPU time of one call of a Worker's fetch handler, without HTTP around it. */
export interface HandlerTime {
  name: string;
  /** Null if the system does not report CPU times. */
  microseconds: number | null;
  spread: [number, number] | null;
}

/** A create takes as long as fifty visits or more. */
const VISITS = { caller: visiting(), calls: 50_000 };
const CREATES = 2_000;

interface Side {
  name: string;
  /** The Worker, with index.js as its main module. */
  modules: Readonly<Record<string, string>>;
  /** The Worker that calls it. */
  caller: string;
  calls: number;
  counting?: boolean;
}

/** Measures the handlers in turn, `rounds` times each, with a share of the calls. */
export async function measureHandlers(
  bundle: string,
  directory: string,
  rounds: number,
  share = 1,
): Promise<HandlerTime[]> {
  const ours = Object.fromEntries(await bundleModules(bundle));
  const peer = async (name: string) => ({ "index.js": await workerText(`peers/${name}`) });
  const built = async (name: string) =>
    Object.fromEntries(await bundleModules(await buildPeer(`peers/${name}`, directory)));
  const creates = { caller: await creating(), calls: CREATES };
  const sides: Side[] = [
    { ...VISITS, name: "service", modules: ours },
    { ...VISITS, name: "service, with a Referer", caller: visiting({ referred: true }), modules: ours },
    { ...VISITS, name: "service, counting off", modules: ours, counting: false },
    { ...VISITS, name: "constant 302", modules: await peer("constant-redirect") },
    { ...VISITS, name: "302 with the same headers", modules: await peer("constant-redirect-headers") },
    { ...VISITS, name: "kept 302, request read", modules: await peer("kept-redirect") },
    { ...creates, name: "create without its storage", modules: ours },
    { ...creates, name: "the same, its verb alone", modules: await built("create-verb") },
    { ...creates, name: "the same, in one function", modules: await built("create-least") },
    { ...creates, name: "the same, only statements and response", modules: await peer("create-storage") },
  ];
  const times = sides.map((): (number | null)[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { modules, caller, calls, counting }] of sides.entries()) {
      const all = { "caller.js": caller, ...modules };
      const config = await writeBareWorker(directory, "handler", all, counting);
      times[index]?.push(await timeOfCall(config, calls * share));
    }
  }
  return sides.map(({ name }, index) => {
    const known = (times[index] ?? []).filter((time) => time !== null);
    if (known.length === 0) return { name, microseconds: null, spread: null };
    return { name, microseconds: median(known), spread: [Math.min(...known), Math.max(...known)] };
  });
}

/** In microseconds, after the same number of calls to warm up. */
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
