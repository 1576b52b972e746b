import { setTimeout } from "node:timers/promises";
import { fetch } from "miniflare";
import type { Instance } from "./start.ts";

/** What the inspector replies to a call. */
interface Reply {
  id?: number;
  result?: { usedSize?: number; backingStorageSize?: number };
}

/**
 * Returns the most bytes that the heap of an instance's Worker was seen to hold while `run` ran, garbage and code included. The
 * instance needs an inspector, which answers whenever the Worker waits for something, if it is asked before the first request:
 * https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage
 */
export async function heapDuring({ miniflare }: Instance, run: () => Promise<unknown>): Promise<number> {
  const inspector = await miniflare.getInspectorURL();
  const list = await fetch(httpOf(new URL("/json", inspector).href));
  const workers = (await list.json()) as { id: string; webSocketDebuggerUrl: string }[];
  const own = workers.find(({ id }) => id.startsWith("core:user:"));
  // Without a user agent, the inspector asks for an Origin.
  const headers = { Upgrade: "websocket", "User-Agent": "bench" };
  const { webSocket } = await fetch(httpOf(own?.webSocketDebuggerUrl ?? inspector.href), { headers });
  if (!webSocket) throw new Error("the inspector accepts no WebSocket");
  const waiting = new Map<number, (result: Reply["result"]) => void>();
  webSocket.addEventListener("message", ({ data }) => {
    const { id = 0, result } = JSON.parse(String(data)) as Reply;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  webSocket.accept();
  let calls = 0;
  const call = (method: string): Promise<Reply["result"]> =>
    new Promise((resolve) => {
      waiting.set(++calls, resolve);
      webSocket.send(JSON.stringify({ id: calls, method }));
    });
  let most = 0;
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      const { usedSize = 0, backingStorageSize = 0 } = (await call("Runtime.getHeapUsage")) ?? {};
      most = Math.max(most, usedSize + backingStorageSize);
      // Else the inspector keeps the Worker from running.
      await setTimeout(5);
    }
  })();
  try {
    await run();
  } finally {
    isRunning = false;
  }
  await watching;
  webSocket.close();
  return most;
}

const httpOf = (url: string): string => url.replace(/^ws/, "http");
