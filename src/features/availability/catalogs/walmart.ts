import * as z from "zod";
import { DAY_MS } from "../../../ground/core/days.ts";
import { fetchJson } from "../../../ground/platform/fetch-json.ts";
import type { Availability, Offer } from "../../retailers/definition.ts";
import type { Catalog, ShopLocation } from "../catalog.ts";
import { type BatchResponse, detailsOf, failure, isRejected, lookUpInBatches } from "./batches.ts";
import { privateKeyBytes } from "./catalog-settings.ts";

/** The limits of the affiliate terms: ids per call, and calls per day. */
const IDS_PER_CALL = 20;
const CALLS_PER_DAY = 5_000;
const MAX_BYTES = 2_000_000;
const ITEM_ID = /^[1-9][0-9]{0,14}$/;

/** URL and credentials of the affiliate API. */
export interface WalmartSettings {
  baseUrl: string;
  consumerId: string;
  keyVersion: string;
  /** PKCS#8, as PEM or as base64 without the PEM lines. */
  privateKey: string;
}

const itemsResponse = z.object({ items: z.array(z.unknown()) });
const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);
const item = z.object({
  itemId: z.union([z.number(), z.string()]),
  stock: optional(z.string()),
  availableOnline: optional(z.boolean()),
  offerId: optional(z.string().regex(/^[0-9A-F]{32}$/)),
  marketplace: optional(z.boolean()),
  name: optional(z.string()),
  thumbnailImage: optional(z.string()),
});

/** The affiliate look-up of bigbox_w. `now` returns the time in milliseconds. */
export function walmartCatalog(settings: WalmartSettings, now: () => number): Catalog {
  let key: CryptoKey | null = null;

  async function fetchBatch(ids: readonly string[], place: string, limitMs: number): Promise<BatchResponse> {
    try {
      key ??= await importKey(settings.privateKey);
    } catch {
      return { kind: "failed", reason: "the private key is not PKCS#8" };
    }
    const headers = await signedHeaders(settings, key, now());
    const request = new Request(`${settings.baseUrl}/items?ids=${ids.join(",")}${place}`, { headers });
    const response = await fetchJson(request, { limitMs, maxBytes: MAX_BYTES });
    if (isRejected(response)) return { kind: "rejected" };
    const parsed = response.ok && response.status === 200 ? itemsResponse.safeParse(response.body) : null;
    if (!parsed?.success) return { kind: "failed", reason: failure(response) };
    const offers = parsed.data.items.flatMap((item) => toOffer(item, place !== ""));
    return { kind: "answered", offers: new Map(offers) };
  }

  return {
    dailyCalls: CALLS_PER_DAY,
    placeOf,
    detailsMs: 30 * DAY_MS,
    lookUp: (ids, location, calls) =>
      lookUpInBatches(ids, { size: IDS_PER_CALL, form: ITEM_ID }, calls, (batch) =>
        fetchBatch(batch, placeOf(location), calls.limitMs),
      ),
  };
}

/** The parameter for the place of a location. The API documents ZIP codes; it answers for stores only after approval. */
function placeOf(location: ShopLocation | null): string {
  const [zipCode] = /^\d{5}(?=$|-\d{4}$)/.exec(location?.zipCode?.trim() ?? "") ?? [];
  return zipCode === undefined ? "" : `&zipCode=${zipCode}`;
}

function toOffer(value: unknown, isForPlace: boolean): [string, Offer][] {
  const { success, data } = item.safeParse(value);
  if (!success) return [];
  const { itemId, offerId, marketplace = false, name, thumbnailImage } = data;
  const details = detailsOf(name, thumbnailImage);
  return [
    [
      String(itemId),
      { availability: availabilityOf(data, isForPlace), offerId, thirdParty: marketplace, details },
    ],
  ];
}

/** Without a place, an item that is not available online may be sold in stores. */
function availabilityOf({ stock, availableOnline }: z.infer<typeof item>, isForPlace: boolean): Availability {
  if (stock === "Not available") return "unavailable";
  if (availableOnline === false) return isForPlace ? "unavailable" : "unknown";
  const inStock = ["Available", "Limited Supply", "Last few items"];
  return stock !== undefined && inStock.includes(stock) ? "available" : "unknown";
}

async function importKey(text: string): Promise<CryptoKey> {
  const bytes = privateKeyBytes(text);
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  return crypto.subtle.importKey("pkcs8", bytes, algorithm, false, ["sign"]);
}

/** The headers with the signature of the three values, one per line. The retailer accepts a signature for 180 s. */
async function signedHeaders(
  { consumerId, keyVersion }: WalmartSettings,
  key: CryptoKey,
  timestamp: number,
): Promise<Record<string, string>> {
  const signed = new TextEncoder().encode(`${consumerId}\n${timestamp}\n${keyVersion}\n`);
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key, signed);
  return {
    Accept: "application/json",
    "WM_CONSUMER.ID": consumerId,
    "WM_CONSUMER.INTIMESTAMP": String(timestamp),
    "WM_SEC.KEY_VERSION": keyVersion,
    "WM_SEC.AUTH_SIGNATURE": btoa(String.fromCharCode(...new Uint8Array(signature))),
  };
}
