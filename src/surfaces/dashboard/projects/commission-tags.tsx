import type { EarningLinks } from "../../../features/links/count-earning-links.ts";
import { MAX_TAG } from "../../../ground/core/associates-tag.ts";
import { MARKETPLACE_COUNTRIES, MARKETPLACES } from "../../../ground/core/marketplaces.ts";
import { TextField } from "../components/field.tsx";
import type { FormState } from "../components/form-page.tsx";
import { earningText } from "./commission-card.tsx";

type Country = (typeof MARKETPLACE_COUNTRIES)[number];

/** The name of the field for the tag of a country. */
export const tagField = (country: Country) => `affiliate.marketplace.tags.${country}` as const;

/** The countries whose fields are always shown. */
export const USUAL: readonly Country[] = ["US", "CA", "DE", "GB"];
/** How tags of some countries look. */
const EXAMPLES: Partial<Record<Country, string>> = {
  US: "yourname-20",
  CA: "yourname-20",
  DE: "yourname-21",
  GB: "yourname-21",
};
/** The other countries. */
export const OTHERS = MARKETPLACE_COUNTRIES.filter((country) => !USUAL.includes(country));

/** A field for the tag of each country, with an example, and how many links get it. */
export const Tags = ({
  countries,
  form,
  earning,
}: {
  countries: readonly Country[];
  form: FormState;
  earning: EarningLinks;
}) => (
  <>
    {countries.map((country) => (
      <TextField
        {...form.field(tagField(country))}
        label={`Associates tag for ${MARKETPLACES[country]}`}
        hint={hintOf(country, earning)}
        maxLength={MAX_TAG}
        spellcheck={false}
      />
    ))}
  </>
);

/** An example of a tag, and how many links get it. */
function hintOf(country: Country, earning: EarningLinks): string | undefined {
  const example = EXAMPLES[country] && `Such as ${EXAMPLES[country]}.`;
  const links =
    earning.bySite.has(MARKETPLACES[country]) && `For ${earningText(earning, [MARKETPLACES[country]])}.`;
  return [example, links].filter(Boolean).join(" ") || undefined;
}
