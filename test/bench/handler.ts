import { startBareWorker, writeBareWorker } from "./bare-workerd.ts";
import { bundleText, peerText } from "./bundle.ts";
import { cpuMilliseconds } from "./processes.ts";
import { median } from "./statistics.ts";

/** CPU time of one call of a Worker's fetch handler, without HTTP around it. */
export interface HandlerTime {
  name: string;
  /** Null where the system tells no CPU times. */
  microseconds: number | null;
  spread: [number, number] | null;
}

/** Calls the handler of `worker.js` as often as the request says, for one link, as 40 browsers do in turn. */
const CALLER = `import worker from "./worker.js";
export default {
  async fetch(request, env, context) {
    const requests = Array.from({ length: 40 }, (_, index) => new Request("http://go.example.com/abcdefgh", {
      headers: {
        "User-Agent": \`Mozilla/5.0 (iPhone; CPU iPhone OS 18_\${index} like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148\`,
        Accept: "text/html,*/*;q=0.8",
        "CF-IPCountry": "US",
      },
    }));
    const calls = Number(new URL(request.url).searchParams.get("calls"));
    for (let call = 0; call < calls; call++) {
      const answer = worker.fetch(requests[call % requests.length], env, context);
      if (answer instanceof Promise) await answer;
    }
    return new Response();
  },
};`;

const CALLS = 50_000;

/** Measures the handlers in turn, `rounds` times each. */
export async function measureHandlers(
  bundle: string,
  directory: string,
  rounds: number,
): Promise<HandlerTime[]> {
  const ours = await bundleText(bundle);
  const sides = [
    { name: "service", text: ours, counting: true },
    { name: "service, counting off", text: ours, counting: false },
    { name: "constant 302", text: await peerText("constant-redirect"), counting: true },
    { name: "302 with the same headers", text: await peerText("constant-redirect-headers"), counting: true },
    {
      name: "302 from kept headers, request read",
      text: await peerText("prebuilt-redirect"),
      counting: true,
    },
  ];
  const times = sides.map((): (number | null)[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { text, counting }] of sides.entries()) {
      const config = await writeBareWorker(
        directory,
        "handler",
        { "caller.js": CALLER, "worker.js": text },
        counting,
      );
      times[index]?.push(await timeOfCall(config));
    }
  }
  return sides.map(({ name }, index) => {
    const known = (times[index] ?? []).filter((time) => time !== null);
    if (known.length === 0) return { name, microseconds: null, spread: null };
    return { name, microseconds: median(known), spread: [Math.min(...known), Math.max(...known)] };
  });
}

/** In microseconds, after as many calls to warm up. */
async function timeOfCall(config: string): Promise<number | null> {
  const { origin, pid, stop } = await startBareWorker(config);
  try {
    const call = async () => {
      const response = await fetch(`${origin}/?calls=${CALLS}`);
      if (response.status !== 200) throw new Error(`The calls ended in ${response.status}.`);
    };
    await call();
    const before = await cpuMilliseconds(pid);
    await call();
    const after = await cpuMilliseconds(pid);
    return before === null || after === null ? null : ((after - before) * 1_000) / CALLS;
  } finally {
    await stop();
  }
}
