import { afterEach, expect, test, vi } from "vitest";
import { isOverLimit } from "../../src/ground/platform/rate-limit.ts";

const PERIOD = 10;
const REQUESTS = 1_000;

afterEach(() => vi.useRealTimers());

/** Sends many requests of a key, and returns how often they called the limiter, and the units that they requested. */
function busyKey() {
  const counts = { calls: 0, units: 0 };
  const limiter: RateLimit = {
    async limit({ delta = 1 }) {
      counts.calls++;
      counts.units += delta;
      return { success: true };
    },
  };
  return async () => {
    Object.assign(counts, { calls: 0, units: 0 });
    for (let sent = 0; sent < REQUESTS; sent++) await isOverLimit(limiter, "key_1", PERIOD);
    return { ...counts };
  };
}

test("a busy key needs few calls of the limiter, and fewer in the next window, which count all of its requests", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const sendMany = busyKey();
  const first = await sendMany();
  expect(first.calls).toBeLessThan(120);
  vi.setSystemTime(Date.now() + PERIOD * 1_000);
  const second = await sendMany();
  expect(second.calls).toBe(20);
  for (const { units } of [first, second]) {
    expect(units).toBeGreaterThanOrEqual(REQUESTS);
    expect(units).toBeLessThanOrEqual(1.05 * REQUESTS);
  }
});

test("after a window without requests, they are counted one by one again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const sendMany = busyKey();
  const first = await sendMany();
  vi.setSystemTime(Date.now() + 2 * PERIOD * 1_000);
  expect(await sendMany()).toEqual(first);
});
