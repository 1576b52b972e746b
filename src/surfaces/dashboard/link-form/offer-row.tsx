import type { OfferVariant } from "../../../features/retailers/variants.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { TextField } from "../components/field.tsx";
import { linkKind, OFFERED_OFFERS } from "../labels/link-labels.tsx";
import { isPicked, type PickName } from "../labels/places.ts";
import { isCondition } from "./condition-texts.ts";
import { Conditions, shownConditions } from "./conditions.tsx";
import type { FormContext } from "./control.tsx";
import { Field, isConcerned, isInUse, isUsed } from "./field-rows.tsx";
import type { FormField, RowsField } from "./form-shape.ts";
import { controlName, type RowState, rowMarker, rowName, SHARE, shapeIn } from "./form-state.ts";
import type { NamedOffer } from "./named-offers.ts";

/** The fields that every offer needs, in their order; the others are folded. */
const MAIN = [
  /^(?:customUrl|products)$/,
  /^options\.delivery_app\.(?:shoppingList|recipe)\.title$/,
  /^options\.delivery_app\.(?:shoppingList|recipe)\.(?:lineItems|ingredients)$/,
  /^label$/,
];
const rank = ({ path }: FormField): number => MAIN.findIndex((each) => each.test(path));

/** Whether an offer has a field outside its fold. Its name on the page is needed only where there is a page. */
const isMain = (field: FormField, pick: PickName): boolean =>
  rank(field) >= 0 && (field.required || (field.path === "label" && !isPicked(pick)));

/** Whether a row has a field: not if it is shown elsewhere, and if it makes a difference. */
const isDetail = (field: FormField, row: RowState): boolean =>
  field.kind !== "hidden" &&
  field.path !== "weight" &&
  !isCondition(field.path) &&
  isUsed(field, row.texts.get("retailer") ?? "");

export const offerKind = ({ retailer, intent }: OfferVariant): string =>
  retailer === "custom" ? RETAILER_NAMES.custom : linkKind({ retailer, intent });

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

/** What each row of offers is shown with. */
export interface OfferRowProps {
  field: RowsField;
  rows: readonly RowState[];
  pick: PickName;
  context: FormContext;
}

/** An offer: who gets it, and where it sends them. */
export const OfferRow = ({
  field,
  rows,
  row,
  index,
  pick,
  context,
  share,
  named,
}: OfferRowProps & {
  row: RowState;
  index: number;
  /** Its share of a split, as shown. */
  share: string | undefined;
  named: NamedOffer | undefined;
}) => {
  const name = rowName("offers", index);
  const { fields } = shapeIn(field, row);
  const title = nameOf(row);
  const isLast = index === rows.length - 1;
  const place = { row, name, pick, isLast };
  const isBare = shownConditions(place, context).length === 0;
  return (
    <fieldset class="row offer" data-offer={String(index)}>
      <legend class="hidden">
        Row {index + 1}: {title}
      </legend>
      <input type="hidden" name={rowMarker(name)} value={row.origin ?? ""} />
      {fields
        .filter(({ kind }) => kind === "hidden")
        .map((each) => (
          <Field field={each} state={row} row={name} context={context} />
        ))}
      <Weight name={name} row={row} share={share} context={context} />
      <div class="who">
        {isBare && <span class="joint everybody">{everybody(pick, index)}</span>}
        <Conditions
          place={place}
          fields={fields}
          context={context}
          before={pick === "shopper" || !isPicked(pick) ? "Shown when" : "When"}
        />
      </div>
      <OfferTarget {...{ field, row, index, pick, context, title }} />
      <p class="note" role="status">
        {named?.note}
      </p>
      <MoveMenu name={name} index={index} isLast={isLast} title={title} />
    </fieldset>
  );
};

/** Who gets an offer without conditions. */
function everybody(pick: PickName, index: number): string {
  if (pick === "split") return "of everybody";
  if (pick === "first") return index === 0 ? "Everybody" : "Everybody else";
  return "Shown to everybody";
}

