import { HEADER_VALUE } from "./header-value.ts";

export const CORRELATION_ID = "X-Correlation-ID";

/** The request's correlation id, or a new one where it sent none that can be echoed. */
export function correlationIdOf(request: Request): string {
  const sent = request.headers.get(CORRELATION_ID);
  return sent !== null && HEADER_VALUE.test(sent) ? sent : crypto.randomUUID();
}
