import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { MAX_PASTED, type PastedLink } from "../../retailers/read-pasted.ts";
import { variantKey } from "../../retailers/variants.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { INTENT_NAMES, VARIANT_WORDS } from "../labels/variant-words.ts";
import type { Place } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { LINK_FORM_STYLE } from "./link-form-style.ts";
import { OFFERED_VARIANTS } from "./offered-variants.ts";
import type { Unclear } from "./pasted.ts";

/** The field with what was pasted. */
export const PASTE = "paste";

/** The start of a new link: a field for what a person has of it, and below it the shops. */
export const StartPage = ({
  place,
  text,
  shops,
  unclear,
}: {
  place: Place;
  /** What was pasted and is no link yet. */
  text: string;
  /** Whose ids it can be; empty where it is nothing that is known. */
  shops: readonly PastedLink[];
  unclear: Unclear | undefined;
}) => {
  const path = `${place.base}/links/new`;
  const isUnknown = text !== "" && shops.length === 0;
  return (
    <Screen
      place={place}
      here="Links"
      title="Create a link"
      styles={[LINK_FORM_STYLE]}
      scripts={["paste"]}
      actions={<LinkButton href={`${place.base}/links/import`}>Import many</LinkButton>}
    >
      <form method="get" action={path} class="form sheet paste">
        <div class="field">
          <label for={PASTE}>Paste an address or product ids</label>
          <p class="hint" id={`${PASTE}-hint`}>
            A product page, a cart or any web page; several addresses for a page on which shoppers choose. The
            shop is recognised. A quantity follows its product: 10450114 x2.
          </p>
          <textarea
            id={PASTE}
            name={PASTE}
            rows={2}
            maxlength={MAX_PASTED}
            autofocus
            spellcheck={false}
            autocomplete="off"
            aria-describedby={isUnknown ? `${PASTE}-hint ${PASTE}-error` : `${PASTE}-hint`}
            aria-invalid={isUnknown ? "true" : undefined}
          >
            {text}
          </textarea>
          {isUnknown && (
            <p class="problem" id={`${PASTE}-error`}>
              {unclear ? (
                <QuantityOrProduct path={path} unclear={unclear} />
              ) : (
                "This is neither an address nor product ids of a shop that is known here. Choose a shop below."
              )}
            </p>
          )}
        </div>
        <Actions>
          <Button>Go on</Button>
        </Actions>
      </form>
      {shops.length > 0 ? (
        <WhoseIds path={path} text={text} shops={shops} />
      ) : (
        <section class="section">
          <h2>Or begin with a shop</h2>
          <Tiles path={path} />
        </section>
      )}
    </Screen>
  );
};

/** Asks what numbers are: they never become products unasked. */
const QuantityOrProduct = ({
  path,
  unclear: { numbers, asProducts },
}: {
  path: string;
  unclear: Unclear;
}) => {
  const products = `${path}?${new URLSearchParams({ [PASTE]: asProducts })}`;
  const [only, ...others] = numbers;
  return (
    <>
      {others.length === 0 ? `Is ${only} a quantity?` : `Are ${numbers.slice(0, 5).join(", ")} quantities?`}{" "}
      Write a quantity, from 1 to 999, right after its product, such as 10450114 x2.{" "}
      <a href={products}>{others.length === 0 ? "It is a product" : "They are products"}</a>
    </>
  );
};

const newPath = (path: string, link: Pick<PastedLink, "retailer" | "intent">, text: string): string =>
  `${path}?${new URLSearchParams({ retailer: link.retailer, intent: link.intent, [PASTE]: text })}`;

/** The shops in the order of the tiles. */
function inOrder(shops: readonly PastedLink[]): PastedLink[] {
  const rank = ({ retailer }: PastedLink) =>
    OFFERED_VARIANTS.findIndex((variant) => variant.retailer === retailer);
  return shops.toSorted((one, other) => rank(one) - rank(other));
}

/** Ids that can be those of several shops: a tile for each leads to the form with the ids filled in. */
const WhoseIds = ({ path, text, shops }: { path: string; text: string; shops: readonly PastedLink[] }) => (
  <section class="section">
    <h2>Whose product ids are these?</h2>
    <ul class="tiles">
      {inOrder(shops).map((shop) => (
        <li>
          <a class="tile" href={newPath(path, shop, text)}>
            <strong>{RETAILER_NAMES[shop.retailer]}</strong>
            <span>{INTENT_NAMES[shop.intent]}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
);

/** A tile for each shop: with one way to go on it is a link as a whole, with several it names each. */
const Tiles = ({ path }: { path: string }) => (
  <ul class="tiles">
    {Array.from(
      Map.groupBy(OFFERED_VARIANTS, ({ retailer }) => retailer),
      ([retailer, variants]) => {
        const name = retailer === "choice" ? "Several shops" : RETAILER_NAMES[retailer];
        const [first, ...others] = variants;
        if (!first) return null;
        const href = (intent: string) => `${path}?${new URLSearchParams({ retailer, intent })}`;
        return (
          <li>
            {others.length === 0 ? (
              <a class="tile" href={href(first.intent)}>
                <strong>{name}</strong>
                <span>{VARIANT_WORDS[variantKey(first)]}</span>
              </a>
            ) : (
              <div class="tile">
                <strong>{name}</strong>
                <span class="ways">
                  {variants.map(({ intent }) => (
                    <a href={href(intent)}>
                      {INTENT_NAMES[intent]}
                      <span class="hidden"> at {name}</span>
                    </a>
                  ))}
                </span>
              </div>
            )}
          </li>
        );
      },
    )}
  </ul>
);
