import type { PretendedVisit } from "../../../features/links/preview-pick.ts";
import { PAGE_LANGUAGES } from "../../../ground/core/page-languages.ts";
import { type Option, SelectField } from "../components/field.tsx";
import { type PlaceKind, placeName } from "../labels/place-names.ts";
import { type FieldsOf, fieldsNamed, oneText } from "../layout/forms.ts";
import { readValues } from "./condition-texts.ts";
import type { FormState } from "./form-state.ts";

/** Countries in the menu besides those of the offers. */
const COMMON = ["US", "CA", "GB", "DE"];
const DEVICES: Readonly<Record<string, Pick<PretendedVisit, "device" | "system">>> = {
  iPhone: { device: "phone", system: "ios" },
  "Android phone": { device: "phone", system: "android" },
  iPad: { device: "tablet", system: "ios" },
  "Android tablet": { device: "tablet", system: "android" },
  Computer: { device: "desktop" },
};

/** The places of a kind that conditions of the offers name, and common ones. */
function codesIn({ rows }: FormState, paths: readonly string[], common: readonly string[]) {
  const typed = (rows.get("offers") ?? []).flatMap((row) =>
    paths.flatMap((path) => {
      const { values, problem } = readValues(path, row.texts.get(path) ?? "");
      return problem === undefined ? values : [];
    }),
  );
  return [...new Set([...common, ...typed])];
}

/** The menus: who the shopper is. */
export const SEEN_AS = {
  language: "seen-language",
  country: "seen-country",
  scheme: "seen-scheme",
  device: "seen-device",
} as const;
export const SEEN_FIELDS = fieldsNamed(Object.values(SEEN_AS), oneText);
export type Seen = FieldsOf<typeof SEEN_FIELDS>;

/** The visit that the menus describe. */
export function seenVisit(seen: Seen): PretendedVisit {
  const { [SEEN_AS.country]: country, [SEEN_AS.language]: language } = seen;
  return {
    ...(country !== "" && { country }),
    ...(language !== "" && { language }),
    ...DEVICES[seen[SEEN_AS.device]],
  };
}

/** Whether the menus describe a visit. */
export const isDescribed = (seen: Partial<Seen>): boolean =>
  [SEEN_AS.country, SEEN_AS.language, SEEN_AS.device].some((name) => (seen[name] ?? "") !== "");

const SCHEMES: readonly Option[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const UNKNOWN: Option = { value: "", label: "Unknown" };
const placesOf = (kind: PlaceKind, codes: readonly string[]): Option[] =>
  codes.map((value) => ({ value, label: placeName(kind, value) }));

const countriesIn = (state: FormState): Option[] =>
  placesOf("country", codesIn(state, ["countries", "when.countries"], COMMON));

/** The countries of the menu. A script adds those of rows to it. */
export const CountriesToTry = ({ state }: { state: FormState }) => (
  <datalist id="countries-to-try">
    {countriesIn(state).map(({ value, label }) => (
      <option value={value}>{label}</option>
    ))}
  </datalist>
);

const Menu = (menu: {
  of: keyof typeof SEEN_AS;
  label: string;
  seen: Partial<Seen>;
  options: readonly Option[];
}) => (
  <SelectField
    name={SEEN_AS[menu.of]}
    label={menu.label}
    value={menu.seen[SEEN_AS[menu.of]]}
    options={menu.options}
  />
);

/** The menus that say who a visit is by. */
export const SeenAs = ({
  state,
  seen,
  hasScheme,
}: {
  state: FormState;
  seen: Partial<Seen>;
  hasScheme: boolean;
}) => (
  <div class="seen-as">
    {hasScheme && <Menu of="scheme" label="Colors" seen={seen} options={SCHEMES} />}
    <Menu
      of="country"
      label={hasScheme ? "Shopper in" : "Country"}
      seen={seen}
      options={[UNKNOWN, ...countriesIn(state)]}
    />
    <Menu
      of="language"
      label="Language"
      seen={seen}
      options={[
        ...(hasScheme ? [] : [UNKNOWN]),
        ...placesOf("language", codesIn(state, ["when.languages"], PAGE_LANGUAGES)),
      ]}
    />
    <Menu
      of="device"
      label="Device"
      seen={seen}
      options={[UNKNOWN, ...Object.keys(DEVICES).map((value) => ({ value, label: value }))]}
    />
  </div>
);

/** The visit that the preview of rules tries. */
export const TriedVisit = ({ state, seen }: { state: FormState; seen: Partial<Seen> }) => (
  <section class="sheet" aria-labelledby="tried-title">
    <h2 id="tried-title">Try a visit</h2>
    <SeenAs state={state} seen={seen} hasScheme={false} />
  </section>
);
