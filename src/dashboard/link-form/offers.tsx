import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { variantKey } from "../../retailers/variants.ts";
import { Button } from "../components/actions.tsx";
import { type Option, TextField } from "../components/field.tsx";
import { INTENT_NAMES } from "../labels/variant-words.ts";
import type { Shown } from "./control.tsx";
import { type FormField, type RowsField, shapeOfRow } from "./form-shape.ts";
import { controlName, type RowState, rowMarker, rowName } from "./form-state.ts";
import { OFFER_FROM, OFFER_PASTE } from "./offer-steps.ts";
import { OFFERED_OFFERS } from "./offered-variants.ts";
import { Field, isInUse } from "./rows.tsx";

/** What is added to a choice, besides what every form has. */
export interface OfferSources {
  /** Links that an offer can be copied from. */
  links: readonly Option[];
  /** What was pasted and could not be added. */
  pasted: string;
}

/** The fields of an offer that everybody needs, in their order; the others are folded. */
const MAIN = [
  /^(?:customUrl|products)$/,
  /^options\.delivery_app\.(?:shoppingList|recipe)\.title$/,
  /^options\.delivery_app\.(?:shoppingList|recipe)\.(?:lineItems|ingredients)$/,
  /^label$/,
];
const rank = ({ path }: FormField): number => MAIN.findIndex((each) => each.test(path));
const isMain = (field: FormField): boolean => rank(field) >= 0 && (field.required || field.path === "label");

/** The offers of a choice: a block for each, with buttons that order and remove, and a field that adds one. */
export const Offers = ({
  field,
  rows,
  shown,
  sources,
}: {
  field: RowsField;
  rows: readonly RowState[];
  shown: Shown;
  sources: OfferSources;
}) => {
  const error = shown.problems.get("offers");
  return (
    <fieldset class="field rows offers" id="offers" aria-describedby={error ? "offers-error" : "offers-hint"}>
      <legend>Shops to choose from</legend>
      <p class="hint" id="offers-hint">
        2 to {field.max}, in the order of the page.
      </p>
      {error && (
        <p class="problem" id="offers-error">
          {error}
        </p>
      )}
      {rows.map((row, index) => (
        <Offer field={field} row={row} index={index} last={rows.length - 1} shown={shown} />
      ))}
      {rows.length < field.max && <AddOffer sources={sources} shown={shown} />}
    </fieldset>
  );
};

const nameOf = (row: RowState): string => {
  const variant = OFFERED_OFFERS.find(
    ({ retailer, intent }) => retailer === row.texts.get("retailer") && intent === row.texts.get("intent"),
  );
  if (!variant) return "Shop";
  return variant.retailer === "custom"
    ? RETAILER_NAMES.custom
    : `${RETAILER_NAMES[variant.retailer]}: ${INTENT_NAMES[variant.intent].toLowerCase()}`;
};

const Offer = ({
  field,
  row,
  index,
  last,
  shown,
}: {
  field: RowsField;
  row: RowState;
  index: number;
  last: number;
  shown: Shown;
}) => {
  const name = rowName("offers", index);
  const { fields } = shapeOfRow(field, (path) => row.texts.get(path));
  const title = nameOf(row);
  const show = (each: FormField) => <Field field={each} state={row} row={name} shown={shown} />;
  const main = fields.filter(isMain).sort((one, other) => rank(one) - rank(other));
  const folded = fields.filter((each) => !isMain(each) && each.kind !== "word");
  // A key stays once it is there, and nobody needs to see it.
  const isUsed = folded.some((each) => {
    const control = controlName(name, each.path);
    return each.path === "key" ? shown.problems.has(control) : isInUse(each, row, control, shown);
  });
  const isFocused = shown.focus === name;
  return (
    <fieldset
      class="row offer"
      data-offer={String(index)}
      tabindex={isFocused ? -1 : undefined}
      autofocus={isFocused}
    >
      <legend>
        {index + 1}. {title}
      </legend>
      <input type="hidden" name={rowMarker(name)} value={row.origin ?? ""} />
      {fields.filter(({ kind }) => kind === "word").map(show)}
      <div class="row-fields">{main.map(show)}</div>
      <details open={isUsed}>
        <summary>More about this shop</summary>
        <div class="row-fields">{folded.map(show)}</div>
      </details>
      <div class="actions">
        {index > 0 && <Step step={`move:${name}:${index - 1}`} label="Move up" title={title} />}
        {index < last && <Step step={`move:${name}:${index + 1}`} label="Move down" title={title} />}
        <Step step={`remove:${name}`} label="Remove" title={title} />
      </div>
    </fieldset>
  );
};

const Step = ({ step, label, title }: { step: string; label: string; title: string }) => (
  <button class="button plain small" type="submit" name="step" value={step}>
    {label}
    <span class="hidden"> {title}</span>
  </button>
);

const AddOffer = ({ sources, shown }: { sources: OfferSources; shown: Shown }) => (
  <div class="add-offer">
    <TextField
      name={OFFER_PASTE}
      label="Add a shop"
      hint="Paste an address, product ids, or a short link of yours."
      value={sources.pasted}
      error={shown.problems.get(OFFER_PASTE)}
      autofocus={shown.focus === OFFER_PASTE}
      spellcheck={false}
    />
    <div class="field">
      <label for={OFFER_FROM}>Or choose</label>
      <select id={OFFER_FROM} name={OFFER_FROM}>
        <option value="">A shop, or a link to copy</option>
        <optgroup label="Shops">
          {OFFERED_OFFERS.map((variant) => (
            <option value={variantKey(variant)}>
              {variant.retailer === "custom"
                ? RETAILER_NAMES.custom
                : `${RETAILER_NAMES[variant.retailer]}: ${INTENT_NAMES[variant.intent].toLowerCase()}`}
            </option>
          ))}
        </optgroup>
        {sources.links.length > 0 && (
          <optgroup label="Copy from a link">
            {sources.links.map(({ value, label }) => (
              <option value={value}>{label}</option>
            ))}
          </optgroup>
        )}
      </select>
    </div>
    <Button emphasis="plain" name="step" value="offer:add">
      Add the shop
    </Button>
  </div>
);
