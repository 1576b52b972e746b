import { createMiddleware } from "hono/factory";
import { keyActor } from "../access/actor.ts";
import { type ApiKey, isUsable, isWellFormedApiKey } from "../access/api-key.ts";
import { requireScope } from "../access/permissions.ts";
import { API_KEY_HEADER } from "../core/api-key-format.ts";
import { sha256Hex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";
import type { OperationScope } from "../core/vocabulary.ts";
import { attemptOf } from "../platform/failed-attempts.ts";
import { API_PERIOD, limitRate } from "../platform/rate-limit.ts";
import type { AppContext, AppEnv } from "./context.ts";

/** How an operation is called. */
export interface Admission {
  scope: OperationScope | null;
  /** How many requests it counts as. Absent: one. */
  weight?: number;
  /** Begins to read what the operation needs while D1 is asked for the key, so that it does not wait twice. */
  readAhead?: ((dependencies: AppContext["var"]["dependencies"]) => Promise<unknown>) | undefined;
  /** The key's text; undefined where there is none. */
  keyOf?: (c: AppContext) => string | undefined;
}

/**
 * Finds the API key of the request, counts the request `weight` times against the key's rate limit and, if `scope` is given,
 * requires that scope. Every 401 has the same message, whatever its reason.
 */
export const authenticate = ({ scope, weight = 1, readAhead, keyOf = keyInHeader }: Admission) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { apiKeys, now } = c.var.dependencies;
    const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw);
    const key = await findKey(c, keyOf(c), async () => {
      await attempt.begin();
      // What fails here fails again where the operation asks, which tells it.
      readAhead?.(c.var.dependencies).catch(() => {});
    });
    if (!key) {
      await attempt.recordFailure();
      throw new ServiceError("unauthorized", "The API key is missing or not valid.");
    }
    attempt.recordSuccess();
    const actor = keyActor(key);
    c.set("actor", actor);
    try {
      await limitRate(c.env.API_RATE_LIMIT, key.id, API_PERIOD, weight);
      if (scope) requireScope(actor, scope);
      await next();
    } finally {
      // Last, so that this write does not delay the D1 calls that the answer needs.
      apiKeys.touch(key.id, now());
    }
  });

const keyInHeader = (c: AppContext): string | undefined => c.req.header(API_KEY_HEADER);

/** The key in its own header, or as a bearer token (RFC 6750), which is what MCP clients can be given. */
export const keyOrBearer = (c: AppContext): string | undefined =>
  keyInHeader(c) ?? /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];

/** The usable key with this text; null for none. D1 is read once `beforeRead` has resolved. */
async function findKey(
  c: AppContext,
  text: string | undefined,
  beforeRead: () => Promise<void>,
): Promise<ApiKey | null> {
  const { apiKeys, now } = c.var.dependencies;
  if (text === undefined || !isWellFormedApiKey(text)) return null;
  const key = await apiKeys.findByHash(await sha256Hex(text), beforeRead);
  return key && isUsable(key, now()) ? key : null;
}
