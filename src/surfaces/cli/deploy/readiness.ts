import * as z from "zod";
import type { Deployment } from "../configuration/deployment.ts";
import type { Found } from "./survey.ts";

/** The maximum wait for /ready, in milliseconds: a new domain's certificate takes minutes. */
const MAX_WAIT_MS = 5 * 60_000;
const PAUSE_MS = 3_000;
/** How often a line shows that the command still waits. */
const LINE_MS = 30_000;
const TIMEOUT_MS = 10_000;

const Readiness = z.object({ status: z.string() });

/** The URL of the deployed Worker, without a final slash. */
export function addressOf({ variables, customDomains, worker }: Deployment, { subdomain }: Found): string {
  const given = variables.API_ORIGIN?.trim();
  if (given) return given.replace(/\/$/, "");
  const [domain] = customDomains;
  return `https://${domain ?? `${worker}.${subdomain}.workers.dev`}`;
}

/**
 * The final status of /ready, such as "ok" or "misconfigured"; null if the service did not respond for five minutes. Shows
 * every 30 seconds that it still waits.
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
        `${address}/ready: ${status ?? "no response"} after ${seconds} seconds. Waiting for up to 5 minutes …`,
      );
      nextLine += LINE_MS;
    }
    await pause(PAUSE_MS);
  }
}

/** The service's status at its /ready; null if the service does not respond. */
export async function statusAt(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "manual" });
    return Readiness.parse(await response.json()).status;
  } catch {
    return null; // Not deployed yet, or another service.
  }
}
