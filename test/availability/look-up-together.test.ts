import { afterEach, describe, expect, test, vi } from "vitest";
import { availabilityExtension } from "../../src/features/availability/availability-extension.ts";
import type { Catalog } from "../../src/features/availability/catalog.ts";
import type { PartEdit } from "../../src/features/links/extension.ts";
import type { Offer } from "../../src/features/retailers/definition.ts";
import type { Retailer } from "../../src/ground/core/vocabulary.ts";
import { SERVICE_DEADLINES } from "../../src/ground/platform/service-deadlines.ts";
import { dependenciesOf } from "../dependencies.ts";
import { CREATED } from "../links/links.ts";
import { definition } from "../retailers/definitions.ts";
import { useService } from "../use-service.ts";

const service = await useService();

/** A catalog that answers at once what `offers` has, and notes what it was asked. */
function catalogOf(offers: Record<string, Offer["availability"]>) {
  const asked: string[][] = [];
  const catalog: Catalog = {
    dailyCalls: 1_000_000,
    detailsMs: 0,
    async lookUp(ids, _location, calls) {
      asked.push(ids.toSorted());
      if (!(await calls.take())) return { offers: new Map(), stopped: "spent" };
      const known = ids.map(
        (id) => [id, { availability: offers[id] ?? "unknown", thirdParty: false }] as const,
      );
      return { offers: new Map<string, Offer>(known), stopped: "none" };
    },
  };
  return { asked, catalog };
}

/** A catalog that makes as many calls as it may, and finds nothing. */
function greedyCatalog() {
  const made = { calls: 0 };
  const catalog: Catalog = {
    dailyCalls: 1_000_000,
    detailsMs: 0,
    async lookUp(_ids, _location, calls) {
      while (await calls.take()) made.calls++;
      return { offers: new Map(), stopped: "spent" };
    },
  };
  return { made, catalog };
}

const product = (retailer: Retailer, primary: string, ...backupProductIds: string[]) => ({
  definition: definition({
    ...(retailer === "grocer_a" && { location: { zipCode: "45202" } }),
    retailer,
    intent: "product_detail",
    products: [{ retailerProductId: primary, backupProductIds }],
  }),
  previous: null,
  offerKey: "",
  link: null,
});
const follower = (catalogs: [Retailer, Catalog][]) =>
  availabilityExtension({
    ...dependenciesOf(service.env),
    // The clock stands still: how long a call takes is not what is tested here.
    now: () => CREATED,
    catalogs: new Map(catalogs),
  });
/** The hooks of the extension for each of these edits. */
function hooksFor(catalogs: [Retailer, Catalog][], edits: PartEdit[]) {
  const hooks = follower(catalogs).hooksFor(edits);
  return edits.map((edit) => hooks.get(edit));
}

describe("links that are created together", () => {
  test("share calls, and each link gets its own advice", async () => {
    const { asked, catalog } = catalogOf({ "1": "unavailable", "2": "available", "12": "available" });
    const parts = hooksFor(
      [["bigbox_w", catalog]],
      [
        product("bigbox_w", "1", "11", "12"),
        {
          definition: definition({
            retailer: "custom",
            intent: "custom_url",
            customUrl: "https://example.com/",
          }),
          previous: null,
          offerKey: "",
          link: null,
        },
        product("bigbox_w", "2", "12"),
        product("bigbox_w", "1"),
      ],
    );
    const advice = await Promise.all(parts.map((part) => part?.advise?.() ?? null));
    const chosen = advice.map((each) => each?.products.map(({ retailerProductId }) => retailerProductId));
    expect(chosen).toEqual([["12"], undefined, ["2"], undefined]);
    expect(asked).toEqual([
      ["1", "2"],
      ["11", "12"],
    ]);
    const keys = new Set(parts.flatMap((part) => part?.afterCommit?.key ?? []));
    expect([...keys]).toEqual(["bigbox_w"]);
  });

  test("together stay within the call limit of a single link", async () => {
    const [walmart, amazon] = [greedyCatalog(), greedyCatalog()];
    const both: [Retailer, Catalog][] = [
      ["bigbox_w", walmart.catalog],
      ["marketplace", amazon.catalog],
    ];
    const parts = hooksFor(both, [
      product("bigbox_w", "1", "2"),
      product("marketplace", "B000000001", "B000000002"),
      product("bigbox_w", "3", "4"),
    ]);
    await Promise.all(parts.map((part) => part?.advise?.()));
    // Where the machine is slow, the advice comes before the calls are made.
    await expect.poll(() => [walmart.made.calls, amazon.made.calls], { timeout: 30_000 }).toEqual([10, 10]);
  });
});

describe("a retailer that responds too late", () => {
  afterEach(() => void vi.useRealTimers());

  test("delays one creation, and no other for a minute", async () => {
    // Long ago, so that no other test of this worker is in that minute.
    vi.useFakeTimers({ now: new Date("2020-01-01T00:00:00.000Z") });
    const hanging: Catalog = {
      dailyCalls: 1_000_000,
      detailsMs: 0,
      lookUp: () => new Promise(() => {}),
    };
    const advise = (id: string) => {
      const [hooks] = hooksFor([["grocer_a", hanging]], [product("grocer_a", id, "9")]);
      const advice = hooks?.advise?.();
      const seen = { isDone: false };
      void advice?.then(() => (seen.isDone = true));
      return seen;
    };
    const first = advise("1");
    await vi.advanceTimersByTimeAsync(SERVICE_DEADLINES.creationAdvice - 1);
    expect(first.isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(first.isDone).toBe(true);
    const next = advise("2");
    await vi.advanceTimersByTimeAsync(0);
    expect(next.isDone).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    const later = advise("3");
    await vi.advanceTimersByTimeAsync(0);
    expect(later.isDone).toBe(false);
  });
});
