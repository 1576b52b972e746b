import { HEADER_VALUE } from "./header-value.ts";

/** The header that carries the correlation id. */
export const CORRELATION_ID = "X-Correlation-ID";

/** The correlation id that the request sent, or null if it is missing or can't be echoed. */
export function sentCorrelationId(request: Request): string | null {
  const sent = request.headers.get(CORRELATION_ID);
  return sent !== null && HEADER_VALUE.test(sent) ? sent : null;
}

/** The request's correlation id, or a new id if it is missing or can't be echoed. */
export const correlationIdOf = (request: Request): string =>
  sentCorrelationId(request) ?? crypto.randomUUID();
