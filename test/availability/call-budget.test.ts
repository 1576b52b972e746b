import { beforeEach, describe, expect, test } from "vitest";
import { type Catalog, creationCalls, recheckCalls } from "../../src/features/availability/catalog.ts";
import { availabilityStore } from "../../src/features/availability/check-store.ts";
import { dayOf } from "../../src/ground/core/days.ts";
import { useService } from "../use-service.ts";

const NOON = new Date("2026-11-20T12:00:00.000Z");
const catalog = (dailyCalls: number): Catalog => ({
  dailyCalls,
  detailsMs: 0,
  lookUp: () => expect.fail("an allowance asks nobody"),
});

const service = await useService({}, "acme");
const store = availabilityStore(service.env.DB);
beforeEach(async () => {
  await service.env.DB.prepare("DELETE FROM catalog_calls").run();
});

/** How many of `attempts` calls are granted, up to the first that is not. */
async function granted({ take }: { take(): Promise<boolean> }, attempts: number): Promise<number> {
  for (let calls = 0; calls < attempts; calls++) if (!(await take())) return calls;
  return attempts;
}
const callsTaken = (purpose: "creation" | "recheck") => store.callsTaken("bigbox_w", purpose, dayOf(NOON));

describe("the calls of one creation", () => {
  const creation = (
    dailyCalls: number,
    most: number,
    until = new Date(NOON.getTime() + 1),
    now = () => NOON,
  ) => creationCalls(store, "bigbox_w", catalog(dailyCalls), { most, until, now });

  test("stay within the limit, and rejected calls are not counted", async () => {
    expect(await granted(creation(1000, 3), 10)).toBe(3);
    expect(await callsTaken("creation")).toBe(3);
    expect(await granted(creation(1000, 0), 10)).toBe(0);
    // Another creation has its own.
    expect(await granted(creation(1000, 3), 10)).toBe(3);
  });

  test("end at its time limit", async () => {
    let time = NOON;
    const calls = creation(1000, 10, new Date(NOON.getTime() + 2), () => time);
    expect(await calls.take()).toBe(true);
    time = new Date(NOON.getTime() + 1);
    expect(await calls.take()).toBe(true);
    time = new Date(NOON.getTime() + 2);
    expect(await calls.take()).toBe(false);
  });

  test("are at most 35 % of the retailer's daily limit, rounded down", async () => {
    expect(await granted(creation(9, 100), 100)).toBe(3);
    expect(await granted(creation(9, 100), 100)).toBe(0);
    expect(await granted(recheckCalls(store, "bigbox_w", catalog(9), NOON), 1)).toBe(1);
  });
});

describe("the calls to check links again", () => {
  const recheck = (hour: number) =>
    recheckCalls(
      store,
      "bigbox_w",
      catalog(100),
      new Date(`2026-11-20T${String(hour).padStart(2, "0")}:59:59Z`),
    );

  test.each([
    [0, 2],
    [11, 30],
    [23, 60],
  ])("in hour %i may use %i of 60 calls", async (hour, calls) => {
    const allowance = recheck(hour);
    expect(await allowance.anyLeft()).toBe(true);
    expect(await granted(allowance, calls - 1)).toBe(calls - 1);
    expect(await allowance.anyLeft()).toBe(true);
    expect(await granted(allowance, 10)).toBe(1);
    expect(await allowance.anyLeft()).toBe(false);
    expect(await callsTaken("recheck")).toBe(calls);
  });

  test("unused in one hour can be used in the next", async () => {
    expect(await granted(recheck(0), 1)).toBe(1);
    expect(await granted(recheck(1), 100)).toBe(4);
  });
});
