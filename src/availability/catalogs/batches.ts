import type { Offer } from "../../retailers/offer.ts";
import type { CallBudget, CatalogResponse } from "../catalog.ts";

/** The result of one call. `rejected`: the retailer refused the ids. */
export type BatchResponse =
  | { kind: "answered"; offers: ReadonlyMap<string, Offer> }
  | { kind: "rejected" }
  | { kind: "failed"; reason: string };

/** The offer for a product that the retailer does not know. */
export const UNKNOWN_OFFER: Offer = { availability: "unknown", thirdParty: false };

/**
 * Looks up `ids` in batches of `size`, one after the other. An id that does not have the retailer's form is `unknown`
 * without a call. A single refused id makes the retailer reject its whole batch, so a rejected batch is halved until
 * that id is alone. The first call that fails ends the look-up, as the next calls would most likely fail too.
 */
export async function lookUpInBatches(
  ids: readonly string[],
  { size, form }: { size: number; form: RegExp },
  calls: CallBudget,
  ask: (batch: readonly string[]) => Promise<BatchResponse>,
): Promise<CatalogResponse> {
  const offers = new Map<string, Offer>();
  for (const id of ids) if (!form.test(id)) offers.set(id, UNKNOWN_OFFER);
  const askable = ids.filter((id) => form.test(id));
  const waiting: string[][] = [];
  for (let start = 0; start < askable.length; start += size) waiting.push(askable.slice(start, start + size));
  for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
    if (!(await calls.take())) return { offers, stopped: "spent" };
    const answer = await ask(batch);
    if (answer.kind === "failed") return { offers, stopped: { failed: answer.reason } };
    if (answer.kind === "rejected" && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      waiting.unshift(batch.slice(0, half), batch.slice(half));
      continue;
    }
    for (const id of batch) {
      const offer = answer.kind === "answered" ? answer.offers.get(id) : undefined;
      offers.set(id, offer ?? UNKNOWN_OFFER);
    }
  }
  return { offers, stopped: "none" };
}
