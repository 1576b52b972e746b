import { stateOf, type TimedLink } from "../../../features/links/link.ts";
import {
  LINK_INTENTS,
  LINK_STATUSES,
  type LinkStatus,
  RETAILER_NAMES,
  RETAILERS,
} from "../../../ground/core/vocabulary.ts";
import { count } from "../charts/numbers.ts";
import type { Option } from "../components/field.tsx";
import { STATE_NAMES, StateBadge } from "./schedule.tsx";
import { INTENT_NAMES } from "./variant-labels.ts";

export const STATUS_NAMES: Readonly<Record<LinkStatus, string>> = { active: "On", inactive: "Off" };

/** Options with these names, after one for none of them. */
export const namedMenu = <T extends string>(
  values: readonly T[],
  names: Readonly<Record<T, string>>,
  all: string,
): Option[] => [{ value: "", label: all }, ...values.map((value) => ({ value, label: names[value] }))];

export const RETAILER_FILTER = namedMenu(RETAILERS, RETAILER_NAMES, "All retailers");
export const INTENT_FILTER = namedMenu(LINK_INTENTS, INTENT_NAMES, "Any purpose");
export const STATUS_FILTER = namedMenu(LINK_STATUSES, STATUS_NAMES, "On and off");

/** A number of links, as in "1 link" and "12 links". */
export const linksOf = (number: number): string => `${count(number)} ${number === 1 ? "link" : "links"}`;

/** The state of a link beside its name: a dot if it redirects, else a badge. */
export const StateMark = ({ link, now }: { link: TimedLink; now: Date }) =>
  stateOf(link, now) === "running" ? (
    <span class="state-dot">
      <span class="hidden">{STATE_NAMES.running}</span>
    </span>
  ) : (
    <StateBadge state={stateOf(link, now)} />
  );

/** Tags, each as a link to all links that have it; at most `max`. */
export const Tags = ({
  path,
  tags,
  max = tags.length,
}: {
  path: string;
  tags: readonly string[];
  max?: number;
}) =>
  tags.length > 0 ? (
    <span class="tags">
      {tags.slice(0, max).map((tag) => (
        <a class="tag" href={`${path}?tag=${encodeURIComponent(tag)}`}>
          <bdi>{tag}</bdi>
        </a>
      ))}
      {tags.length > max && <small title={tags.slice(max).join(", ")}>+{tags.length - max}</small>}
    </span>
  ) : null;

/** What happens to shoppers when links are switched off. */
export const SwitchingOff = ({ several }: { several: boolean }) => (
  <>
    <p>
      Within a minute, shoppers who scan a code of {several ? "these links" : "this link"} or open{" "}
      {several ? "a short link" : "its short link"} see “This offer has ended”.
    </p>
    <p>
      You can switch {several ? "the links" : "it"} on again at any time. Codes and addresses stay the same.
    </p>
  </>
);
