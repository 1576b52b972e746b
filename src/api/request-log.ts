import type { AppContext } from "./context.ts";
import { errorForLog } from "./errors.ts";

/** Writes one log line for a request. It holds no API key, no header and no body. */
export function logRequest(c: AppContext, route: string, started: number): void {
  const { log } = c.var.dependencies;
  const actor = c.get("actor");
  log(c.res.status >= 500 ? "error" : "info", "request", {
    correlationId: c.var.correlationId,
    keyId: actor?.id,
    method: c.req.method,
    route,
    status: c.res.status,
    milliseconds: Date.now() - started,
    cause: c.error && errorForLog(c.error),
  });
}
