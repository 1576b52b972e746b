import type { Products, SingleDestinationDefinition } from "../retailers/definition.ts";
import { dependsOnOffers } from "../retailers/destinations/bigbox-w.ts";
import type { Availability, AvailabilityOutcome, Offer } from "../retailers/offer.ts";
import type { CallBudget, Catalog, CatalogResponse } from "./catalog.ts";
import { chooseProducts } from "./choose-products.ts";

/** The retailers with a catalog that can be asked. */
export const ASKABLE_RETAILERS = ["bigbox_w", "grocer_a", "marketplace"] as const;

/** The definition of a link or offer. `offerKey` is absent or '' for a link. */
export type AskedDefinition = SingleDestinationDefinition & { offerKey?: string };

/** One whose retailer can be asked for its products. */
export type AskableDefinition = Extract<
  SingleDestinationDefinition,
  { retailer: (typeof ASKABLE_RETAILERS)[number] }
> & { offerKey?: string };

/** What a retailer's answer means for a link. */
export interface Verdict {
  outcome: AvailabilityOutcome;
  products: Products;
  offers: ReadonlyMap<string, Offer>;
}

/** The result of a look-up for several links. */
export interface LookUp {
  /** One for each link, in order; null if an answer that decides it is missing. */
  verdicts: (Verdict | null)[];
  stopped: CatalogResponse["stopped"];
}

/** Whether a look-up of the products can change a destination, or which offers a page shows. */
export const isWorthLookingUp = <D extends AskedDefinition>(
  definition: D,
): definition is D & AskableDefinition => isAskable(definition) && primaries(definition).length > 0;

const isAskable = (definition: AskedDefinition): definition is AskableDefinition =>
  ASKABLE_RETAILERS.some((retailer) => retailer === definition.retailer);

/**
 * Looks up the products of `definitions`, all of the retailer of `catalog`: first the primaries, then the backups of
 * unavailable primaries. Links share calls if the retailer's answer is the same for them. Never throws.
 */
export async function lookUpProducts(
  catalog: Catalog,
  definitions: readonly AskableDefinition[],
  calls: CallBudget,
): Promise<LookUp> {
  const groups = Map.groupBy(definitions, ({ location }) =>
    catalog.byLocation ? JSON.stringify([location?.storeId, location?.zipCode]) : "",
  );
  const known = new Map<AskableDefinition, ReadonlyMap<string, Offer>>();
  let stopped: CatalogResponse["stopped"] = "none";
  for (const group of groups.values()) {
    if (stopped !== "none") break;
    const answer = await lookUpGroup(catalog, group, calls);
    stopped = answer.stopped;
    for (const definition of group) known.set(definition, answer.offers);
  }
  return {
    verdicts: definitions.map((definition) => verdictOn(definition, known.get(definition) ?? new Map())),
    stopped,
  };
}

async function lookUpGroup(
  catalog: Catalog,
  definitions: readonly AskableDefinition[],
  calls: CallBudget,
): Promise<CatalogResponse> {
  const location = definitions[0]?.location;
  const first = await catalog.lookUp([...new Set(definitions.flatMap(primaries))], location, calls);
  const backups = new Set(
    definitions
      .flatMap(({ products }) => products)
      .filter(({ retailerProductId: id }) => first.offers.get(id)?.availability === "unavailable")
      .flatMap(({ backupProductIds = [] }) => backupProductIds)
      .filter((id) => !first.offers.has(id)),
  );
  if (backups.size === 0 || first.stopped !== "none") return first;
  const second = await catalog.lookUp([...backups], location, calls);
  return { offers: new Map([...first.offers, ...second.offers]), stopped: second.stopped };
}

/**
 * The products to look up first: those with backups, all products of a cart whose URL depends on offers, and all
 * products of an offer of a choice, which may be left out of the page.
 */
function primaries(definition: AskableDefinition): string[] {
  const { retailer, intent, location } = definition;
  // This retailer knows the availability only in a shop.
  if (retailer === "grocer_a" && !location?.storeId && !location?.zipCode) return [];
  const ofChoice = definition.offerKey !== undefined && definition.offerKey !== "";
  const dependsOn = retailer === "bigbox_w" && intent === "add_to_cart" && dependsOnOffers(definition);
  const all = ofChoice || dependsOn;
  return definition.products
    .filter(({ backupProductIds }) => all || (backupProductIds?.length ?? 0) > 0)
    .map(({ retailerProductId }) => retailerProductId);
}

function verdictOn(definition: AskableDefinition, offers: ReadonlyMap<string, Offer>): Verdict | null {
  const asked = primaries(definition);
  if (!asked.every((id) => offers.has(id))) return null;
  const lines = definition.products;
  const own = new Set([...asked, ...lines.flatMap(({ backupProductIds = [] }) => backupProductIds)]);
  // Answers for products of other links are ignored: the verdict must not depend on which links share a call.
  const availabilityOf = (id: string): Availability =>
    (own.has(id) && offers.get(id)?.availability) || "unknown";
  const out = lines.filter(({ retailerProductId: id }) => availabilityOf(id) === "unavailable");
  const decided = out.every(({ backupProductIds = [] }) => {
    const open = backupProductIds.findIndex((id) => !offers.has(id));
    const found = backupProductIds.findIndex((id) => availabilityOf(id) === "available");
    return open < 0 || (found >= 0 && found < open);
  });
  if (!decided) return null;
  const products = chooseProducts(lines, availabilityOf);
  return { outcome: outcomeOf(asked, products, availabilityOf), products, offers };
}

function outcomeOf(
  asked: readonly string[],
  products: Verdict["products"],
  availabilityOf: (id: string) => Availability,
): AvailabilityOutcome {
  if (products.some(({ retailerProductId: id }) => availabilityOf(id) === "unavailable"))
    return "unavailable";
  if (asked.some((id) => availabilityOf(id) === "unavailable")) return "replaced";
  return asked.some((id) => availabilityOf(id) === "available") ? "available" : "unknown";
}
