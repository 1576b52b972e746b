import * as z from "zod";

/** The maximum wait for /ready, in milliseconds: a new domain's certificate takes minutes. */
const MAX_WAIT_MS = 5 * 60_000;
const PAUSE_MS = 3_000;
/** After how many attempts a line shows that the command still waits. */
const LINE = 10;
const TIMEOUT_MS = 10_000;

const Readiness = z.object({ status: z.string() });

/** The final status of /ready, such as "ok" or "misconfigured"; null if the service did not respond for five minutes. */
export async function askReady(
  address: string,
  pause: (ms: number) => Promise<void>,
  say: (line: string) => void,
): Promise<string | null> {
  const until = Date.now() + MAX_WAIT_MS;
  let status: string | null = null;
  for (let attempt = 1; attempt * PAUSE_MS < MAX_WAIT_MS && Date.now() < until; attempt++) {
    status = (await statusAt(address)) ?? status;
    if (status === "ok" || status === "misconfigured") return status;
    if (attempt % LINE === 0)
      say(`${address}/ready: ${status ?? "no response"}. Waiting for up to 5 minutes …`);
    await pause(PAUSE_MS);
  }
  return status;
}

/** The service's status at its /ready; null if the service does not respond. */
export async function statusAt(address: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${address}/ready`, { signal, redirect: "manual" });
    return Readiness.parse(await response.json()).status;
  } catch {
    return null; // Not deployed yet, or another service.
  }
}
