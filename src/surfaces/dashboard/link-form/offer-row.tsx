import type { OfferVariant } from "../../../features/retailers/variants.ts";
import { RETAILER_NAMES } from "../../../ground/core/vocabulary.ts";
import { TextField } from "../components/field.tsx";
import { linkKind, OFFERED_OFFERS } from "../labels/link-labels.tsx";
import { isPicked, type PickName } from "../labels/places.ts";
import { Conditions, type OfferPlace, shownConditions } from "./conditions.tsx";
import type { FormContext } from "./control.tsx";
import { Field } from "./field-rows.tsx";
import type { RowsField } from "./form-shape.ts";
import { controlName, type RowState, rowMarker, SHARE, shapeIn } from "./form-state.ts";
import { OfferTarget } from "./offer-target.tsx";

export const offerKind = ({ retailer, intent }: OfferVariant): string =>
  retailer === "custom" ? RETAILER_NAMES.custom : linkKind({ retailer, intent });

const nameOf = (row: RowState): string => {
  const variant = OFFERED_OFFERS.find(
    ({ retailer, intent }) => retailer === row.texts.get("retailer") && intent === row.texts.get("intent"),
  );
  return variant ? offerKind(variant) : "Shop";
};

/** An offer: who gets it, and where it sends them. */
export const OfferRow = ({
  field,
  place,
  index,
  context,
  share,
  note,
}: {
  field: RowsField;
  place: OfferPlace;
  index: number;
  context: FormContext;
  /** Its share of a split, as shown. */
  share: string | undefined;
  /** Why nobody gets it, or nobody the offers after it. */
  note: string | undefined;
}) => {
  const { row, name, pick, isLast } = place;
  const { fields } = shapeIn(field, row);
  const title = nameOf(row);
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
          before={isPicked(pick) ? "When" : "Shown when"}
        />
      </div>
      <OfferTarget {...{ fields, place, index, context, title }} />
      <p class="note" role="status">
        {note}
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
