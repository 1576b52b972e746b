import type { JsonResponse } from "../../../ground/platform/fetch-json.ts";
import type { Offer, ProductDetails } from "../../retailers/definition.ts";
import type { CallBudget, CatalogResponse } from "../catalog.ts";

/** The result of a call. `rejected`: the retailer rejected the ids. */
export type BatchResponse =
  | { kind: "answered"; offers: ReadonlyMap<string, Offer> }
  | { kind: "rejected" }
  | { kind: "failed"; reason: string };

/** The offer for a product that the retailer does not know. */
export const UNKNOWN_OFFER: Offer = { availability: "unknown", thirdParty: false };

/**
 * Looks up `ids` in batches of `size`, one after the other. An id that does not have the retailer's form is `unknown`
 * without a call. A single invalid id makes the retailer reject the whole batch, so a rejected batch is halved until
 * that id is isolated. The first failed call ends the look-up, because further calls would probably fail too.
 */
export async function lookUpInBatches(
  ids: readonly string[],
  { size, form }: { size: number; form: RegExp },
  calls: CallBudget,
  fetchBatch: (batch: readonly string[]) => Promise<BatchResponse>,
): Promise<CatalogResponse> {
  const offers = new Map<string, Offer>();
  for (const id of ids) if (!form.test(id)) offers.set(id, UNKNOWN_OFFER);
  const askable = ids.filter((id) => form.test(id));
  const waiting: string[][] = [];
  for (let start = 0; start < askable.length; start += size) waiting.push(askable.slice(start, start + size));
  for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
    if (!(await calls.take())) return { offers, stopped: "spent" };
    const response = await fetchBatch(batch);
    if (response.kind === "failed") return { offers, stopped: { failed: response.reason } };
    if (response.kind === "rejected" && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      waiting.unshift(batch.slice(0, half), batch.slice(half));
      continue;
    }
    for (const id of batch) {
      const offer = response.kind === "answered" ? response.offers.get(id) : undefined;
      offers.set(id, offer ?? UNKNOWN_OFFER);
    }
  }
  return { offers, stopped: "none" };
}

/** A response, or the reason why there is none. */
type FailedOrResponse = JsonResponse | { ok: false; reason: string; status?: number };

/** Whether a service rejected the content of a request rather than the caller or the credentials. */
export const isRejected = (response: FailedOrResponse): boolean =>
  response.status === 400 || response.status === 404;

/**
 * Why a response can't be used, as text that may be logged: it contains nothing that was sent or received, except the
 * status.
 */
export function failure(response: FailedOrResponse): string {
  if (!response.ok)
    return response.status === undefined ? response.reason : `${response.reason}, status ${response.status}`;
  return response.status === 200 ? "unexpected shape" : `status ${response.status}`;
}

const MAX_NAME = 200;

/** The details in a response: a name, and the http(s) URL of a picture; undefined without a name. */
export function detailsOf(name: unknown, picture: unknown): ProductDetails | undefined {
  const text = typeof name === "string" ? name.trim() : "";
  if (text === "") return undefined;
  const url = typeof picture === "string" ? URL.parse(picture) : null;
  const isPicture = url?.protocol === "https:" || url?.protocol === "http:";
  return { name: [...text].slice(0, MAX_NAME).join(""), ...(isPicture && { pictureUrl: url.href }) };
}
