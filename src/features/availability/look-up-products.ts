import { USUAL_COUNTRY } from "../../ground/core/marketplaces.ts";
import type {
  Availability,
  AvailabilityOutcome,
  Offer,
  Products,
  SingleDestinationDefinition,
} from "../retailers/definition.ts";
import { dependsOnOffers } from "../retailers/destinations/bigbox-w.ts";
import type { ProductSelection } from "../retailers/parts.ts";
import { possibleProducts, withPossibleIds } from "../retailers/product-ids.ts";
import { CATALOG_RETAILERS } from "../retailers/variants.ts";
import type { CallBudget, Catalog, CatalogResponse } from "./catalog.ts";

/** The definition of a link or offer. `offerKey` is absent or '' for a link. */
export type LookUpDefinition = SingleDestinationDefinition & { offerKey?: string };

/** A definition whose retailer has a supported catalog. */
export type SupportedDefinition = Extract<
  SingleDestinationDefinition,
  { retailer: (typeof CATALOG_RETAILERS)[number] }
> & { offerKey?: string };

/** What a retailer's response means for a link. */
export interface Verdict {
  outcome: AvailabilityOutcome;
  products: Products;
  offers: ReadonlyMap<string, Offer>;
}

/** The result of a look-up for several links. */
interface LookUp {
  /** One for each link, in order; null if a decisive response is missing. */
  verdicts: (Verdict | null)[];
  stopped: CatalogResponse["stopped"];
}

/** Whether a look-up of the products can change a destination, or which offers a page shows. */
export const isDecidedByLookUp = <D extends LookUpDefinition>(
  definition: D,
): definition is D & SupportedDefinition => isSupported(definition) && decidingIds(definition).length > 0;

/** Whether the retailer can be asked about products: warnings and events name one that is gone, even if nothing can replace it. */
export const isWorthLookingUp = <D extends LookUpDefinition>(
  definition: D,
): definition is D & SupportedDefinition => isSupported(definition) && allIds(definition).length > 0;

/** The marketplace's API is asked about one marketplace only: that of the deployment's tag. */
const isSupported = (definition: LookUpDefinition): definition is SupportedDefinition =>
  CATALOG_RETAILERS.some((retailer) => retailer === definition.retailer) &&
  (definition.location?.country ?? USUAL_COUNTRY) === USUAL_COUNTRY;

/**
 * Looks up the products of `definitions`, all of the retailer of `catalog`: first the primaries that `idsOf` names, then the
 * backups of unavailable primaries. Links share calls if they get the same response. Never throws.
 */
export async function lookUpProducts(
  catalog: Catalog,
  definitions: readonly SupportedDefinition[],
  calls: CallBudget,
  idsOf: (definition: SupportedDefinition) => string[] = allIds,
): Promise<LookUp> {
  const groups = Map.groupBy(definitions, ({ location }) =>
    catalog.placeOf ? catalog.placeOf(location) : "",
  );
  const known = new Map<SupportedDefinition, ReadonlyMap<string, Offer>>();
  let stopped: CatalogResponse["stopped"] = "none";
  for (const group of groups.values()) {
    if (stopped !== "none") break;
    const response = await lookUpGroup(catalog, group, calls, idsOf);
    stopped = response.stopped;
    for (const definition of group) known.set(definition, response.offers);
  }
  return {
    verdicts: definitions.map((definition) =>
      verdictOn(definition, known.get(definition) ?? new Map(), idsOf),
    ),
    stopped,
  };
}

async function lookUpGroup(
  catalog: Catalog,
  definitions: readonly SupportedDefinition[],
  calls: CallBudget,
  idsOf: (definition: SupportedDefinition) => string[],
): Promise<CatalogResponse> {
  const location = definitions[0]?.location;
  const first = await catalog.lookUp([...new Set(definitions.flatMap(idsOf))], location, calls);
  const backups = new Set(
    definitions
      .flatMap((definition) => withPossibleIds(definition, definition.products))
      .filter(({ retailerProductId: id }) => first.offers.get(id)?.availability === "unavailable")
      .flatMap(({ backupProductIds = [] }) => backupProductIds)
      .filter((id) => !first.offers.has(id)),
  );
  if (backups.size === 0 || first.stopped !== "none") return first;
  const second = await catalog.lookUp([...backups], location, calls);
  return { offers: new Map([...first.offers, ...second.offers]), stopped: second.stopped };
}

/** The products of a link that the retailer can be asked about. */
function askable(definition: SupportedDefinition): readonly ProductSelection[] {
  const { retailer, location, products } = definition;
  // This retailer reports availability only per shop.
  if (retailer === "grocer_a" && !location?.storeId && !location?.zipCode) return [];
  return possibleProducts(definition, products);
}

const allIds = (definition: SupportedDefinition): string[] =>
  askable(definition).map(({ retailerProductId }) => retailerProductId);

/**
 * The products that decide the destination: those with backups, all products of a cart whose URL depends on offers, all products
 * if a fallbackUrl can replace them, and all products of an offer of a choice, which may be left out of the page.
 */
export function decidingIds(definition: SupportedDefinition): string[] {
  const { retailer, intent, fallbackUrl } = definition;
  const ofChoice = definition.offerKey !== undefined && definition.offerKey !== "";
  const dependsOn = retailer === "bigbox_w" && intent === "add_to_cart" && dependsOnOffers(definition);
  const all = ofChoice || dependsOn || fallbackUrl !== undefined;
  return askable(definition)
    .filter(({ backupProductIds }) => all || (backupProductIds?.length ?? 0) > 0)
    .map(({ retailerProductId }) => retailerProductId);
}

function verdictOn(
  definition: SupportedDefinition,
  offers: ReadonlyMap<string, Offer>,
  idsOf: (definition: SupportedDefinition) => string[],
): Verdict | null {
  const asked = idsOf(definition);
  if (!asked.every((id) => offers.has(id))) return null;
  const lines = withPossibleIds(definition, definition.products);
  const own = new Set([...asked, ...lines.flatMap(({ backupProductIds = [] }) => backupProductIds)]);
  // Responses for products of other links are ignored: the verdict must not depend on which links share a call.
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

/**
 * The products to link to: each unavailable primary is replaced by its first available backup, in the caller's order. A
 * primary with unknown availability or without an available backup stays: a shopper may still find it there. The number,
 * order and quantities of the lines stay; if two lines then have the same product, the cart builders add their quantities.
 */
export function chooseProducts(
  [first, ...more]: Products,
  availabilityOf: (id: string) => Availability,
): Products {
  const choose = (product: ProductSelection): ProductSelection => {
    if (availabilityOf(product.retailerProductId) !== "unavailable") return product;
    const backup = product.backupProductIds?.find((id) => availabilityOf(id) === "available");
    return backup === undefined ? product : { ...product, retailerProductId: backup };
  };
  return [choose(first), ...more.map(choose)];
}
