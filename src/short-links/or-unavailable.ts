import { correlationIdOf } from "../platform/correlation-id.ts";
import type { Log } from "../platform/log.ts";
import { PROBLEMS, problemResponse } from "./problems.ts";

/**
 * The answer that `redirect` gives, or the page that says to come back where it throws or rejects, which is logged with
 * the page's correlation id. Whatever is wrong with one link, its shoppers never see an answer that is not ours.
 */
export function orUnavailable(
  request: Request,
  log: Log,
  redirect: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const unavailable = (cause: unknown): Response => {
    const correlationId = correlationIdOf(request);
    log("error", "redirect", { correlationId, status: 503, cause });
    return problemResponse(request, PROBLEMS.unavailable, correlationId);
  };
  try {
    const answer = redirect();
    return answer instanceof Response ? answer : answer.catch(unavailable);
  } catch (cause) {
    return unavailable(cause);
  }
}
