import { RULE_DEVICES, RULE_SYSTEMS } from "../../../features/short-links/pick-offer.ts";
import { LANGUAGE_TAG } from "../../../ground/core/language-tags.ts";
import { valueOfField } from "../../../ground/core/validation.ts";
import { localText, type Zone } from "../../../ground/core/zone.ts";
import { CHOICE_LABELS } from "./form-labels.ts";
import { clockText } from "./link-labels.tsx";

const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region" });
const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language" });
const AND = new Intl.ListFormat("en", { type: "conjunction" });
const OR = new Intl.ListFormat("en", { type: "disjunction" });

/** The name of a country; other texts stay as they are. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) && COUNTRIES.of(code)) || code;

/** The name of a language; other texts stay as they are. */
export const languageName = (tag: string): string => (LANGUAGE_TAG.test(tag) && LANGUAGES.of(tag)) || tag;

/** Regions by the last part of their codes (ISO 3166-2). Intl has no names of regions. */
const REGIONS: Readonly<Record<string, string>> = {
  US:
    "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware," +
    "DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa," +
    "KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota," +
    "MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey," +
    "NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon," +
    "PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah," +
    "VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming",
  CA:
    "AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador," +
    "NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec," +
    "SK Saskatchewan,YT Yukon",
};

/** The name of a region of the United States or Canada; other texts stay as they are. */
export function regionName(code: string): string {
  const [country = "", part = ""] = code.split("-");
  const named = (REGIONS[country] ?? "").split(",").find((each) => each.startsWith(`${part} `));
  return named?.slice(part.length + 1) ?? code;
}

/** Devices of one system, by the kind and the system. */
const KINDS: Readonly<Record<string, string>> = {
  "phone ios": "iPhones",
  "tablet ios": "iPads",
  "phone android": "Android phones",
  "tablet android": "Android tablets",
};

/** The most values of a condition that are named. */
const MAX_NAMED = 3;

const few = (values: readonly string[], noun: string, list = AND): string =>
  values.length > MAX_NAMED ? `${values.length} ${noun}` : list.format(values);

function devicesText(devices: readonly string[]): string {
  const label = (value: string) => CHOICE_LABELS[value] ?? value;
  const kinds = RULE_DEVICES.filter((each) => devices.includes(each));
  const systems = RULE_SYSTEMS.filter((each) => devices.includes(each));
  if (systems.length === 0) return AND.format(kinds.map(label));
  const named = kinds.flatMap((kind) => systems.map((system) => KINDS[`${kind} ${system}`]));
  if (named.length > 0 && named.every((name) => name !== undefined)) return AND.format(named);
  return `${kinds.length === 0 ? "Devices" : AND.format(kinds.map(label))} with ${OR.format(systems.map(label))}`;
}

/** How the offers of a choice are chosen: its `page.pick`. */
export type Pick = string | undefined;

/**
 * Which visits get an offer, such as "iPhones in Canada"; empty for every visit. `at` returns the texts of a condition, such as
 * `when.regions`, with times on the clocks of the organization. `index` is the position of the offer.
 */
export function ruleText(at: (path: string) => readonly string[], pick: Pick, index: number): string {
  const [own, also] = [at("countries"), at("when.countries")];
  const both = own.length > 0 && also.length > 0;
  const countries = both ? own.filter((each) => also.includes(each)) : [...own, ...also];
  const [devices, codes, sources] = [at("when.devices"), at("when.qrCodes"), at("when.sources")];
  const [regions, languages] = [at("when.regions"), at("when.languages")];
  const [[from = ""], [until = ""]] = [at("when.from"), at("when.until")];
  const conditions = [
    countries.length > 0 && ` in ${few(countries.map(countryName), "countries")}`,
    regions.length > 0 &&
      `${countries.length > 0 ? ", " : " in "}${few(regions.map(regionName), "regions", OR)}`,
    sources.length > 0 && ` from ${few(sources, "sources", OR)}`,
    codes.length > 0 && devices.length > 0 && `, by ${few(codes, "codes", OR)}`,
    languages.length > 0 && `, in ${few(languages.map(languageName), "languages", OR)}`,
    from !== "" && `, from ${clockText(from)}`,
    until !== "" && `, until ${clockText(until)}`,
  ].filter((each) => each !== false);
  const scans = codes.length > 0 && `Scans of ${few(codes, "codes", OR)}`;
  const subject = devices.length > 0 ? devicesText(devices) : scans || "Visits";
  const hasRule = conditions.length > 0 || subject !== "Visits";
  const everybody = pick === "first" ? (index > 0 ? "Everybody else" : "Everybody") : "";
  const [weight = "1"] = at("weight");
  return [pick === "split" && `Weight ${weight}`, hasRule ? subject + conditions.join("") : everybody]
    .filter(Boolean)
    .join(": ");
}

/** Which visits get an offer of a definition, as `ruleText` says it. */
export const ruleOfOffer = (offer: object, zone: Zone, pick: Pick, index: number): string =>
  ruleText(
    (path) =>
      [valueOfField(offer, path) ?? []].flat().map((value) => {
        const text = String(value);
        const time = /^when\.(?:from|until)$/.test(path) ? new Date(text) : undefined;
        return time === undefined || Number.isNaN(time.getTime()) ? text : localText(time, zone);
      }),
    pick,
    index,
  );
