import { stateOf, type TimedLink } from "../../../features/links/link.ts";
import {
  hasCarts,
  OFFER_VARIANTS,
  type OfferVariant,
  VARIANTS,
  type Variant,
  type VariantKey,
} from "../../../features/retailers/variants.ts";
import {
  LINK_INTENTS,
  LINK_STATES,
  LINK_STATUSES,
  type LinkIntent,
  type LinkState,
  type LinkStatus,
  RETAILER_NAMES,
  RETAILERS,
  type Retailer,
} from "../../../ground/core/vocabulary.ts";
import { localText, type Zone } from "../../../ground/core/zone.ts";
import { count } from "../charts/numbers.ts";
import { Badge } from "../components/badge.tsx";
import { dateText } from "../components/dates.ts";
import type { Option } from "../components/field.tsx";
import type { IconName } from "../layout/icon.tsx";
import { isPicked, PICK_TITLES, type PickName, pickOf } from "./places.ts";

export const INTENT_NAMES: Readonly<Record<LinkIntent, string>> = {
  add_to_cart: "Fill a cart",
  product_detail: "Show a product",
  shopping_list: "Shopping list",
  recipe: "Recipe",
  custom_url: "Web page",
  choose_retailer: "Let shoppers choose",
};

/** What a link is for. One with several places says how people are sent. */
export const purposeOf = ({ intent, page }: Omit<Kind, "retailer">): string =>
  isPicked(page?.pick) ? PICK_TITLES[pickOf(page?.pick)].title : INTENT_NAMES[intent];

export const INTENT_ICONS: Readonly<Record<LinkIntent, IconName>> = {
  add_to_cart: "cart",
  product_detail: "product",
  shopping_list: "list",
  recipe: "recipe",
  custom_url: "page",
  choose_retailer: "choice",
};

export const VARIANT_HINTS: Readonly<Record<VariantKey, string>> = {
  "bigbox_w add_to_cart": "Opens the shopper's cart with your products in it, in the quantities you choose.",
  "bigbox_w product_detail": "Opens the page of one product.",
  "bigbox_t product_detail": "Opens the page of the first product of your list.",
  "bigbox_t add_to_cart": "Opens the page of the first product: Target has no cart links.",
  "delivery_app product_detail": "Opens the page of one product, in a store if you name one.",
  "delivery_app shopping_list": "Opens a list of items to order from a store nearby.",
  "delivery_app recipe": "Opens a recipe with ingredients to order from a store nearby.",
  "marketplace product_detail": "Opens the page of one product.",
  "marketplace add_to_cart": "Opens the shopper's cart with your products in it.",
  "grocer_a product_detail": "Opens the page of one product.",
  "custom custom_url": "Opens any web page. Its visits are counted too.",
  "choice choose_retailer": "Opens a page where the shopper chooses one of several shops.",
};

/** A link, or a variant of links. */
interface Kind {
  retailer: Retailer;
  intent: LinkIntent;
  page?: { pick?: PickName } | undefined;
}

/** What a link is, as in "Walmart: fill a cart". */
export function linkKind({ retailer, intent, page }: Kind): string {
  if (retailer === "custom") return "Web page link";
  if (retailer === "choice")
    return isPicked(page?.pick) ? PICK_TITLES[pickOf(page?.pick)].title : RETAILER_NAMES.choice;
  return `${RETAILER_NAMES[retailer]}: ${INTENT_NAMES[intent].toLowerCase()}`;
}

/** A cart link that fills no cart would mislead people, so only programs can create it. */
const isOffered = ({ retailer, intent }: Variant): boolean =>
  retailer === "choice" || intent !== "add_to_cart" || hasCarts(retailer);

/** The shops that most people need come first, the others in the order of the vocabulary. */
const ORDER: readonly Retailer[] = [...new Set<Retailer>(["bigbox_w", "bigbox_t", ...RETAILERS])];

const ordered = <V extends Variant>(variants: readonly V[]): V[] =>
  variants.filter(isOffered).sort((a, b) => ORDER.indexOf(a.retailer) - ORDER.indexOf(b.retailer));

/** The variants that people can create links of. */
export const OFFERED_VARIANTS: readonly Variant[] = ordered(VARIANTS);
/** The variants that an offer of a choice can have. */
export const OFFERED_OFFERS: readonly OfferVariant[] = ordered(OFFER_VARIANTS);

export const STATE_NAMES: Readonly<Record<LinkState, string>> = {
  scheduled: "Scheduled",
  running: "On",
  ended: "Ended",
  off: "Off",
};

export const STATE_FILTER: readonly Option[] = [
  { value: "", label: "Any state" },
  ...LINK_STATES.map((value) => ({ value, label: STATE_NAMES[value] })),
];

const BADGES = {
  scheduled: { kind: "quiet", icon: "clock" },
  running: { kind: "good", icon: "check" },
  ended: { kind: "quiet", icon: "ended" },
  off: { kind: "quiet", icon: "off" },
} as const;

export const StateBadge = ({ state }: { state: LinkState }) => (
  <Badge {...BADGES[state]}>{STATE_NAMES[state]}</Badge>
);

/** When a link starts and ends, in a line; nothing for a link without times. */
export const ScheduleLine = ({ link, zone, now }: { link: TimedLink; zone: Zone; now: Date }) => {
  const { activeFrom, activeUntil, endedUrl } = link.schedule ?? {};
  if (activeFrom === undefined && activeUntil === undefined) return null;
  const parts = [
    activeFrom && `${new Date(activeFrom) > now ? "Starts" : "Started"} ${inZone(activeFrom, zone)}`,
    activeUntil && `${new Date(activeUntil) > now ? "ends" : "ended"} ${inZone(activeUntil, zone)}`,
  ].filter((each) => each !== undefined);
  const text = parts.join(", ");
  return (
    <p class="schedule">
      {text.charAt(0).toUpperCase() + text.slice(1)} ({zone.name}). Before and after,{" "}
      {endedUrl === undefined ? (
        "shoppers see a message."
      ) : (
        <>
          shoppers see <bdi>{endedUrl}</bdi>.
        </>
      )}
    </p>
  );
};

const inZone = (time: string, zone: Zone): string => clockText(localText(new Date(time), zone));

/** A time of a browser's input as in "13 Oct 2026, 09:00"; other texts stay as they are. */
export function clockText(local: string): string {
  const [day = "", clock = ""] = local.trim().split(/[T ]/);
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return local;
  return `${dateText(new Date(`${day}T00:00:00Z`))}, ${clock.slice(0, "09:00".length)}`;
}

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
