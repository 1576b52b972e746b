import { PAGE_LANGUAGES } from "../../short-links/choice.ts";
import { SelectField } from "../components/field.tsx";
import { CHOICE_MESSAGES } from "../labels/form-words.ts";
import { Document } from "../layout/layout.tsx";
import type { FormState } from "./form-state.ts";
import { SEEN_AS } from "./phone-page.ts";

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
/** Countries to look from besides those that the offers name. */
const USUAL = ["US", "CA", "GB", "DE"];

/** The countries of the offers in a form, as far as they are codes, and some more. */
function countriesIn({ rows }: FormState): string[] {
  const typed = (rows.get("offers") ?? []).flatMap(({ texts }) =>
    (texts.get("countries") ?? "").split(/\s+/),
  );
  return [...new Set([...typed.filter((code) => /^[A-Z]{2}$/.test(code)), ...USUAL])];
}

/** The page of a choice in the frame of a phone, as the form stands. A script keeps it up to date. */
export const Phone = ({ url, state }: { url: string; state: FormState }) => (
  <section class="sheet" aria-labelledby="phone-title">
    <h2 id="phone-title">What shoppers see</h2>
    <iframe class="phone" name="phone" title="The page as shoppers see it" />
    <div class="seen-as">
      <SelectField
        name={SEEN_AS.scheme}
        label="Colors"
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      <SelectField
        name={SEEN_AS.language}
        label="Language"
        options={PAGE_LANGUAGES.map((value) => ({ value, label: CHOICE_MESSAGES[value] ?? value }))}
      />
      <SelectField
        name={SEEN_AS.country}
        label="Shopper in"
        options={[
          { value: "", label: "Any country" },
          ...countriesIn(state).map((value) => ({ value, label: countryNames.of(value) ?? value })),
        ]}
      />
    </div>
    <button
      class="button plain small"
      type="submit"
      name="step"
      value="page"
      formaction={url}
      formtarget="phone"
      data-phone=""
    >
      Show the page
    </button>
  </section>
);

/** What the phone shows before any shop can lead somewhere. */
export const NoPageYet = () => (
  <Document title="The page" styles={[]}>
    <p class="no-page quiet">The page shows here once a shop has its product or address.</p>
  </Document>
);
