import type { LinkDefinition, Products } from "../retailers/definition.ts";
import { dependsOnOffers } from "../retailers/destinations/bigbox-w.ts";
import type { Availability, Offer } from "../retailers/offer.ts";
import type { CallAllowance, Catalog, CatalogAnswer } from "./catalog.ts";
import { chooseProducts } from "./choose-products.ts";

/** Retailers whose products can be asked for at all. */
export const ASKABLE_RETAILERS = ["bigbox_w", "grocer_a", "marketplace"] as const;

/** A link whose products can be asked for. */
export type AskableDefinition = Extract<LinkDefinition, { retailer: (typeof ASKABLE_RETAILERS)[number] }>;

/** What a look-up says of a link's products as a whole. */
export const AVAILABILITY_OUTCOMES = ["available", "replaced", "unavailable", "unknown"] as const;
export type AvailabilityOutcome = (typeof AVAILABILITY_OUTCOMES)[number];

/** Where a link should lead by what its retailer answered. */
export interface Verdict {
  /** `replaced`: a backup stands in. `unavailable`: a product is out and has none. */
  outcome: AvailabilityOutcome;
  products: Products;
  offers: ReadonlyMap<string, Offer>;
}

export interface LookUp {
  /** One for each link, in order; null where something that decides was not answered. */
  verdicts: (Verdict | null)[];
  stopped: CatalogAnswer["stopped"];
}

/** Whether asking for the products of a link can change where it leads. */
export const isWorthLookingUp = <D extends LinkDefinition>(
  definition: D,
): definition is D & AskableDefinition => isAskable(definition) && primaries(definition).length > 0;

const isAskable = (definition: LinkDefinition): definition is AskableDefinition =>
  ASKABLE_RETAILERS.some((retailer) => retailer === definition.retailer);

/**
 * Asks `catalog` for the products of `definitions`, all of its retailer: first the primaries, then the backups of those
 * that are out. Links share calls where the retailer's answer is the same for them. Never throws.
 */
export async function lookUpProducts(
  catalog: Catalog,
  definitions: readonly AskableDefinition[],
  calls: CallAllowance,
): Promise<LookUp> {
  const groups = Map.groupBy(definitions, ({ location }) =>
    catalog.byLocation ? JSON.stringify([location?.storeId, location?.zipCode]) : "",
  );
  const known = new Map<AskableDefinition, ReadonlyMap<string, Offer>>();
  let stopped: CatalogAnswer["stopped"] = "none";
  for (const group of groups.values()) {
    if (stopped !== "none") break;
    const answer = await lookUpGroup(catalog, group, calls);
    stopped = answer.stopped;
    for (const definition of group) known.set(definition, answer.offers);
  }
  return {
    verdicts: definitions.map((definition) => judge(definition, known.get(definition) ?? new Map())),
    stopped,
  };
}

async function lookUpGroup(
  catalog: Catalog,
  definitions: readonly AskableDefinition[],
  calls: CallAllowance,
): Promise<CatalogAnswer> {
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

/** The products to ask for: those that a backup can replace, and all of a cart that offers decide. */
function primaries(definition: AskableDefinition): string[] {
  const { retailer, intent, location } = definition;
  // Without a shop this retailer never tells.
  if (retailer === "grocer_a" && !location?.storeId && !location?.zipCode) return [];
  const all = retailer === "bigbox_w" && intent === "add_to_cart" && dependsOnOffers(definition);
  return definition.products
    .filter(({ backupProductIds }) => all || (backupProductIds?.length ?? 0) > 0)
    .map(({ retailerProductId }) => retailerProductId);
}

function judge(definition: AskableDefinition, offers: ReadonlyMap<string, Offer>): Verdict | null {
  const asked = primaries(definition);
  if (!asked.every((id) => offers.has(id))) return null;
  const lines = definition.products;
  const own = new Set([...asked, ...lines.flatMap(({ backupProductIds = [] }) => backupProductIds)]);
  // What was asked for another link's sake must not make a difference that depends on who shares a call.
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
