import * as z from "zod";
import type { Deployment } from "../configuration/deployment.ts";
import type { Found } from "./survey.ts";

/** How long /ready is waited for, in milliseconds: a new domain's certificate takes minutes. */
const MAX_WAIT_MS = 5 * 60_000;
const PAUSE_MS = 3_000;
/** How often a line says that the command still waits. */
const LINE_MS = 30_000;
const TIMEOUT_MS = 10_000;

const Answer = z.object({ status: z.string() });

/** Where the deployed Worker answers, without a slash at the end. */
export function addressOf({ variables, customDomains, worker }: Deployment, { subdomain }: Found): string {
  const given = variables.API_ORIGIN?.trim();
  if (given) return given.replace(/\/$/, "");
  const [domain] = customDomains;
  return `https://${domain ?? `${worker}.${subdomain}.workers.dev`}`;
}

/**
 * What /ready says in the end, such as "ok" or "misconfigured"; null where the service did not answer for five minutes.
 * Says every 30 seconds that it still waits.
 */
export async function askReady(
  address: string,
  pause: (ms: number) => Promise<void>,
  say: (line: string) => void,
): Promise<string | null> {
  const begun = Date.now();
  let status: string | null = null;
  let nextLine = LINE_MS;
  for (let attempt = 1; ; attempt++) {
    status = (await statusAt(`${address}/ready`)) ?? status;
    if (status === "ok" || status === "misconfigured") return status;
    const waited = Math.max(Date.now() - begun, attempt * PAUSE_MS);
    if (waited >= MAX_WAIT_MS) return status;
    if (waited >= nextLine) {
      const seconds = Math.floor(waited / 1000);
      say(
        `${address}/ready: ${status ?? "no answer"} after ${seconds} seconds. Waiting for up to 5 minutes …`,
      );
      nextLine += LINE_MS;
    }
    await pause(PAUSE_MS);
  }
}

/** What the service says of itself at its /ready; null where nothing of the service answers. */
export async function statusAt(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" });
    return Answer.parse(await response.json()).status;
  } catch {
    return null; // Not there yet, or not ours.
  }
}
