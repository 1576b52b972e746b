import { CloudflareError } from "../cloudflare/account.ts";

/** A line of the status, and whether it needs attention: docs/operating.md says what to do. */
export interface Fact {
  name: string;
  text: string;
  alarm: boolean;
}

export const fact = (name: string, text: string, alarm = false): Fact => ({ name, text, alarm });

/** An unknown state, which needs attention, with its reason. */
export const unknown = (name: string, reason: string): Fact => fact(name, `unknown: ${reason}`, true);

/** The facts of `work`; if Cloudflare does not show them, that `name` is unknown. */
export const orUnknown = (name: string, work: Promise<Fact[]>): Promise<Fact[]> =>
  work.catch((error: unknown) => {
    if (!(error instanceof CloudflareError)) throw error;
    return [unknown(name, error.message)];
  });
