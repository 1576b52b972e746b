import type { Link } from "../../../features/links/link.ts";
import { isPicked, plannedShares, tableNames } from "../labels/places.ts";
import { MARK, type UtmMarks, utmMarks } from "../labels/utm-marks.ts";

/** The places that a link sends people to, for its report. */
export interface SentPlaces {
  /** By the keys of its offers, in their order. */
  names: ReadonlyMap<string, string>;
  isSplit: boolean;
  /** Whether the offers of a split have conditions, so that the plan is not one for all visits. */
  hasConditions: boolean;
  /** The shares of a split in percent, by key; null where they are not those of all visits. */
  planned: ReadonlyMap<string, number> | null;
  /** How its pages can be distinguished elsewhere; null if they can't. */
  marks: UtmMarks | null;
  /** Where they get these marks; null for those who may not change the link. */
  markPath: string | null;
}

/** The places of a link that sends people without a page; null for other links. `editPath`: the path of its form, for those who may change it. */
export function sentPlacesOf(
  { offers, page }: Pick<Link, "offers" | "page">,
  editPath: string | null,
): SentPlaces | null {
  if (!offers || !isPicked(page?.pick)) return null;
  const names = tableNames(offers);
  const isSplit = page?.pick === "split";
  const hasConditions =
    isSplit && offers.some(({ countries, when }) => countries !== undefined || when !== undefined);
  const shares = plannedShares(offers);
  return {
    names: new Map(offers.map(({ key }, index) => [key, names[index] ?? key])),
    isSplit,
    hasConditions,
    planned:
      isSplit && !hasConditions ? new Map(offers.map(({ key }, index) => [key, shares[index] ?? 0])) : null,
    marks: isSplit ? utmMarks(offers) : null,
    markPath: editPath === null ? null : `${editPath}?${MARK}=1`,
  };
}
