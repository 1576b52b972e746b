import { isPicked, type PickName } from "../labels/places.ts";
import { isCondition } from "./condition-texts.ts";
import type { OfferPlace } from "./conditions.tsx";
import type { FormContext } from "./control.tsx";
import { Field, isConcerned, isInUse, isUsed } from "./field-rows.tsx";
import type { FormField } from "./form-shape.ts";
import { controlName, type RowState, SHARE } from "./form-state.ts";

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

/** Whether another part of the row has a field. */
const isElsewhere = ({ kind, path }: FormField): boolean =>
  kind === "hidden" || path === "weight" || isCondition(path);

/** What an offer opens: ids, a web page, or the title of a list. */
function contentOf({ texts, rows }: RowState): string {
  const ids = (rows.get("products") ?? []).map((product) => product.texts.get("retailerProductId")?.trim());
  const titles = [...texts].filter(([path]) => path === "customUrl" || path.endsWith(".title"));
  return [...ids, ...titles.map(([, text]) => text.trim())].filter(Boolean).join(", ");
}

/** Nothing has a problem or the focus. */
const UNTOUCHED = { problems: new Map<string, string>(), focus: undefined };

/** Where an offer sends people: the field of a web page, or the fields of a shop in a fold. */
export const OfferTarget = ({
  fields,
  place: { row, name, pick },
  index,
  context,
  title,
}: {
  fields: readonly FormField[];
  place: OfferPlace;
  index: number;
  context: FormContext;
  /** What kind of offer it is. */
  title: string;
}) => {
  const main = fields.filter((each) => isMain(each, pick)).sort((one, other) => rank(one) - rank(other));
  const retailer = row.texts.get("retailer") ?? "";
  const details = fields.filter(
    (each) =>
      !main.includes(each) &&
      !isElsewhere(each) &&
      (isUsed(each, retailer) || isInUse(each, row, controlName(name, each.path), context)),
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
  if (retailer === "custom")
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
