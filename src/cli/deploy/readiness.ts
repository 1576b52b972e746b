import * as z from "zod";
import type { Deployment } from "../configuration/deployment.ts";
import type { Found } from "./survey.ts";

/** How often /ready is asked, and the pause between, in milliseconds: a new address takes up to a minute to be known. */
const TRIES = 30;
const PAUSE_MS = 3_000;
const TIMEOUT_MS = 10_000;

const Answer = z.object({ status: z.string() });

/** Where the deployed Worker answers, without a slash at the end. */
export function addressOf({ variables, customDomains, worker }: Deployment, { subdomain }: Found): string {
  const given = variables.API_ORIGIN?.trim();
  if (given) return given.replace(/\/$/, "");
  const [domain] = customDomains;
  return `https://${domain ?? `${worker}.${subdomain}.workers.dev`}`;
}

/** What /ready says in the end, such as "ok" or "misconfigured"; null where there was no answer of the service. */
export async function askReady(
  address: string,
  pause: (ms: number) => Promise<void>,
): Promise<string | null> {
  let said: string | null = null;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    said = (await statusAt(`${address}/ready`)) ?? said;
    if (said === "ok" || said === "misconfigured") return said;
    if (attempt < TRIES) await pause(PAUSE_MS);
  }
  return said;
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
