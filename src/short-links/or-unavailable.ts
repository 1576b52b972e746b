import { correlationIdOf } from "../platform/correlation-id.ts";
import type { Log } from "../platform/log.ts";
import { PROBLEMS, problemResponse } from "./problems.ts";

/**
 * The response of `redirect`, or the 503 page if it throws or rejects. The error is logged with the page's correlation id.
 * So shoppers never see the runtime's own error page.
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
    const response = redirect();
    return response instanceof Response ? response : response.catch(unavailable);
  } catch (cause) {
    return unavailable(cause);
  }
}
