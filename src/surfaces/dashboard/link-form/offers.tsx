import { variantKey } from "../../../features/retailers/variants.ts";
import { Button } from "../components/actions.tsx";
import { type Option, Problem, SelectField, TextField } from "../components/field.tsx";
import { OFFERED_OFFERS } from "../labels/link-labels.tsx";
import { isPicked, restOf } from "../labels/places.ts";
import { type OfferPlace, SuggestedNames } from "./conditions.tsx";
import type { FormContext } from "./control.tsx";
import type { RowsField } from "./form-shape.ts";
import { type FormState, rowName } from "./form-state.ts";
import { type NamedOffer, namedOffers } from "./named-offers.ts";
import { OfferRow, offerKind } from "./offer-row.tsx";
import { OFFER_FROM, OFFER_PASTE } from "./offer-steps.ts";
import { readShares, shownShares } from "./shares.ts";

/** What an offer can be added from. */
export interface OfferSources {
  links: readonly Option[];
  /** The pasted text that could not be added. */
  pasted: string;
}

/** The offers of a choice: a row for each, with buttons to move and remove it, and a field to add one. */
export const Offers = ({
  field,
  context,
  sources,
  state,
}: {
  field: RowsField;
  context: FormContext;
  sources: OfferSources;
  state: FormState;
}) => {
  const error = context.problems.get("offers");
  const rows = state.rows.get("offers") ?? [];
  const pick = state.texts.get("page.pick");
  const places = rows.map(
    (row, index): OfferPlace => ({
      row,
      name: rowName("offers", index),
      pick,
      isLast: index === rows.length - 1,
    }),
  );
  const named = namedOffers(state);
  const shares = pick === "split" ? shownShares(rows) : [];
  return (
    <fieldset
      class={isPicked(pick) ? "field rows offers picked" : "field rows offers"}
      id="offers"
      aria-describedby={error && "offers-error"}
    >
      <legend>{isPicked(pick) ? "Who goes where" : "Shops to choose from"}</legend>
      {/* A script presses it when another kind is selected. */}
      <button class="button plain small" type="submit" name="step" value="pick" data-pick="">
        Show the rows
      </button>
      <Problem name="offers" error={error} />
      <SuggestedNames places={places} context={context} codes={field.codes} />
      {places.map((place, index) => (
        <OfferRow
          field={field}
          place={place}
          index={index}
          context={context}
          share={shares[index]}
          note={context.isFresh ? undefined : named[index]?.note}
        />
      ))}
      {pick === "split" && <SumOfShares shares={shares} />}
      {pick === "first" && <Rest offers={named} fallbackUrl={state.texts.get("fallbackUrl")?.trim()} />}
      {rows.length < field.max && <AddOffer sources={sources} context={context} isPicked={isPicked(pick)} />}
    </fieldset>
  );
};

/** What the shares of a split make together. A script keeps it up to date. */
const SumOfShares = ({ shares }: { shares: readonly string[] }) => {
  const isWhole = shares.length === 0 || "shares" in readShares(shares);
  return (
    <p class="sum hint" id="sum" role="status">
      {isWhole
        ? "Together 100 %. Each visit is decided by chance, without a cookie. An empty share gets the rest."
        : "Together the shares must make 100 %. An empty one gets the rest."}
    </p>
  );
};

/** Where visits go that fit no row, if no row is for everybody else. */
const Rest = ({
  offers,
  fallbackUrl,
}: {
  offers: readonly NamedOffer[];
  fallbackUrl: string | undefined;
}) => {
  const rest = restOf("first", offers, fallbackUrl);
  if (rest === undefined) return null;
  return (
    <p class="hint">
      Everybody else → <bdi>{rest}</bdi>
      {!fallbackUrl && ". Add a row without a condition for them."}
    </p>
  );
};

/** What an offer can be added from besides links. */
const FROM: readonly Option[] = [
  { value: "", label: "A shop or a link to copy" },
  ...OFFERED_OFFERS.map((each) => ({ value: variantKey(each), label: offerKind(each), group: "Shops" })),
];

const AddOffer = ({
  sources,
  context,
  isPicked: isRow,
}: {
  sources: OfferSources;
  context: FormContext;
  isPicked: boolean;
}) => (
  <div class="add-offer">
    <TextField
      name={OFFER_PASTE}
      label={isRow ? "Add a place" : "Add a shop"}
      hint="Paste a URL, product ids or one of your short links."
      value={sources.pasted}
      error={context.problems.get(OFFER_PASTE)}
      autofocus={context.focus === OFFER_PASTE}
      spellcheck={false}
    />
    <SelectField name={OFFER_FROM} label="Or choose" options={[...FROM, ...sources.links]} />
    <Button emphasis="plain" name="step" value="offer:add">
      {isRow ? "Add place" : "Add shop"}
    </Button>
  </div>
);
