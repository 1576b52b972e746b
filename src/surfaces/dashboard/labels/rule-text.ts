import { CONDITION_WORDS } from "../../../features/retailers/offer-when.ts";
import { type OfferWhen, RULE_DEVICES, RULE_SYSTEMS } from "../../../features/short-links/pick-offer.ts";
import { valueOfField } from "../../../ground/core/validation.ts";
import { localText, type Zone } from "../../../ground/core/zone.ts";
import { CHOICE_LABELS } from "./choice-labels.ts";
import { clockText } from "./link-labels.tsx";
import { placeName } from "./place-names.ts";
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

const few = (values: readonly string[], noun: string, list = OR): string =>
  values.length > MAX_NAMED ? `${values.length} ${noun}` : list.format(values);

/** A value of a condition as people know it. */
function valueText(name: keyof OfferWhen, value: string): string {
  const { typed } = CONDITION_WORDS[name];
  if (name === "from" || name === "until") return clockText(value);
  return typed === undefined || typed === "text" ? value : placeName(typed, value);
}

/** The conditions in the order of the sentence, after its subject. */
const ORDER = ["countries", "regions", "sources", "qrCodes", "languages", "from", "until"] as const;

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
  const [devices, codes] = [at("when.devices"), at("when.qrCodes")];
  const conditions = ORDER.flatMap((name) => {
    const values = name === "countries" ? countries : at(`when.${name}`).filter((value) => value !== "");
    // Without a device, codes are the subject.
    if (values.length === 0 || (name === "qrCodes" && devices.length === 0)) return [];
    const { before = "", many = "" } = CONDITION_WORDS[name].phrase ?? {};
    const joint = name === "regions" && countries.length > 0 ? "," : before;
    const texts = values.map((value) => valueText(name, value));
    return `${joint} ${few(texts, many, name === "countries" ? AND : OR)}`;
  });
  const scans = codes.length > 0 && `Scans of ${few(codes, "codes")}`;
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
