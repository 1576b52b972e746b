import type { FieldProblem } from "../../../ground/core/errors.ts";
import { partsByWeight, percentsOf } from "../../../ground/core/percents.ts";
import { controlName, type FormState, type RowState, rowName, SHARE } from "./form-state.ts";

const isSplit = ({ texts }: FormState): boolean => texts.get("page.pick") === "split";
const weightOf = ({ texts }: RowState): number => Number(texts.get("weight") || 1);
const offersOf = ({ rows }: FormState): readonly RowState[] => rows.get("offers") ?? [];

/** The shares that the weights of these offers make. */
const sharesByWeight = (offers: readonly RowState[]): string[] =>
  percentsOf(offers.map(weightOf)).map((share) => String(share));

/** The shares in a form: those typed, else those of the weights. */
export function shownShares(offers: readonly RowState[]): string[] {
  if (offers.every(({ texts }) => !texts.has(SHARE))) return sharesByWeight(offers);
  return offers.map(({ texts }) => texts.get(SHARE) ?? "");
}

/** A share as typed: "70", "70 %" and "70%". */
const numberIn = (typed: string): string => typed.trim().replace(/\s*%$/, "");

/** Shares that sum to 100, or what is wrong with them, by the position of the offer. */
export function readShares(
  typed: readonly string[],
): { shares: number[] } | { problem: string; index: number } {
  const texts = typed.map(numberIn);
  const wrong = texts.findIndex((text) => text !== "" && !/^[1-9]\d?$/.test(text));
  if (wrong >= 0) return { problem: "A share is a whole number from 1 to 99.", index: wrong };
  const sum = texts.reduce((all, text) => all + Number(text), 0);
  const empty = texts.flatMap((text, index) => (text === "" ? [index] : []));
  const rest = 100 - sum;
  const last = texts.length - 1;
  if (empty.length === 0) {
    if (rest === 0) return { shares: texts.map(Number) };
    const advice = `${rest > 0 ? "Give out" : "Take away"} ${Math.abs(rest)} %`;
    return {
      problem: `The shares make ${sum} %, not 100 %. ${advice}, or leave one empty: it gets the rest.`,
      index: last,
    };
  }
  if (rest < empty.length)
    return {
      problem: `The other shares make ${sum} %, so nothing is left for this one. Make them smaller.`,
      index: empty[0] ?? last,
    };
  const parts = partsByWeight(
    rest,
    texts.map((text) => (text === "" ? 1 : 0)),
  );
  return { shares: texts.map((text, index) => (text === "" ? (parts[index] ?? 0) : Number(text))) };
}

/** The form with the weights that its shares mean, and what is wrong with them. Shares that nobody changed keep their weights. */
export function withWeights(state: FormState): { state: FormState; problems: FieldProblem[] } {
  const offers = offersOf(state);
  if (!isSplit(state) || offers.length === 0) return { state, problems: [] };
  const typed = shownShares(offers).map(numberIn);
  if (typed.join() === sharesByWeight(offers).join()) return { state, problems: [] };
  const read = readShares(typed);
  if ("problem" in read) {
    const field = controlName(rowName("offers", read.index), SHARE);
    return { state, problems: [{ field, message: read.problem }] };
  }
  return { state: withTexts(state, "weight", read.shares), problems: [] };
}

/**
 * The form after offers were added or removed, with shares that sum to 100 again: new offers get an even part, and the others
 * share the rest as before. Shares that did not sum to 100 stay as they were typed.
 */
export function withEvenedShares(before: FormState, after: FormState): FormState {
  const [old, offers] = [offersOf(before), offersOf(after)];
  if (!isSplit(after) || offers.length === 0 || old.length === offers.length) return after;
  const read = readShares(shownShares(old));
  if ("problem" in read) return after;
  const shares = new Map(old.map(({ texts }, index) => [texts, read.shares[index] ?? 1]));
  const kept = offers.flatMap(({ texts }) => shares.get(texts) ?? []);
  const even = (kept.reduce((all, share) => all + share, 0) || 100) / (kept.length || 1);
  return withTexts(after, SHARE, percentsOf(offers.map(({ texts }) => shares.get(texts) ?? even)));
}

const withTexts = (state: FormState, path: string, values: readonly number[]): FormState => ({
  ...state,
  rows: new Map(state.rows).set(
    "offers",
    offersOf(state).map((row, index) => ({
      ...row,
      texts: new Map(row.texts).set(path, String(values[index] ?? "")),
    })),
  ),
});
