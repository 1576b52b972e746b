import * as z from "zod";
import { associatesTag } from "../../ground/core/associates-tag.ts";
import type { FieldProblem } from "../../ground/core/errors.ts";
import { MARKETPLACES, USUAL_COUNTRY } from "../../ground/core/marketplaces.ts";
import type { ChoiceOffer } from "./choice-offer.ts";

/** Who gets the commission of one link. */
export const linkAffiliate = z
  .strictObject({
    tag: associatesTag()
      .describe(
        "Associates tag of the link in place of its project's, for each of its marketplace destinations: Amazon's reports name " +
          "orders by tag, so they name the link. Scans have it where the project allows tags on scans.",
      )
      .optional(),
  })
  .describe("Commission of the link, if it differs from that of its project.")
  .meta({ id: "LinkAffiliate" });
export type LinkAffiliate = z.infer<typeof linkAffiliate>;

/**
 * Why a choice can't have its tag; empty if it can. An unknown tag opens an empty cart, so the tag of one marketplace is never sent
 * to another.
 */
export function tagProblems(
  affiliate: LinkAffiliate | undefined,
  offers: readonly ChoiceOffer[] | undefined,
): FieldProblem[] {
  if (affiliate?.tag === undefined || offers === undefined) return [];
  const hosts = offers.flatMap(({ retailer, location }) => {
    const country = location && "country" in location ? location.country : undefined;
    return retailer === "marketplace" ? [MARKETPLACES[country ?? USUAL_COUNTRY]] : [];
  });
  const [first, ...others] = new Set(hosts);
  if (first !== undefined && others.length === 0) return [];
  const message =
    first === undefined
      ? "needs an offer for the marketplace"
      : `belongs to one marketplace, and the offers are for ${new Intl.ListFormat("en").format([first, ...others])}`;
  return [{ field: "affiliate.tag", message }];
}
