import { languageRanges } from "../../ground/core/language-tags.ts";
import { percentsOf } from "../../ground/core/percents.ts";
import type { ChoiceOffer } from "../retailers/choice-offer.ts";
import type { ChoiceDefinition } from "../retailers/definition.ts";
import { CONDITION_WORDS } from "../retailers/offer-when.ts";
import { PLAIN_PAGE } from "../short-links/choice.ts";
import { CONDITIONS, type OfferWhen, type PickVisit, pickOffer, ruleOf } from "../short-links/pick-offer.ts";
import { fallbackOf } from "../short-links/stored-choice.ts";

/** A visit to try the rules of a choice with. */
export interface PretendedVisit extends Omit<PickVisit, "isLenient" | "chance" | "languages"> {
  language?: string | undefined;
  /** ISO 8601. Default: now. */
  at?: string | undefined;
}

/** The result of a visit: an offer, one of several offers by chance, the fallbackUrl, or the page. */
export const PICK_OUTCOMES = ["offer", "split", "fallback", "page"] as const;

const CONDITION_NAMES = Object.keys(CONDITION_WORDS) as [keyof OfferWhen, ...(keyof OfferWhen)[]]; // keys of the record
/** Why a visit does not get an offer. `unknown`: a condition is about what is unknown of it; `later`: an earlier offer fits. */
export const MISFITS = [...CONDITION_NAMES, ...(["unknown", "sold_out", "later"] as const)] as const;
type MisfitCode = (typeof MISFITS)[number];

export interface PickedOffer {
  key: string;
  fits: boolean;
  /** Its share of such visits, in percent. */
  share: number;
  misfit?: { code: MisfitCode; text: string };
}

/** The result of a pretended visit, with a reason for each offer that it does not get. */
export interface PickPreview {
  outcome: (typeof PICK_OUTCOMES)[number];
  /** Null for a page of this service. */
  destination: string | null;
  offers: PickedOffer[];
}

/** Tries the rules of a choice with a pretended visit. `parts` are its offers with their destinations. */
export function previewPick(
  definition: ChoiceDefinition,
  parts: readonly { key: string; destination: string | null; isSoldOut: boolean }[],
  { at, language, ...properties }: PretendedVisit,
  now: Date,
): PickPreview {
  const { pick = "shopper", soldOut } = definition.page ?? PLAIN_PAGE;
  const own = {
    ...properties,
    languages: language === undefined ? undefined : languageRanges(language),
    qrCode: properties.qrCode?.toLowerCase() ?? "",
    source: properties.source?.toLowerCase() ?? "",
  };
  const visit: PickVisit = { ...own, isLenient: pick === "shopper" };
  const time = at === undefined ? now.getTime() : Date.parse(at);
  const judged = definition.offers.map((offer: ChoiceOffer) => {
    const part = parts.find(({ key }) => key === offer.key);
    return { offer, part, misfit: misfitOf(offer, visit, time) };
  });
  const fitting = judged.filter(({ misfit }) => misfit === undefined);
  const inStock = fitting.filter(({ part }) => !part?.isSoldOut);
  const candidates = soldOut === "show" || inStock.length === 0 ? fitting : inStock;
  const [first] = candidates;
  const chosen = pick === "first" ? candidates.slice(0, 1) : candidates;
  const percents = percentsOf(chosen.map(({ offer: { weight = 1 } }) => weight));
  const offers = judged.map((each): PickedOffer => {
    const { offer, misfit } = each;
    const isChosen = chosen.includes(each);
    const other = misfit ?? (isChosen ? undefined : candidates.includes(each) ? LATER : SOLD_OUT);
    return {
      key: offer.key,
      fits: misfit === undefined,
      share: pick === "shopper" ? 0 : (percents[chosen.indexOf(each)] ?? 0),
      ...(other && { misfit: other }),
    };
  });
  if (pick === "shopper") return { outcome: "page", destination: null, offers };
  if (first) {
    const outcome = chosen.length > 1 ? "split" : "offer";
    return { outcome, destination: chosen.length > 1 ? null : (first.part?.destination ?? null), offers };
  }
  const { fallbackUrl, tracking } = definition;
  return fallbackUrl === undefined
    ? { outcome: "page", destination: null, offers }
    : { outcome: "fallback", destination: fallbackOf(fallbackUrl, tracking?.utm), offers };
}

const LATER = { code: "later", text: "An earlier offer fits." } as const;
const SOLD_OUT = { code: "sold_out", text: "Its product is sold out." } as const;

/** The first condition of an offer that a visit does not meet; undefined if it meets all of them. */
function misfitOf(
  { when, countries }: ChoiceOffer,
  visit: PickVisit,
  at: number,
): PickedOffer["misfit"] | undefined {
  const all: OfferWhen = { ...when, ...(countries && { countries }) };
  for (const name of CONDITION_NAMES) {
    const value = all[name];
    if (value === undefined || pickOffer([ruleOf({ when: { [name]: value } })], visit, at)) continue;
    const { about, misfit, mayBeUnknown } = CONDITION_WORDS[name];
    const isUnknown =
      name in CONDITIONS && visit[CONDITIONS[name as keyof typeof CONDITIONS].about] === undefined;
    return mayBeUnknown && isUnknown
      ? { code: "unknown", text: `The ${about} of the visit is unknown.` }
      : { code: name, text: `${misfit} ${[value].flat().join(", ")}.` };
  }
  return undefined;
}
