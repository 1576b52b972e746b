/**
 * What a check found. `moved`: it redirects for good; `slow`: no response in time; `blocked`: the host does not let programs
 * look, which says nothing; `failing`: a server error; `gone`: 404 or 410, or no connection; `soft_404`: a shop redirects a
 * product page to its home or search page.
 */
export const HEALTH_OUTCOMES = ["fine", "moved", "slow", "blocked", "failing", "gone", "soft_404"] as const;
export type HealthOutcome = (typeof HEALTH_OUTCOMES)[number];

/** The result of a check of one URL. */
export interface Checked {
  outcome: HealthOutcome;
  /** The status of the last response; null if there was none. */
  status: number | null;
  /** Where redirects led, in order. */
  redirects: string[];
}

/** The last check of a destination of a link. */
export interface DestinationHealth extends Checked {
  url: string;
  /** ISO 8601 in UTC. */
  checkedAt: string;
  /** Time of the first failed check in a row; null if the last check with a result succeeded. */
  failingSince: string | null;
  /** Whether checks failed at least a day apart. */
  broken: boolean;
}

/** Whether shoppers don't get what they came for; null if the check does not say. */
export function isFailure(outcome: HealthOutcome): boolean | null {
  if (outcome === "fine" || outcome === "moved") return false;
  return outcome === "slow" || outcome === "blocked" ? null : true;
}
