import { clientAddress } from "./client-address.ts";
import { keyedHash } from "./keyed-hash.ts";
import { Memory } from "./memory.ts";
import { giveBack, isOverLimit, limitRate, tooManyRequests } from "./rate-limit.ts";

/** Window of the limits of anonymous clients in wrangler.toml, and how long one counts as wrong, in seconds. */
const PERIOD = 60;
const CAPACITY = 10_000;

/** Of this isolate: for each limiter the clients that were just wrong, by a hash that names none of them. */
const wrong = new WeakMap<RateLimit, Memory<true>>();

/** One request of a client that nobody knows, for something that may not be there. */
export interface Attempt {
  /** Whether this isolate just saw the client be wrong. */
  readonly suspect: boolean;
  /** For a suspect, before anything is read for it: whether `limiter` has had enough of it. Never throws. */
  isOver(): Promise<boolean>;
  /** The same, but throws `rate_limited`. */
  begin(): Promise<void>;
  /** Notes that the client was right, which does not count after all. */
  noteRight(): void;
  /** Notes that the client was wrong, and counts that unless it was counted already. Throws `rate_limited`. */
  noteWrong(): Promise<void>;
}

/**
 * The attempt that `request` is. Whoever is wrong for the first time has cost a read by then; from there on the limiter
 * is asked before the work. A client that shares the address of one that guesses is refused with it.
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
    async noteWrong() {
      known.set(client, true, Date.now());
      if (!counted) await limitRate(limiter, address, PERIOD);
    },
  };
}
