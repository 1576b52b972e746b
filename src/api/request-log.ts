import type { OrganizationActor } from "../access/actor.ts";
import { log } from "../platform/log.ts";
import type { AppContext } from "./context.ts";
import { errorForLog } from "./errors.ts";

/** The field that holds the id of who sent the request. */
const ACTOR_FIELD = { api_key: "keyId", member: "memberId" } as const satisfies Record<
  OrganizationActor["type"],
  string
>;

/** Writes one log line for a request. It holds no API key, no token, no e-mail address, no header and no body. */
export function logRequest(c: AppContext, route: string, started: number): void {
  // Only operations and the screens of an organization set it.
  const actor: OrganizationActor | undefined = c.get("actor");
  // Only the dashboard sets it.
  const refused = c.get("refusal");
  log(c.res.status >= 500 ? "error" : "info", "request", {
    correlationId: c.var.correlationId,
    ...(actor && { [ACTOR_FIELD[actor.type]]: actor.id }),
    method: c.req.method,
    route,
    status: c.res.status,
    milliseconds: Date.now() - started,
    ...(refused && { refused }),
    cause: c.error && errorForLog(c.error),
  });
}
