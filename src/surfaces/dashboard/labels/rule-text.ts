import { RULE_DEVICES, RULE_SYSTEMS } from "../../../features/short-links/pick-offer.ts";
import { valueOfField } from "../../../ground/core/validation.ts";
import { localText, type Zone } from "../../../ground/core/zone.ts";
import { CHOICE_LABELS } from "./choice-labels.ts";
import { clockText } from "./link-labels.tsx";
import { type PlaceKind, placeName } from "./place-names.ts";
import type { PickName } from "./places.ts";

const AND = new Intl.ListFormat("en", { type: "conjunction" });
const OR = new Intl.ListFormat("en", { type: "disjunction" });

/** Devices of one system, by the kind and the system. */
const KINDS: Readonly<Record<string, string>> = {
  "phone ios": "iPhones",
  "tablet ios": "iPads",
  "phone android": "Android phones",
  "tablet android": "Android tablets",
};

/** The most values of a condition that are named. */
const MAX_NAMED = 3;

const named =
  (kind: PlaceKind) =>
  (code: string): string =>
    placeName(kind, code);

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

/** An offer among the others: how they are chosen, its position, and its share of a split in percent if it is known. */
export interface Among {
  pick: PickName;
  index: number;
  share?: number | string | undefined;
}

/**
 * Which visits get an offer, such as "iPhones in Canada" and "Canada"; empty for every visit. `at` returns the values of a condition,
 * such as `when.regions`, with times on the clocks of the organization.
 */
export function ruleText(at: (path: string) => readonly string[], { pick, index, share }: Among): string {
  const [own, also] = [at("countries"), at("when.countries")];
  const both = own.length > 0 && also.length > 0;
  const countries = both ? own.filter((each) => also.includes(each)) : [...own, ...also];
  const [devices, codes, sources] = [at("when.devices"), at("when.qrCodes"), at("when.sources")];
  const [regions, languages] = [at("when.regions"), at("when.languages")];
  const [[from = ""], [until = ""]] = [at("when.from"), at("when.until")];
  const conditions = [
    countries.length > 0 && ` in ${few(countries.map(named("country")), "countries")}`,
    regions.length > 0 &&
      `${countries.length > 0 ? ", " : " in "}${few(regions.map(named("region")), "regions", OR)}`,
    sources.length > 0 && ` from ${few(sources, "sources", OR)}`,
    codes.length > 0 && devices.length > 0 && `, by ${few(codes, "codes", OR)}`,
    languages.length > 0 && `, in ${few(languages.map(named("language")), "languages", OR)}`,
    from !== "" && `, from ${clockText(from)}`,
    until !== "" && `, until ${clockText(until)}`,
  ].filter((each) => each !== false);
  const scans = codes.length > 0 && `Scans of ${few(codes, "codes", OR)}`;
  const subject = devices.length > 0 ? devicesText(devices) : scans || "Visits";
  const hasRule = conditions.length > 0 || subject !== "Visits";
  const everybody = pick === "first" ? (index > 0 ? "Everybody else" : "Everybody") : "";
  const [weight] = at("weight");
  const part =
    share !== undefined ? `${share} %` : pick === "split" && weight !== undefined && `Weight ${weight}`;
  // A place needs no words around it, and a language or a time no comma before it.
  const [only = ""] = conditions;
  const [, place, other] = /^(?: in (.*)|, (.*))$/.exec(only) ?? [];
  const alone =
    subject === "Visits" && conditions.length === 1 ? (place ?? (other && `Visits ${other}`)) : undefined;
  return [part, hasRule ? (alone ?? subject + conditions.join("")) : everybody].filter(Boolean).join(": ");
}

/** Which visits get an offer of a definition, as `ruleText` says it. */
export const ruleOfOffer = (offer: object, zone: Zone, among: Among): string =>
  ruleText(
    (path) =>
      [valueOfField(offer, path) ?? []].flat().map((value) => {
        const text = String(value);
        const time = /^when\.(?:from|until)$/.test(path) ? new Date(text) : undefined;
        return time === undefined || Number.isNaN(time.getTime()) ? text : localText(time, zone);
      }),
    among,
  );
