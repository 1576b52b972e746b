import {
  MAX_PASTED,
  type Pasted,
  type PastedLink,
  type PastedNotes,
  readPasted,
  refusalOf,
} from "../../../features/retailers/read-pasted.ts";
import { requireVariant, type Variant } from "../../../features/retailers/variants.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { Actions, Button, Hidden, LinkButton } from "../components/actions.tsx";
import { TextArea } from "../components/field.tsx";
import { INTENT_ICONS, INTENT_NAMES, OFFERED_VARIANTS } from "../labels/link-labels.tsx";
import { stylesheet } from "../layout/assets.ts";
import type { Workspace } from "../layout/context.ts";
import { Icon } from "../layout/icon.tsx";
import { Screen } from "../layout/layout.tsx";
import form from "./link-form.css";
import start from "./start.css";
import { Doors, type NewPath, Tiles } from "./start-tiles.tsx";

const STYLES = [stylesheet(form), stylesheet(start)];

/** What a pasted text opens: the form of a variant, filled in, or the start again. */
export type PastedStart =
  | ({ kind: "form"; variant: Variant; body: object } & PastedNotes)
  /** The shops that it may contain ids of, what is unclear, and why it can't be read. */
  | { kind: "start"; shops: readonly PastedLink[]; unclear?: Unclear; refusal?: string };

/** Numbers that may be quantities or products, and the text in which they are products. */
export type Unclear = Pick<Extract<Pasted, { kind: "unclear" }>, "numbers" | "asProducts">;

/** What a pasted text opens. `chosen` is the variant in the URL, if any. */
export function startOf(text: string, chosen: Variant | null): PastedStart {
  const pasted = readPasted(text);
  if (pasted.kind === "unclear") return { kind: "start", shops: [], unclear: pasted };
  if (pasted.kind === "hidden" || pasted.kind === "quantity")
    return { kind: "start", shops: [], refusal: refusalOf(pasted) };
  if (chosen) {
    const otherwise = "otherwise" in pasted ? pasted.otherwise : undefined;
    return { kind: "form", variant: chosen, body: bodyFor(chosen, pasted), ...(otherwise && { otherwise }) };
  }
  if (pasted.kind === "ids") return { kind: "start", shops: pasted.shops };
  if (pasted.kind === "unknown") return { kind: "start", shops: [] };
  const notes: PastedNotes = {
    ...(pasted.affiliate && { affiliate: pasted.affiliate }),
    ...(pasted.otherwise && { otherwise: pasted.otherwise }),
  };
  if (pasted.kind === "choice") {
    const variant = requireVariant("choice", "choose_retailer");
    return { kind: "form", variant, body: bodyFor(variant, pasted), ...notes };
  }
  const { link } = pasted;
  return { kind: "form", variant: requireVariant(link.retailer, link.intent), body: link, ...notes };
}

/** The part of a pasted text that fits a variant. */
function bodyFor(
  { retailer, intent }: Variant,
  pasted: Exclude<Pasted, { kind: "unclear" | "hidden" | "quantity" }>,
): object {
  if (pasted.kind === "unknown") return {};
  if (retailer === "custom" && pasted.kind === "link" && pasted.affiliate)
    return { customUrl: pasted.affiliate.url };
  if (pasted.kind === "choice")
    return retailer === "choice" ? { name: pasted.name, offers: pasted.offers } : {};
  const read = pasted.kind === "ids" ? pasted.shops : [pasted.link];
  return read.find((each) => each.retailer === retailer && each.intent === intent) ?? {};
}

/** Fields that the URL of a new link can give, which go with each choice. */
export type Preset = { projectId?: string; slug?: string };

export const PASTE = "paste";

/** The start of a new link: a field to paste into, and the shops. */
export const StartPage = ({
  workspace,
  text,
  start: { shops, unclear, refusal },
  preset,
}: {
  workspace: Workspace;
  /** The pasted text that does not make a link yet. */
  text: string;
  start: Extract<PastedStart, { kind: "start" }>;
  preset: Preset;
}) => {
  const path = (query: Record<string, string>): string =>
    `${workspace.base}/links/new?${new URLSearchParams({ ...preset, ...query })}`;
  const isUnknown = text !== "" && shops.length === 0;
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title="Create a link"
      styles={STYLES}
      scripts={["paste"]}
      actions={<LinkButton href={`${workspace.base}/links/import`}>Import many</LinkButton>}
    >
      {preset.slug !== undefined && (
        <p>
          The link gets the address <bdi>{preset.slug}</bdi>. What should it open?
        </p>
      )}
      <form method="get" action={`${workspace.base}/links/new`} class="form sheet paste" autocomplete="off">
        <Hidden values={preset} />
        <TextArea
          name={PASTE}
          label="Paste a URL or product ids"
          hint="A product page, a cart or any web page. Several URLs make a page where shoppers choose. Write a quantity after its product: 10450114 x2."
          value={text}
          rows={2}
          maxLength={MAX_PASTED}
          autofocus
          spellcheck={false}
          autocomplete="off"
          error={
            isUnknown &&
            (unclear ? (
              <QuantityOrProduct path={path} unclear={unclear} />
            ) : (
              `This ${refusal ?? "is not a URL or product ids of a known shop. Choose a shop below"}.`
            ))
          }
        />
        <Actions>
          <Button>Continue</Button>
        </Actions>
      </form>
      {shops.length > 0 ? (
        <WhoseIds path={path} text={text} shops={shops} />
      ) : (
        <>
          <section class="section">
            <h2>Or start with a shop</h2>
            <Tiles path={path} />
          </section>
          <Doors path={path} />
        </>
      )}
    </Screen>
  );
};

/** Asks whether numbers are quantities or products. */
const QuantityOrProduct = ({
  path,
  unclear: { numbers, asProducts },
}: {
  path: NewPath;
  unclear: Unclear;
}) => {
  const products = path({ [PASTE]: asProducts });
  const [only, ...others] = numbers;
  return (
    <>
      {others.length === 0 ? `Is ${only} a quantity?` : `Are ${numbers.slice(0, 5).join(", ")} quantities?`}{" "}
      Write a quantity (1 to 999) after its product: 10450114 x2.{" "}
      <a href={products}>{others.length === 0 ? "It is a product" : "They are products"}</a>
    </>
  );
};

/** The shops in the order of the tiles. */
function inOrder(shops: readonly PastedLink[]): PastedLink[] {
  const rank = ({ retailer }: PastedLink) =>
    OFFERED_VARIANTS.findIndex((variant) => variant.retailer === retailer);
  return shops.toSorted((one, other) => rank(one) - rank(other));
}

/** Ids that several shops may have: a tile for each opens the form with the ids filled in. */
const WhoseIds = ({ path, text, shops }: { path: NewPath; text: string; shops: readonly PastedLink[] }) => (
  <section class="section">
    <h2>Whose product ids are these?</h2>
    <ul class="tiles">
      {inOrder(shops).map((shop) => (
        <li>
          <a class="tile" href={path({ retailer: shop.retailer, intent: shop.intent, [PASTE]: text })}>
            <strong>{RETAILER_NAMES[shop.retailer]}</strong>
            <span>
              <Icon name={INTENT_ICONS[shop.intent]} /> {INTENT_NAMES[shop.intent]}
            </span>
          </a>
        </li>
      ))}
    </ul>
  </section>
);
