import { type OfferVariant, variantKey } from "../../../features/retailers/variants.ts";
import { OFFER_RETAILERS, RETAILER_NAMES, type Retailer } from "../../../ground/core/vocabulary.ts";
import { Button } from "../components/actions.tsx";
import { type Option, Problem, SelectField, TextField } from "../components/field.tsx";
import { linkKind, OFFERED_OFFERS } from "../labels/link-labels.tsx";
import { type Pick, ruleText } from "../labels/rule-text.ts";
import type { FormContext } from "./control.tsx";
import { Field, isConcerned, isInUse, isUsed } from "./field-rows.tsx";
import type { FormField, RowsField } from "./form-shape.ts";
import {
  controlName,
  type FormState,
  isBlank,
  type RowState,
  rowMarker,
  rowName,
  shapeIn,
} from "./form-state.ts";
import { OFFER_FROM, OFFER_PASTE } from "./offer-steps.ts";

/** An offer in a form, named by its name on the page or by its retailer. */
export interface NamedOffer {
  name: string;
  retailer: Retailer;
  /** Which visits get it; empty for all. */
  rule: string;
}

/** Which visits get the offer of a row, as typed. */
const ruleIn = ({ texts }: RowState, pick: Pick, index: number): string =>
  ruleText((path) => (texts.get(path) ?? "").split("\n").flatMap((text) => text.trim() || []), pick, index);

export const namedOffers = ({ rows, texts: all }: FormState): NamedOffer[] =>
  (rows.get("offers") ?? [])
    .filter((row) => !isBlank(row))
    .map((row, index) => {
      const { texts } = row;
      const retailer = OFFER_RETAILERS.find((each) => each === texts.get("retailer")) ?? "custom";
      const name = texts.get("label")?.trim() || RETAILER_NAMES[retailer];
      return { name, retailer, rule: ruleIn(row, all.get("page.pick"), index) };
    });

/** What an offer can be added from. */
export interface OfferSources {
  links: readonly Option[];
  /** The pasted text that could not be added. */
  pasted: string;
}

/** The fields that every offer needs, in their order; the others are folded. */
const MAIN = [
  /^(?:customUrl|products)$/,
  /^options\.delivery_app\.(?:shoppingList|recipe)\.title$/,
  /^options\.delivery_app\.(?:shoppingList|recipe)\.(?:lineItems|ingredients)$/,
  /^label$/,
];
const rank = ({ path }: FormField): number => MAIN.findIndex((each) => each.test(path));
const isMain = (field: FormField): boolean => rank(field) >= 0 && (field.required || field.path === "label");
/** Which visits get an offer, before its other details. `countries` is short for `when.countries`. */
const isRule = ({ path }: FormField): boolean => /^(?:countries$|when\.|weight$)/.test(path);
/** Whether a detail of an offer makes a difference. */
const isUsedOf = (field: FormField, row: RowState, pick: Pick): boolean => {
  if (field.path === "weight") return pick === "split";
  if (field.path === "when.countries") return false;
  return isUsed(field, row.texts.get("retailer") ?? "");
};

interface OffersProps {
  field: RowsField;
  rows: readonly RowState[];
  pick: Pick;
  context: FormContext;
}

/** The offers of a choice: a block for each, with buttons to move and remove it, and a field to add one. */
export const Offers = (props: OffersProps & { sources: OfferSources }) => {
  const { field, rows, context, sources } = props;
  const error = context.problems.get("offers");
  return (
    <fieldset class="field rows offers" id="offers" aria-describedby={error && "offers-error"}>
      <legend>Shops to choose from</legend>
      {/* A script presses it when another way to choose is selected. */}
      <button class="button plain small" type="submit" name="step" value="pick" data-pick="">
        Show the conditions
      </button>
      <Problem name="offers" error={error} />
      {rows.map((row, index) => (
        <Offer {...props} row={row} index={index} />
      ))}
      {rows.length < field.max && <AddOffer sources={sources} context={context} />}
    </fieldset>
  );
};

const nameOf = (row: RowState): string => {
  const variant = OFFERED_OFFERS.find(
    ({ retailer, intent }) => retailer === row.texts.get("retailer") && intent === row.texts.get("intent"),
  );
  return variant ? offerKind(variant) : "Shop";
};

