import { afterEach, beforeEach, vi } from "vitest";
import { type Refusal, signIn } from "../../src/surfaces/dashboard/sign-in/identity.ts";
import { AUDIENCE, claimsAt, newKey, startTeam, type Team } from "./team.ts";

/** When people sign in, unless a test says otherwise. */
export const NOW = new Date("2026-11-21T12:00:00.000Z");
export const SECOND = 1000;
/** The time this many milliseconds after `NOW`. */
export const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
/** The time this many seconds after `NOW`, in seconds since 1970 as tokens have it. */
export const seconds = (offset: number) => NOW.getTime() / SECOND + offset;

/**
 * Starts a team of Cloudflare Access before each test of the file, which publishes `key` but not `other`, and closes it
 * afterwards. Each team has an address of its own, so what one test left in the memory of the isolate does not meet the
 * next.
 */
export async function startTeams() {
  const [key, other] = await Promise.all([newKey("current"), newKey("other")]);
  let team: Team;
  let lines: unknown[];
  let refusal: Refusal | null;
  beforeEach(async () => {
    team = await startTeam(key);
    lines = [];
    refusal = null;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await team.close();
  });
  /** The team and the lines of the log of the test that runs. A test that closes the team puts another in its place. */
  const current = {
    get team() {
      return team;
    },
    set team(next) {
      team = next;
    },
    get lines() {
      return lines;
    },
    /** Why the last request signed nobody in. */
    get refusal() {
      return refusal;
    },
  };

  const claims = (changes: Record<string, unknown> = {}) => ({ ...claimsAt(team.origin, NOW), ...changes });
  /** Who is signed in by a request with these headers; null where nobody is. */
  const emailOf = async (headers: Record<string, string>, time = NOW, context: object = {}) => {
    const found = await signIn(new Request("https://go.example.com/dashboard", { headers }), context, {
      cloudflareAccess: { issuer: team.origin, audience: AUDIENCE },
      signInHosts: [],
      now: () => time,
      log: (...line) => lines.push(line),
    });
    refusal = "refusal" in found ? found.refusal : null;
    return "email" in found ? found.email : null;
  };
  const byToken = (token: string, time?: Date, context?: object) =>
    emailOf({ "Cf-Access-Jwt-Assertion": token }, time, context);
  return { key, other, current, claims, emailOf, byToken };
}
