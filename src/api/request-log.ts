import type { AppContext } from "./context.ts";
import { errorForLog } from "./errors.ts";

/** Writes the one line of a request. It holds no key, no header and no body. */
export function logRequest(c: AppContext, route: string, started: number): void {
  const cause = c.error && errorForLog(c.error);
  const line = {
    correlationId: c.var.correlationId,
    keyId: c.get("apiKey")?.id,
    method: c.req.method,
    route,
    status: c.res.status,
    milliseconds: Date.now() - started,
    ...(cause !== undefined && { cause }),
  };
  (c.res.status >= 500 ? console.error : console.log)(JSON.stringify(line));
}
