import type { JsonAnswer } from "../../platform/fetch-json.ts";

/** An answer, or another reason for having none. */
type Answer = JsonAnswer | { ok: false; reason: string; status?: number };

/** Whether a service refused what it was asked for, rather than that it was asked. */
export const isRejected = (answer: Answer): boolean => answer.status === 400 || answer.status === 404;

/** Why an answer is of no use, in words that may be logged: they hold nothing sent or received. */
export function failure(answer: Answer): string {
  if (!answer.ok)
    return answer.status === undefined ? answer.reason : `${answer.reason}, status ${answer.status}`;
  return answer.status === 200 ? "unexpected shape" : `status ${answer.status}`;
}
