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

/** 8 to 128 visible ASCII characters or blanks, which a header carries unchanged in both directions. */
export const HEADER_VALUE = /^[\x20-\x7e]{8,128}$/;
