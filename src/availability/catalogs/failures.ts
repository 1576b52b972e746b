import type { JsonResponse } from "../../platform/fetch-json.ts";

/** An answer, or another reason why there is none. */
type Answer = JsonResponse | { ok: false; reason: string; status?: number };

/** Whether a service refused the content of a request, and not the caller or its credentials. */
export const isRejected = (answer: Answer): boolean => answer.status === 400 || answer.status === 404;

/**
 * Why an answer can't be used, in words that may be logged: they hold nothing that was sent or received, except the
 * status.
 */
export function failure(answer: Answer): string {
  if (!answer.ok)
    return answer.status === undefined ? answer.reason : `${answer.reason}, status ${answer.status}`;
  return answer.status === 200 ? "unexpected shape" : `status ${answer.status}`;
}