/** The share of a split. Weights stay in the form where the offers are not split, because they are stored. */
const Weight = ({
  name,
  row,
  share,
  context,
}: {
  name: string;
  row: RowState;
  share: string | undefined;
  context: FormContext;
}) => {
  const control = controlName(name, SHARE);
  return (
    <>
      <input type="hidden" name={controlName(name, "weight")} value={row.texts.get("weight") ?? ""} />
      {share !== undefined && (
        <div class="share">
          <TextField
            name={control}
            label="Percent"
            value={share}
            inputMode="numeric"
            maxLength={5}
            placeholder="rest"
            error={context.problems.get(control)}
            autofocus={context.focus === control}
          />
        </div>
      )}
    </>
  );
};

/** Where an offer sends people: the field of a web page, or the fields of a shop in a fold. */
const OfferTarget = ({
  field,
  row,
  index,
  pick,
  context,
  title,
}: Omit<OfferRowProps, "rows"> & { row: RowState; index: number; title: string }) => {
  const name = rowName("offers", index);
  const { fields } = shapeIn(field, row);
  const main = fields.filter((each) => isMain(each, pick)).sort((one, other) => rank(one) - rank(other));
  const isPage = row.texts.get("retailer") === "custom";
  const details = fields.filter(
    (each) =>
      !main.includes(each) &&
      (isDetail(each, row) ||
        (isDetail({ ...each, required: true }, row) && isInUse(each, row, each.path, UNTOUCHED))),
  );
  const show = (each: FormField, inDetails: boolean) => (
    <Field field={each} state={row} row={name} context={inDetails ? { ...context, inDetails } : context} />
  );
  const isOpen = details.some(({ path }) => isConcerned(controlName(name, path), context));
  const folded = (
    <details open={isOpen}>
      <summary>
        Details<span class="hidden"> of row {index + 1}</span>
      </summary>
      <div class="row-fields">{details.map((each) => show(each, true))}</div>
    </details>
  );
  if (isPage)
    return (
      <div class="to">
        <span class="arrow" aria-hidden="true" />
        <div class="row-fields">{main.map((each) => show(each, false))}</div>
        {folded}
      </div>
    );
  const isIncomplete = main.some((each) => each.required && !isInUse(each, row, each.path, UNTOUCHED));
  const isConcernedHere = [context.focus, ...context.problems.keys()].some(
    (each) =>
      each?.startsWith(`${name}.`) && !isCondition(each.slice(name.length + 1)) && !each.endsWith(SHARE),
  );
  return (
    <div class="to">
      <span class="arrow" aria-hidden="true" />
      <details class="offer-fields" open={isIncomplete || isConcernedHere}>
        <summary autofocus={context.focus === name}>
          <span class="shop-mark" aria-hidden="true">
            {title.charAt(0)}
          </span>
          <span class="offer-name">
            <strong>{row.texts.get("label")?.trim() || title}</strong>
            <small>{contentOf(row)}</small>
          </span>
        </summary>
        <div class="row-fields">{main.map((each) => show(each, false))}</div>
        {folded}
      </details>
    </div>
  );
};

const MoveMenu = ({
  name,
  index,
  isLast,
  title,
}: {
  name: string;
  index: number;
  isLast: boolean;
  title: string;
}) => (
  <details class="drop">
    <summary title="Move or remove">
      <span aria-hidden="true">⋮</span>
      <span class="hidden">
        Move or remove row {index + 1}, {title}
      </span>
    </summary>
    <div class="panel">
      {index > 0 && <Step step={`move:${name}:${index - 1}`} label="Move up" />}
      {!isLast && <Step step={`move:${name}:${index + 1}`} label="Move down" />}
      <Step step={`remove:${name}`} label="Remove" />
    </div>
  </details>
);

const Step = ({ step, label }: { step: string; label: string }) => (
  <button class="button plain small" type="submit" name="step" value={step}>
    {label}
  </button>
);
