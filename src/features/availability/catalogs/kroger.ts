import * as z from "zod";
import { DAY_MS } from "../../../ground/core/days.ts";
import type { Availability, Offer } from "../../retailers/definition.ts";
import type { CallBudget, Catalog, ShopLocation } from "../catalog.ts";
import { accessTokens } from "./access-tokens.ts";
import {
  type BatchResponse,
  detailsOf,
  failure,
  isRejected,
  lookUpInBatches,
  UNKNOWN_OFFER,
} from "./batches.ts";

/** The highest filter.limit, and the calls of /products a day. */
const IDS_PER_CALL = 50;
const CALLS_PER_DAY = 10_000;
const MAX_BYTES = 2_000_000;
const PRODUCT_ID = /^[0-9]{13}$/;
/** Postal codes whose nearest shop an isolate caches. */
const MAX_SHOPS = 1_000;

/** URL and credentials of the product API. */
export interface KrogerSettings {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

const listResponse = z.object({ data: z.array(z.unknown()) });
const shop = z.object({ locationId: z.string().regex(/^[0-9A-Za-z]{1,16}$/) });
const product = z.object({
  productId: z.string(),
  description: z.string().optional().catch(undefined),
  images: z
    .array(
      z.object({
        perspective: z.string().optional(),
        sizes: z.array(z.object({ size: z.string(), url: z.string() })),
      }),
    )
    .optional()
    .catch(undefined),
  items: z.array(z.object({ inventory: z.object({ stockLevel: z.string() }).optional().catch(undefined) })),
});

/**
 * The product API of grocer_a. It reports stock only per shop: the shop of storeId, else the shop nearest to the postal
 * code. `now` returns the time in milliseconds.
 */
export function krogerCatalog(settings: KrogerSettings, now: () => number): Catalog {
  const { baseUrl } = settings;
  const tokens = accessTokens(() => tokenRequest(settings), now);
  const shops = new Map<string, string | null>();

  const get = (path: string, limitMs: number) =>
    tokens.send(
      (token) =>
        new Request(baseUrl + path, {
          headers: { Accept: "application/json", Authorization: `Bearer ${token}` },
        }),
      { limitMs, maxBytes: MAX_BYTES },
    );

  /** The shop's id, null if there is none, or the reason why the call failed. */
  async function findShop(
    location: ShopLocation,
    limitMs: number,
  ): Promise<string | null | { failed: string }> {
    if (location?.storeId && /^[0-9A-Za-z]{8}$/.test(location.storeId)) return location.storeId;
    const [zip] = /^[0-9]{5}/.exec(location?.zipCode ?? "") ?? [];
    if (zip === undefined) return null;
    const known = shops.get(zip);
    if (known !== undefined) return known;
    const response = await get(`/locations?filter.zipCode.near=${zip}&filter.limit=1`, limitMs);
    const parsed = response.ok && response.status === 200 ? listResponse.safeParse(response.body) : null;
    if (!parsed?.success && !isRejected(response)) return { failed: failure(response) };
    const nearest = shop.safeParse(parsed?.data?.data[0]).data?.locationId ?? null;
    if (shops.size >= MAX_SHOPS) shops.clear();
    shops.set(zip, nearest);
    return nearest;
  }

  async function fetchBatch(
    ids: readonly string[],
    shopId: string | null,
    limitMs: number,
  ): Promise<BatchResponse> {
    const inShop = shopId === null ? "" : `&filter.locationId=${shopId}`;
    const query = `filter.productId=${ids.join(",")}${inShop}&filter.limit=${ids.length}`;
    const response = await get(`/products?${query}`, limitMs);
    if (isRejected(response)) return { kind: "rejected" };
    const parsed = response.ok && response.status === 200 ? listResponse.safeParse(response.body) : null;
    if (!parsed?.success) return { kind: "failed", reason: failure(response) };
    return { kind: "answered", offers: new Map(parsed.data.data.flatMap(toOffer)) };
  }

  return {
    dailyCalls: CALLS_PER_DAY,
    placeOf: (location) => JSON.stringify([location?.storeId, location?.zipCode]),
    detailsMs: 30 * DAY_MS,
    async lookUp(ids, location, calls: CallBudget) {
      const offers = new Map(ids.map((id): [string, Offer] => [id, UNKNOWN_OFFER]));
      const shopId = location === null ? null : await findShop(location, calls.limitMs);
      if (shopId === null && location !== null) return { offers, stopped: "none" };
      if (typeof shopId === "object" && shopId !== null) return { offers: new Map(), stopped: shopId };
      const productIds = [...new Set(ids.flatMap((id) => productIdOf(id) ?? []))];
      const response = await lookUpInBatches(
        productIds,
        { size: IDS_PER_CALL, form: PRODUCT_ID },
        calls,
        (batch) => fetchBatch(batch, shopId, calls.limitMs),
      );
      for (const id of ids) {
        const productId = productIdOf(id);
        if (productId === undefined) continue;
        const offer = response.offers.get(productId);
        if (offer) offers.set(id, offer);
        else offers.delete(id);
      }
      return { offers, stopped: response.stopped };
    },
  };
}

/** The product id: 13 digits, padded with zeros as in the product page's URL; undefined if `id` can't be one. */
const productIdOf = (id: string): string | undefined =>
  /^[0-9]{1,13}$/.test(id) ? id.padStart(13, "0") : undefined;

function tokenRequest({ baseUrl, clientId, clientSecret }: KrogerSettings): Request {
  return new Request(`${baseUrl}/connect/oauth2/token`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials&scope=product.compact",
  });
}

function toOffer(value: unknown): [string, Offer][] {
  const { success, data } = product.safeParse(value);
  if (!success) return [];
  const levels = data.items.map(({ inventory }) => LEVELS[inventory?.stockLevel ?? ""] ?? "unknown");
  const availability = levels.includes("available")
    ? "available"
    : levels.length > 0 && levels.every((level) => level === "unavailable")
      ? "unavailable"
      : "unknown";
  const front = data.images?.find(({ perspective }) => perspective === "front") ?? data.images?.[0];
  const small = front?.sizes.find(({ size }) => size === "small") ?? front?.sizes[0];
  const details = detailsOf(data.description, small?.url);
  return [[data.productId, { availability, thirdParty: false, details }]];
}

const LEVELS: Partial<Record<string, Availability>> = {
  HIGH: "available",
  LOW: "available",
  TEMPORARILY_OUT_OF_STOCK: "unavailable",
};
