import { createMiddleware } from "hono/factory";
import { keyActor } from "../../features/access/actor.ts";
import { type ApiKey, isUsable, isWellFormedApiKey } from "../../features/access/api-key.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { API_KEY_CHECKSUM_LENGTH, API_KEY_HEADER } from "../../ground/core/api-key-format.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import { API_PERIOD, limitRate } from "../../ground/platform/rate-limit.ts";
import type { AppContext, AppEnv } from "../http/context.ts";

/** What a route requires of its callers. */
export interface Admission {
  scope: OperationScope | null;
  /** How many requests it counts as in the rate limit. Default: 1. */
  weight?: number;
  /** Starts a read that the operation needs while D1 looks up the key, so that the two waits overlap. */
  readAhead?: ((dependencies: AppContext["var"]["dependencies"]) => Promise<unknown>) | undefined;
  /** The API key in a request, if any. Default: the value of its header. */
  keyOf?: (c: AppContext) => string | undefined;
}

/** Authenticates the API key, applies its rate limit and requires `scope`. Every 401 has the same message. */
export const authenticate = ({ scope, weight = 1, readAhead, keyOf = keyInHeader }: Admission) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { apiKeys, now } = c.get("dependencies");
    const text = keyOf(c) ?? "";
    const known = apiKeys.recall(text);
    const key = known && isUsable(known, now()) ? known : await findKey(c, text, readAhead);
    const actor = { ...keyActor(key), correlationId: c.get("correlationId") };
    c.set("actor", actor);
    try {
      await limitRate(c.env.API_RATE_LIMIT, key.id, API_PERIOD, weight);
      if (scope) requireScope(actor, scope);
      await next();
    } finally {
      // Last, so that this write does not delay the D1 calls of the operation.
      apiKeys.touch(key.id, now());
    }
  });

const keyInHeader = (c: AppContext): string | undefined => c.req.header(API_KEY_HEADER);

/** The key in its header or as a bearer token (RFC 6750), which MCP clients can send. */
export const keyOrBearer = (c: AppContext): string | undefined =>
  keyInHeader(c) ?? /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];

/** The active key with this text. A client that sent invalid keys is limited. Throws `unauthorized` and `rate_limited`. */
async function findKey(c: AppContext, text: string, readAhead: Admission["readAhead"]): Promise<ApiKey> {
  const dependencies = c.get("dependencies");
  const isWellFormed = isWellFormedApiKey(text);
  const name = isWellFormed ? text.slice(-API_KEY_CHECKSUM_LENGTH) : "malformed";
  const attempt = attemptOf(c.env.AUTHENTICATION_RATE_LIMIT, c.req.raw, name);
  // A key that has just failed can't have become valid: no read.
  if (isWellFormed && !attempt.suspect) {
    await attempt.begin();
    // If this read fails, the operation's own read fails too and reports it.
    readAhead?.(dependencies).catch(() => {});
    const key = await dependencies.apiKeys.findByText(text);
    if (key && isUsable(key, dependencies.now())) {
      attempt.recordSuccess();
      return key;
    }
  }
  await attempt.recordFailure();
  throw new ServiceError(
    "unauthorized",
    `The API key is missing or invalid. Send it in the header ${API_KEY_HEADER}.`,
  );
}
