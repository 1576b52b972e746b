import { ServiceError } from "../core/errors.ts";
import { DEADLINES, within } from "./deadlines.ts";

let key: Uint32Array | undefined;

/**
 * A 64-bit hash of `text` with a random key of this isolate, for caches that distinguish clients or API keys without storing
 * them. It differs between isolates. It is fast and not cryptographic, so it must not serve as a signature.
 */
export function keyedHash(text: string): string {
  // The runtime gives no random numbers before the first request.
  key ??= crypto.getRandomValues(new Uint32Array(2));
  let [a = 0, b = 0] = key;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x85ebca77);
    b = Math.imul(b ^ unit, 0xc2b2ae3d);
    a ^= b >>> 13;
    b ^= a >>> 16;
  }
  a = Math.imul(a ^ (a >>> 16), 0x2c1b3c6d) ^ Math.imul(b ^ (b >>> 15), 0x297a2d39);
  b = Math.imul(b ^ (b >>> 16), 0x2c1b3c6d) ^ Math.imul(a ^ (a >>> 15), 0x297a2d39);
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}

/** How many requests of a key this isolate has allowed in a window, and how many more it may allow without the limiter. */
interface Allowance {
  used: number;
  left: number;
  /** How many it allowed in the window before. */
  before: number;
}

/** The state of a limiter's keys in one window. */
interface Window {
  number: number;
  allowances: Map<string, Allowance>;
  before: ReadonlyMap<string, Allowance>;
}

/**
 * An isolate requests several units in advance: this share of the key's use in the window or in the window before. The share
 * bounds how far an isolate can exceed a limit, and saves a busy key most calls of the limiter, each of which takes as long as
 * a read of D1 in the local runtime. The requests of a key that sends fewer than 40 in a window are counted one by one.
 */
const AHEAD = 1 / 20;

/** Cached keys per limiter. For any other key, the limiter is called. */
const CAPACITY = 1_000;

/** Limit and window of API_RATE_LIMIT in wrangler.toml, the window in seconds. */
export const API_LIMIT = 1_000;
export const API_PERIOD = 10;

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/, without the header that counts what is left: no limiter says it. */
export const RATE_LIMIT_POLICY = { name: "RateLimit-Policy", value: `"key";q=${API_LIMIT};w=${API_PERIOD}` };

const windows = new WeakMap<RateLimit, Window>();

/**
 * Throws `rate_limited` if `key` is over the limit. A limiter that fails or hangs allows the request, because its failure
 * must not take the service down. `period` is the window in wrangler.toml, in seconds.
 */
export async function limitRate(limiter: RateLimit, key: string, period: number, weight = 1): Promise<void> {
  if (await isOverLimit(limiter, key, period, weight)) throw tooManyRequests(period);
}

/** The `rate_limited` error for a limit with a window of `period` seconds. */
export const tooManyRequests = (period: number): ServiceError =>
  new ServiceError("rate_limited", "Too many requests. Slow down and try again.", {
    retryAfterSeconds: period,
  });

/** Counts `weight` requests of `key`, and returns whether the key is over the limit. Never throws. */
export async function isOverLimit(
  limiter: RateLimit,
  key: string,
  period: number,
  weight = 1,
): Promise<boolean> {
  const allowance = allowanceOf(limiter, keyedHash(key), Math.floor(Date.now() / (period * 1000)));
  if (allowance.left >= weight) {
    allowance.left -= weight;
  } else {
    const delta = Math.max(weight, Math.floor(Math.max(allowance.used, allowance.before) * AHEAD));
    if (!(await isAllowed(limiter, key, delta))) return true;
    allowance.left += delta - weight;
  }
  allowance.used += weight;
  return false;
}

/** Takes back the count of a request of `key`, so that the next request in the window needs no call of the limiter. */
export function refund(limiter: RateLimit, key: string, period: number): void {
  const allowance = allowanceOf(limiter, keyedHash(key), Math.floor(Date.now() / (period * 1000)));
  allowance.left++;
  allowance.used = Math.max(0, allowance.used - 1);
}

async function isAllowed(limiter: RateLimit, key: string, delta: number): Promise<boolean> {
  try {
    return (await within(DEADLINES.rateLimiter, limiter.limit({ key, delta }))).success;
  } catch {
    return true;
  }
}

function allowanceOf(limiter: RateLimit, key: string, number: number): Allowance {
  let window = windows.get(limiter);
  if (window?.number !== number) {
    const before = window?.number === number - 1 ? window.allowances : new Map();
    window = { number, allowances: new Map(), before };
    windows.set(limiter, window);
  }
  const known = window.allowances.get(key);
  if (known) return known;
  if (window.allowances.size >= CAPACITY) window.allowances.clear();
  const fresh = { used: 0, left: 0, before: window.before.get(key)?.used ?? 0 };
  window.allowances.set(key, fresh);
  return fresh;
}

/**
 * The client by which rate limits count anonymous callers. Cloudflare sets the header; locally it is absent. Of an
 * IPv6 address only the first 64 bits count, because a client usually has the whole network (RFC 6177).
 */
export const clientAddress = (request: Request): string => clientNetwork(addressOf(request));

/** The client IP as Cloudflare says it, or "local". */
export const addressOf = (request: Request): string => request.headers.get("CF-Connecting-IP") ?? "local";

/** An IPv4 address as it is; of an IPv6 address its first 64 bits. */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [, mapped] = /^::ffff:([0-9.]+)$/i.exec(address) ?? [];
  return mapped ?? networkOf(address);
}

/** "2001:db8:0:1" of "2001:db8::1:0:0:0:7": `::` replaces the missing zeros. */
function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return [...groups, ...Array<string>(zeros).fill("0"), ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
