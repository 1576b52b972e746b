import * as z from "zod";
import type { Instance } from "./start.ts";

const Targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
const USAGE = 2;
const Answer = z.object({ result: z.object({ usedSize: z.number() }) });

/** The used bytes of JavaScript objects in the Worker's isolate, after a garbage collection. */
export async function heapBytes({ miniflare }: Instance): Promise<number> {
  const inspector = await miniflare.getInspectorURL();
  const targets = Targets.parse(await (await fetch(`http://${inspector.host}/json`)).json());
  // The simulated stores are separate Workers in the same process.
  const target = targets.find(({ id }) => id.startsWith("core:user"));
  if (!target) throw new Error(`The inspector knows only ${targets.map(({ id }) => id).join(", ")}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const send = (id: number, method: string) => socket.send(JSON.stringify({ id, method }));
  socket.addEventListener("open", () => {
    send(1, "HeapProfiler.collectGarbage");
    send(USAGE, "Runtime.getHeapUsage");
  });
  socket.addEventListener("message", ({ data }) => {
    if (JSON.parse(String(data)).id === USAGE) resolve(String(data));
  });
  socket.addEventListener("close", () => reject(new Error("The inspector hung up.")));
  socket.addEventListener("error", () => reject(new Error("The inspector does not answer.")));
  try {
    return Answer.parse(JSON.parse(await promise)).result.usedSize;
  } finally {
    socket.close();
  }
}
