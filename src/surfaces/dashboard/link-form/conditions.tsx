import { raw } from "hono/html";
import { labelOf } from "../labels/form-labels.ts";
import { suggestedNames } from "../labels/place-names.ts";
import type { PickName } from "../labels/places.ts";
import {
  CODES_LIST,
  CONDITION_PATHS,
  type CodeNames,
  namedCodes,
  namesList,
  placeKindOf,
} from "./condition-texts.ts";
import type { FormContext } from "./control.tsx";
import { Field, isConcerned } from "./field-rows.tsx";
import type { FormField } from "./form-shape.ts";
import { changeRow, controlName, type FormState, kindName, type RowState } from "./form-state.ts";

/** The names that the shown conditions of these offers suggest, once for all rows. Options need no end, which saves kilobytes. */
export const SuggestedNames = ({
  places,
  context,
  codes = [],
}: {
  places: readonly OfferPlace[];
  context: FormContext;
  codes?: CodeNames | undefined;
}) => {
  const shown = places.flatMap((place) => shownConditions(place, context));
  const kinds = shown.flatMap((path) => placeKindOf(path) ?? []);
  return (
    <>
      {shown.includes("when.qrCodes") && codes.length > 0 && (
        <datalist id={CODES_LIST}>
          {namedCodes(codes).map(({ name }) => (
            <option value={name} />
          ))}
        </datalist>
      )}
      {[...new Set(kinds)].map((kind) => (
        <datalist id={namesList(kind)}>
          {raw(
            suggestedNames(kind)
              .map((name) => `<option>${name.replaceAll("&", "&amp;")}`)
              .join(""),
          )}
        </datalist>
      ))}
    </>
  );
};

/** The row of an offer in the form. */
export interface OfferPlace {
  row: RowState;
  /** As in `offers[0]`. */
  name: string;
  pick: PickName;
  isLast: boolean;
}

const isFilled = (path: string, { texts }: FormState): boolean => (texts.get(path) ?? "").trim() !== "";

/** The conditions of an offer that have a line: those with a value or a problem, and those that were added. */
export function shownConditions(
  { row, name, pick, isLast }: OfferPlace,
  context: Parameters<typeof isConcerned>[1],
): string[] {
  const shown = CONDITION_PATHS.filter(
    (path) =>
      isFilled(path, row) || row.conditions?.includes(path) || isConcerned(controlName(name, path), context),
  );
  // All rows of rules but the last are about somebody.
  const isBare = shown.length === 0 && pick === "first" && !isLast;
  return isBare ? ["countries"] : shown;
}

/** The steps that add and remove a condition of an offer. A script sends one with `kind` after another kind is chosen. */
const ADD = "condition:add:";
const REMOVE = "condition:remove:";
export const CONDITION_STEP = /^condition:(add|remove|kind):(offers\[\d+\])(?:\.(.+))?$/;

/** The form with one more condition of an offer, or without one, and the control that gets the focus. */
export function withConditionStep(
  state: FormState,
  [kind = "", offer = "", named = ""]: readonly string[],
): { state: FormState; focus: string } {
  if (kind === "kind") return { state, focus: controlName(offer, named) };
  let focus = offer;
  const changed = changeRow(state, offer, (row) => {
    const { conditions = [], texts } = row;
    if (kind === "remove") {
      const kept = conditions.filter((path) => path !== named);
      return { ...row, texts: new Map(texts).set(named, ""), conditions: kept };
    }
    const next =
      CONDITION_PATHS.find(
        (path) => path !== "when.countries" && !conditions.includes(path) && !isFilled(path, row),
      ) ?? "countries";
    focus = controlName(offer, next);
    return { ...row, conditions: [...conditions, next] };
  });
  return { state: changed, focus };
}

/** The conditions of an offer, a line each: "When [Country] is [Canada]". `before` is what the first line begins with. */
export const Conditions = ({
  place,
  fields,
  context,
  before,
}: {
  place: OfferPlace;
  fields: readonly FormField[];
  context: FormContext;
  before: string;
}) => {
  const shown = shownConditions(place, context);
  const known = CONDITION_PATHS.flatMap((path) => fields.find((each) => each.path === path) ?? []);
  const add = shown.length < known.length - 1 && (
    <button class="button plain add" type="submit" name="step" value={`${ADD}${place.name}`}>
      + condition
    </button>
  );
  return (
    <>
      {shown.map((path, index) => {
        const field = known.find((each) => each.path === path);
        if (!field) return null;
        return (
          <div class="condition">
            <span class="joint">{index === 0 ? before : "and"}</span>
            <select
              name={kindName(controlName(place.name, path))}
              aria-label={`Kind of condition ${index + 1}`}
            >
              {known
                .filter((each) => each.path === path || !isHiddenKind(each.path, shown))
                .map((each) => (
                  <option value={each.path} selected={each.path === path}>
                    {labelOf(`offers[0].${each.path}`)}
                  </option>
                ))}
            </select>
            <span class="joint is">{/^when\.(?:from|until)$/.test(path) ? "" : "is"}</span>
            <Field
              field={field}
              state={place.row}
              row={place.name}
              context={{ ...context, inDetails: true }}
            />
            <button
              class="button plain remove"
              type="submit"
              name="step"
              value={`${REMOVE}${controlName(place.name, path)}`}
            >
              <span class="hidden">Remove the condition {labelOf(`offers[0].${path}`)}</span>
            </button>
            {index === shown.length - 1 && add}
          </div>
        );
      })}
      {shown.length === 0 && add}
    </>
  );
};

/** Whether a menu leaves out a kind: another line has it, or it is one that only callers of the API use. */
const isHiddenKind = (path: string, shown: readonly string[]): boolean =>
  path === "when.countries" || shown.includes(path);
