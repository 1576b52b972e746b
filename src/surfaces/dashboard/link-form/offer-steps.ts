import { getLink } from "../../../features/links/get-link.ts";
import { definitionOf } from "../../../features/links/link.ts";
import { listLinks } from "../../../features/links/list-links.ts";
import { MAX_OFFERS } from "../../../features/retailers/choice-offer.ts";
import { type PastedLink, readPasted, refusalOf } from "../../../features/retailers/read-pasted.ts";
import { OFFER_VARIANTS, variantKey } from "../../../features/retailers/variants.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { valueOfField } from "../../../ground/core/validation.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import type { Option } from "../components/field.tsx";
import type { DashboardContext } from "../layout/context.ts";
import { type FieldsOf, oneText } from "../layout/forms.ts";
import { isCondition } from "./condition-texts.ts";
import { type FormShape, shapeOfRow } from "./form-shape.ts";
import { type FormState, type RowState, SHARE, setRows, stateOf } from "./form-state.ts";
import { utmIn, withUtm } from "./utm-picker.tsx";

/** The field for the URL, ids or link of a shop to add. */
export const OFFER_PASTE = "offer-paste";
/** The menu of shops and links to copy. */
export const OFFER_FROM = "offer-from";
export const OFFER_FIELDS = { [OFFER_PASTE]: oneText, [OFFER_FROM]: oneText };
/** How many links the menu offers to copy from. */
const MAX_LINKS = 20;
/** The fields of a link that an offer has too. */
const COPIED = ["retailer", "intent", "products", "customUrl", "fallbackUrl", "location", "options"] as const;

/** The links that offers can be copied from, newest first. */
export async function linksToCopy(c: DashboardContext, { fields }: FormShape): Promise<Option[]> {
  if (!fields.some(({ path }) => path === "offers")) return [];
  const { workspace, dependencies } = c.var;
  const { links } = await listLinks(workspace.actor, { limit: MAX_LINKS }, dependencies);
  return links
    .filter(({ link }) => link.retailer !== "choice")
    .map(({ link: { id, name, retailer } }) => ({
      value: id,
      label: `${name} (${RETAILER_NAMES[retailer]})`,
      group: "Copy from a link",
    }));
}

/** Offers to add, and the UTM values of the link that one was copied from. */
interface NewOffers {
  offers: readonly object[];
  utm?: object | undefined;
}

/** `state` with the requested offers. Throws `validation_failed` for `OFFER_PASTE` if there are none. */
export async function addOffers(
  c: DashboardContext,
  state: FormState,
  shape: FormShape,
  sent: FieldsOf<typeof OFFER_FIELDS>,
): Promise<FormState> {
  const field = shape.fields.find(({ path }) => path === "offers");
  if (field?.kind !== "rows") return state;
  const added = await requestedOffers(c, sent);
  const shown = state.rows.get("offers") ?? [];
  const rows = added.offers.map((body): RowState => {
    const item = shapeOfRow(field, (path) => valueOfField(body, path));
    return { ...stateOf(item, body), origin: null };
  });
  // All offers share the link's UTM values. Those of a copied link are used if there are none yet.
  const shared = added.utm && Object.keys(utmIn(state)).length === 0 ? withUtm(state, added.utm) : state;
  return setRows(shared, "offers", filledRows(shown, rows).slice(0, MAX_OFFERS));
}

/** The rows of a form with more places: first in rows without one, which keep their conditions and shares. */
function filledRows(shown: readonly RowState[], places: readonly RowState[]): RowState[] {
  const rest = [...places];
  const filled = shown.map((row) => {
    const place = isPlaceless(row) ? rest.shift() : undefined;
    if (!place) return row;
    const kept = [...row.texts].filter(([path]) => path === SHARE || isCondition(path));
    return { ...row, ...place, texts: new Map([...place.texts, ...kept]) };
  });
  return [...filled, ...rest];
}

const isPlaceless = ({ texts }: RowState): boolean =>
  texts.get("retailer") === "custom" &&
  ["customUrl", "label", "key"].every((path) => !texts.get(path)?.trim());

async function requestedOffers(
  c: DashboardContext,
  { [OFFER_PASTE]: text, [OFFER_FROM]: from }: FieldsOf<typeof OFFER_FIELDS>,
): Promise<NewOffers> {
  const variant = OFFER_VARIANTS.find((each) => variantKey(each) === from);
  if (text === "") {
    if (variant) return { offers: [{ retailer: variant.retailer, intent: variant.intent }] };
    if (from !== "") return copyOf(c, from);
    throw rejected("is empty: paste a URL or ids, or choose from the menu");
  }
  const own = await ownLink(c, text);
  if (own !== null) return copyOf(c, own);
  const pasted = readPasted(text);
  if (pasted.kind === "choice") return { offers: pasted.offers };
  if (pasted.kind === "link") return { offers: [pasted.link] };
  if (pasted.kind === "unknown") throw rejected("is not a URL or product ids of a known shop");
  if (pasted.kind === "hidden" || pasted.kind === "quantity") throw rejected(refusalOf(pasted));
  if (pasted.kind === "unclear") {
    const [number = ""] = pasted.numbers;
    throw rejected(
      `contains ${number}: write ${number}x1 if it is a product, or 10450114 x${number} if it is a quantity`,
    );
  }
  const chosen = pasted.shops.find(({ retailer }) => retailer === variant?.retailer);
  if (chosen) return { offers: [chosen] };
  throw rejected(`may be ids of ${named(pasted.shops)}: choose the shop in the menu too`);
}

const named = (shops: readonly PastedLink[]): string =>
  shops.map(({ retailer }) => RETAILER_NAMES[retailer]).join(", ");

const rejected = (message: string) => validationFailed([{ field: OFFER_PASTE, message }]);

/** The id of our link whose short link or dashboard page was pasted; null for anything else. */
async function ownLink(c: DashboardContext, text: string): Promise<string | null> {
  const { workspace, dependencies } = c.var;
  const { shortLink } = dependencies.origins;
  const [, id] = /\/links\/(lnk_\w+)/.exec(text) ?? [];
  if (id !== undefined) return id;
  const rest = text.startsWith(`${shortLink}/`) ? text.slice(shortLink.length + 1) : "";
  const [shortId = ""] = rest.split(/[/?#]/);
  if (!/^[0-9a-z]{8}$/i.test(shortId)) return null;
  const { links } = await listLinks(workspace.actor, { text: shortId, limit: 1 }, dependencies);
  return links[0]?.link.id ?? null;
}

/** An offer copied from a link. Throws `not_found`, and `validation_failed` for a choice of shops. */
async function copyOf(c: DashboardContext, linkId: string): Promise<NewOffers> {
  const { link } = await getLink(c.var.workspace.actor, linkId, c.var.dependencies);
  const definition = definitionOf(link);
  if (definition.retailer === "choice") throw rejected("is a choice of shops, which can't be an offer");
  const members = COPIED.map((name) => [name, definition[name]] as const);
  const offer = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  return { offers: [offer], utm: definition.tracking?.utm };
}
