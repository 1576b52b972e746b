import { HOUR_MS } from "../core/days.ts";
import { Memory } from "./memory.ts";
import { clientAddress, isOverLimit, keyedHash, limitRate, refund, tooManyRequests } from "./rate-limit.ts";

/** The window of the anonymous clients' limits in wrangler.toml, and how long a client remains suspect, in seconds. */
const PERIOD = 60;
const CAPACITY = 10_000;

/** For each limiter, this isolate's clients with recent failures, as hashes that do not identify them. */
const failedClients = new WeakMap<RateLimit, Memory<true>>();

/** A request of an anonymous client that may fail: for an unknown object, or with an invalid key. */
export interface LimitedAttempt {
  /** Whether an attempt of the client failed in this isolate within the last 60 s. */
  readonly suspect: boolean;
  /** Whether a suspect is over the limit. Call it before any read for the request. Never throws. */
  isOver(): Promise<boolean>;
  /** Like `isOver`, but throws `rate_limited`. */
  begin(): Promise<void>;
  /** Records a success. If the request was counted already, the count is taken back. */
  recordSuccess(): void;
  /** Records a failure, and counts the request unless it was counted already. Throws `rate_limited`. */
  recordFailure(): Promise<void>;
}

/** Clients with keys that were valid in this isolate within the last hour: guesses of others at their address don't limit them. */
const trusted = new Memory<true>(CAPACITY, HOUR_MS);

/**
 * Describes `request` as an attempt. The first failure of a client costs a read; after it, the limiter is queried before the
 * read. A client that shares its IP with a guessing client is limited together with it, unless attempts have a `key`, which
 * names what the client presented, such as the checksum of an API key. Then the limit of the address counts different keys
 * that failed, and repeats of a failed key have a limit of their own: a client with a wrong key does not block valid keys, and
 * nobody can try more keys than the limit.
 */
export function attemptOf(limiter: RateLimit, request: Request, key?: string): LimitedAttempt {
  let clients = failedClients.get(limiter);
  if (!clients) {
    clients = new Memory(CAPACITY, PERIOD * 1000);
    failedClients.set(limiter, clients);
  }
  const known = clients;
  const address = clientAddress(request);
  const client = key === undefined ? address : `${address} ${key}`;
  const hasFailed = (name: string): boolean => known.get(keyedHash(name), Date.now()) !== undefined;
  const suspect = hasFailed(client);
  const counter = suspect ? client : address;
  let counted = false;
  const isOver = async (): Promise<boolean> => {
    if (!hasFailed(counter)) return false;
    if (!suspect && trusted.get(keyedHash(client), Date.now())) return false;
    counted = !(await isOverLimit(limiter, counter, PERIOD));
    return !counted;
  };
  return {
    suspect,
    isOver,
    async begin() {
      if (await isOver()) throw tooManyRequests(PERIOD);
    },
    recordSuccess() {
      if (counted) refund(limiter, counter, PERIOD);
      counted = false;
      if (key !== undefined) trusted.set(keyedHash(client), true, Date.now());
    },
    async recordFailure() {
      for (const name of [client, address]) known.set(keyedHash(name), true, Date.now());
      if (!counted) await limitRate(limiter, counter, PERIOD);
    },
  };
}
