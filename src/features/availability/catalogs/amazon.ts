import * as z from "zod";
import { DAY_MS } from "../../../ground/core/days.ts";
import { pause } from "../../../ground/platform/deadlines.ts";
import type { Availability, Offer } from "../../retailers/definition.ts";
import type { Catalog } from "../catalog.ts";
import { accessTokens } from "./access-tokens.ts";
import { type BatchResponse, detailsOf, failure, isRejected, lookUpInBatches } from "./batches.ts";

const IDS_PER_CALL = 10;
/** The limits of a new account: 8,640 calls a day, and one call a second. */
const CALLS_PER_DAY = 8_640;
const SPACING_MS = 1_100;
const MAX_BYTES = 1_000_000;
const ASIN = /^[A-Z0-9]{10}$/;
const MARKETPLACE = "www.amazon.com";

/** URLs and credentials of the Creators API. */
export interface AmazonSettings {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The API requires a registered Associates tag. */
  associatesTag: string;
}

const itemsResponse = z.object({ items: z.array(z.unknown()) });
/** The examples in the documentation use both names for the list. */
const getItemsResponse = z.union([
  z.object({ itemsResult: itemsResponse }).transform(({ itemsResult }) => itemsResult.items),
  z.object({ itemResults: itemsResponse }).transform(({ itemResults }) => itemResults.items),
  // If no item was found, there are only errors, one for each item.
  z.object({ errors: z.array(z.unknown()) }).transform((): unknown[] => []),
]);
const item = z.object({
  asin: z.string(),
  // Absent for products that nobody sells.
  offersV2: z
    .object({
      listings: z.array(
        z.object({ availability: z.object({ type: z.string() }).optional().catch(undefined) }),
      ),
    })
    .optional(),
  itemInfo: z
    .object({ title: z.object({ displayValue: z.string() }) })
    .optional()
    .catch(undefined),
  images: z
    .object({ primary: z.object({ small: z.object({ url: z.string() }) }) })
    .optional()
    .catch(undefined),
});

/** The Creators API of marketplace. `now` returns the time in milliseconds; `wait` resolves after that many. */
export function amazonCatalog(settings: AmazonSettings, now: () => number, wait = pause): Catalog {
  const tokens = accessTokens(() => tokenRequest(settings), now);

  async function fetchBatch(ids: readonly string[], limitMs: number): Promise<BatchResponse> {
    const limits = { limitMs, maxBytes: MAX_BYTES };
    const response = await tokens.send((token) => itemsRequest(settings, token, ids), limits);
    if (isRejected(response)) return { kind: "rejected" };
    const parsed = response.ok && response.status === 200 ? getItemsResponse.safeParse(response.body) : null;
    if (!parsed?.success) return { kind: "failed", reason: failure(response) };
    return { kind: "answered", offers: new Map(parsed.data.flatMap(toOffer)) };
  }

  return {
    dailyCalls: CALLS_PER_DAY,
    // https://affiliate-program.amazon.com/help/operating/policies: content may be stored for 24 hours.
    detailsMs: DAY_MS,
    lookUp(ids, _location, calls) {
      let first = true;
      return lookUpInBatches(ids, { size: IDS_PER_CALL, form: ASIN }, calls, async (batch) => {
        if (!first) await wait(SPACING_MS);
        first = false;
        return fetchBatch(batch, calls.limitMs);
      });
    },
  };
}

function tokenRequest({ tokenUrl, clientId, clientSecret }: AmazonSettings): Request {
  const grant = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  return new Request(tokenUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...grant, scope: "creatorsapi::default" }),
  });
}

function itemsRequest(
  { baseUrl, associatesTag }: AmazonSettings,
  token: string,
  ids: readonly string[],
): Request {
  return new Request(`${baseUrl}/catalog/v1/getItems`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "x-marketplace": MARKETPLACE,
    },
    body: JSON.stringify({
      itemIds: ids,
      itemIdType: "ASIN",
      marketplace: MARKETPLACE,
      partnerTag: associatesTag,
      resources: ["offersV2.listings.availability", "itemInfo.title", "images.primary.small"],
    }),
  });
}

/** An item without listings is `unknown`, as accounts without access to offers never get listings. */
function toOffer(value: unknown): [string, Offer][] {
  const { success, data } = item.safeParse(value);
  if (!success) return [];
  const states = (data.offersV2?.listings ?? []).map(
    ({ availability }) => STATES[availability?.type ?? ""] ?? "unknown",
  );
  const availability = states.includes("available")
    ? "available"
    : states.length > 0 && states.every((state) => state === "unavailable")
      ? "unavailable"
      : "unknown";
  const details = detailsOf(data.itemInfo?.title.displayValue, data.images?.primary.small.url);
  return [[data.asin, { availability, thirdParty: false, details }]];
}

const STATES: Partial<Record<string, Availability>> = {
  IN_STOCK: "available",
  IN_STOCK_SCARCE: "available",
  LEADTIME: "available",
  PREORDER: "available",
  AVAILABLE_DATE: "unavailable",
  OUT_OF_STOCK: "unavailable",
  UNAVAILABLE: "unavailable",
};