/** What an offer opens: ids, a web page, or the title of a list. */
function contentOf({ texts, rows }: RowState): string {
  const ids = (rows.get("products") ?? []).map((product) => product.texts.get("retailerProductId")?.trim());
  const titles = [...texts].filter(([path]) => path === "customUrl" || path.endsWith(".title"));
  return [...ids, ...titles.map(([, text]) => text.trim())].filter(Boolean).join(", ");
}

/** Nothing has a problem or the focus. */
const UNTOUCHED = { problems: new Map<string, string>(), focus: undefined };

const offerKind = ({ retailer, intent }: OfferVariant): string =>
  retailer === "custom" ? RETAILER_NAMES.custom : linkKind({ retailer, intent });

const Offer = ({
  field,
  rows,
  row,
  index,
  pick,
  context,
}: OffersProps & { row: RowState; index: number }) => {
  const name = rowName("offers", index);
  const { fields } = shapeIn(field, row);
  const title = nameOf(row);
  const show = (each: FormField) => <Field field={each} state={row} row={name} context={context} />;
  const main = fields.filter(isMain).sort((one, other) => rank(one) - rank(other));
  const folded = fields.filter(
    (each) =>
      !isMain(each) &&
      each.kind !== "hidden" &&
      (isUsedOf(each, row, pick) || isInUse(each, row, controlName(name, each.path), context)),
  );
  const detail = (each: FormField) => (
    <Field field={each} state={row} row={name} context={{ ...context, inDetails: true }} />
  );
  const isOpen = folded.some(({ path }) => isConcerned(controlName(name, path), context));
  const isFocused = context.focus === name;
  const isIncomplete = main.some((each) => each.required && !isInUse(each, row, each.path, UNTOUCHED));
  const isOfferOpen =
    isIncomplete || [context.focus, ...context.problems.keys()].some((each) => each?.startsWith(`${name}.`));
  return (
    <div class="row offer" data-offer={String(index)}>
      <details class="offer-fields" open={isOfferOpen}>
        <summary autofocus={isFocused}>
          <span class="shop-mark" aria-hidden="true">
            {title.charAt(0)}
          </span>
          <span class="offer-name">
            <strong>{row.texts.get("label")?.trim() || title}</strong>
            <small>{contentOf(row)}</small>
            <small class="rule">{ruleIn(row, pick, index)}</small>
          </span>
        </summary>
        <fieldset>
          <legend class="hidden">
            {index + 1}. {title}
          </legend>
          <input type="hidden" name={rowMarker(name)} value={row.origin ?? ""} />
          {fields.filter(({ kind }) => kind === "hidden").map(show)}
          <div class="row-fields">{main.map(show)}</div>
          <details open={isOpen}>
            <summary>
              Details<span class="hidden"> of {title}</span>
            </summary>
            <div class="rule-fields">{folded.filter(isRule).map(detail)}</div>
            <div class="row-fields">{folded.filter((each) => !isRule(each)).map(detail)}</div>
          </details>
        </fieldset>
      </details>
      <details class="drop">
        <summary title="Move or remove">
          <span aria-hidden="true">⋮</span>
          <span class="hidden">Move or remove {title}</span>
        </summary>
        <div class="panel">
          {index > 0 && <Step step={`move:${name}:${index - 1}`} label="Move up" />}
          {index < rows.length - 1 && <Step step={`move:${name}:${index + 1}`} label="Move down" />}
          <Step step={`remove:${name}`} label="Remove" />
        </div>
      </details>
    </div>
  );
};

const Step = ({ step, label }: { step: string; label: string }) => (
  <button class="button plain small" type="submit" name="step" value={step}>
    {label}
  </button>
);

/** What an offer can be added from besides links. */
const FROM: readonly Option[] = [
  { value: "", label: "A shop or a link to copy" },
  ...OFFERED_OFFERS.map((each) => ({ value: variantKey(each), label: offerKind(each), group: "Shops" })),
];

const AddOffer = ({ sources, context }: { sources: OfferSources; context: FormContext }) => (
  <div class="add-offer">
    <TextField
      name={OFFER_PASTE}
      label="Add a shop"
      hint="Paste a URL, product ids or one of your short links."
      value={sources.pasted}
      error={context.problems.get(OFFER_PASTE)}
      autofocus={context.focus === OFFER_PASTE}
      spellcheck={false}
    />
    <SelectField name={OFFER_FROM} label="Or choose" options={[...FROM, ...sources.links]} />
    <Button emphasis="plain" name="step" value="offer:add">
      Add shop
    </Button>
  </div>
);
