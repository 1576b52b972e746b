import { createMiddleware } from "hono/factory";
import { keyActor } from "../access/actor.ts";
import { type ApiKey, isUsable, isWellFormedApiKey } from "../access/api-key.ts";
import { requireScope } from "../access/permissions.ts";
import { API_KEY_HEADER } from "../core/api-key-format.ts";
import { sha256Hex } from "../core/digest.ts";
import { ServiceError } from "../core/errors.ts";
import type { OperationScope } from "../core/vocabulary.ts";
import { limitRate } from "../platform/rate-limit.ts";
import { type Attempt, attemptOf } from "../platform/wrong-clients.ts";
import type { AppContext, AppEnv } from "./context.ts";

/** Window of API_RATE_LIMIT in wrangler.toml, in seconds. */
const API_PERIOD = 10;

/**
 * Finds the API key of the request, counts the request `weight` times against the key's rate limit and, if `scope` is given,
 * requires that scope. Every 401 has the same message, whatever its reason.
 */
export const authenticate = (scope: OperationScope | null, weight: number, keyOf = keyInHeader) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { apiKeys, now } = c.var.dependencies;
    const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw);
    const key = await findKey(c, keyOf(c), attempt);
    if (!key) {
      await attempt.noteWrong();
      throw new ServiceError("unauthorized", "The API key is missing or not valid.");
    }
    attempt.noteRight();
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

async function findKey(c: AppContext, text: string | undefined, attempt: Attempt): Promise<ApiKey | null> {
  const { apiKeys, now } = c.var.dependencies;
  if (text === undefined || !isWellFormedApiKey(text)) return null;
  const key = await apiKeys.findByHash(await sha256Hex(text), attempt.begin);
  return key && isUsable(key, now()) ? key : null;
}
