import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import {
  LINK_INTENTS,
  LINK_STATUSES,
  type LinkIntent,
  type LinkStatus,
  RETAILERS,
  type Retailer,
} from "../../core/vocabulary.ts";
import { count } from "../charts/numbers.ts";
import type { Option } from "../components/field.tsx";
import { INTENT_NAMES } from "./variant-words.ts";

/** The statuses as people say them. */
export const STATUS_NAMES: Readonly<Record<LinkStatus, string>> = { active: "On", inactive: "Off" };

const options = <T extends string>(
  values: readonly T[],
  names: Readonly<Record<T, string>>,
  all: string,
): Option[] => [{ value: "", label: all }, ...values.map((value) => ({ value, label: names[value] }))];

/** The filters with a menu. */
export const RETAILER_FILTER = options(RETAILERS, RETAILER_NAMES, "All retailers");
export const INTENT_FILTER = options(LINK_INTENTS, INTENT_NAMES, "Any purpose");
export const STATUS_FILTER = options(LINK_STATUSES, STATUS_NAMES, "On and off");

/** What a link is for, in a few words. A custom link has no retailer. */
export const purposeOf = ({ retailer, intent }: { retailer: Retailer; intent: LinkIntent }): string =>
  retailer === "custom"
    ? INTENT_NAMES[intent]
    : `${RETAILER_NAMES[retailer]} · ${INTENT_NAMES[intent].toLowerCase()}`;

/** A number of links, as in "1 link" and "12 links". */
export const linksOf = (number: number): string => `${count(number)} ${number === 1 ? "link" : "links"}`;
