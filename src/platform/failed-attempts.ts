import { clientAddress } from "./client-address.ts";
import { keyedHash } from "./keyed-hash.ts";
import { Memory } from "./memory.ts";
import { giveBack, isOverLimit, limitRate, tooManyRequests } from "./rate-limit.ts";

/** The window of the anonymous clients' limits in wrangler.toml, and how long a client stays suspect, in seconds. */
const PERIOD = 60;
const CAPACITY = 10_000;

/** For each limiter, the clients of this isolate that were recently wrong, as hashes that do not identify them. */
const wrong = new WeakMap<RateLimit, Memory<true>>();

/** One request of an anonymous client, for something that may not exist or with a key that may not be valid. */
export interface Attempt {
  /** Whether the client was wrong in this isolate within the last 60 s. */
  readonly suspect: boolean;
  /** To be called before anything is read for the request: whether a suspect is over the limit. Never throws. */
  isOver(): Promise<boolean>;
  /** Like `isOver`, but throws `rate_limited`. */
  begin(): Promise<void>;
  /** Notes that the client was right. If the request was counted already, the count is taken back. */
  noteRight(): void;
  /** Notes that the client was wrong, and counts the request unless it was counted already. Throws `rate_limited`. */
  recordFailure(): Promise<void>;
}

/**
 * Describes `request` as an attempt. The first wrong attempt of a client costs a read; after it, the limiter is asked
 * before the read. A client that shares its address with one that guesses is refused together with it.
 */
export function attemptOf(limiter: RateLimit, request: Request): Attempt {
  let clients = wrong.get(limiter);
  if (!clients) {
    clients = new Memory(CAPACITY, PERIOD * 1000);
    wrong.set(limiter, clients);
  }
  const known = clients;
  const address = clientAddress(request);
  const client = keyedHash(address);
  const suspect = known.get(client, Date.now()) !== undefined;
  let counted = false;
  const isOver = async (): Promise<boolean> => {
    if (!suspect) return false;
    counted = !(await isOverLimit(limiter, address, PERIOD));
    return !counted;
  };
  return {
    suspect,
    isOver,
    async begin() {
      if (await isOver()) throw tooManyRequests(PERIOD);
    },
    noteRight() {
      if (counted) giveBack(limiter, address, PERIOD);
      counted = false;
    },
    async recordFailure() {
      known.set(client, true, Date.now());
      if (!counted) await limitRate(limiter, address, PERIOD);
    },
  };
}
