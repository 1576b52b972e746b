import { expect } from "vitest";
import type { Json } from "../requests.ts";
import type { ModelLink } from "./model.ts";

/** Fields that jobs record, and that are not part of a definition. */
const NO_PART = /^qrCodes\.|(?:^|\.)destination$/;

const valueAt = (state: Json, field: string): unknown =>
  field.split(".").reduce((value: Json, name) => value?.[name], state);

/** The changes of an activity that belong to the definition. */
export const definitionChanges = ({ changes }: Json): Json[] =>
  changes.filter(({ field }: Json) => !NO_PART.test(field));

/** Each entry of a history, newest first, explains the whole change from one version to the next. */
export function expectHistory(link: ModelLink, newestFirst: readonly Json[]): void {
  const entries = newestFirst.toReversed();
  expect(entries.map(({ version }) => version)).toEqual(link.versions.map((_, index) => index + 1));
  for (const [index, entry] of entries.entries()) {
    const [before, after] = [link.versions[index - 1] ?? {}, link.versions[index]];
    const changes = definitionChanges(entry);
    for (const { field, from, to } of changes)
      expect([valueAt(before, field), valueAt(after, field)], field).toEqual([from, to]);
    // The first entry is the creation, which names no fields.
    if (index === 0) continue;
    const told = new Set(changes.map(({ field }) => field.split(".")[0]));
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (JSON.stringify(before[field]) !== JSON.stringify(after[field])) expect(told).toContain(field);
  }
}

/** A definition after the changes of an entry. */
export const changedBy = (state: Json, entry: Json): Json =>
  definitionChanges(entry).reduce((whole, { field, to }) => withValue(whole, field.split("."), to), state);

function withValue(whole: Json, [name = "", ...rest]: string[], value: unknown): Json {
  const { [name]: inner, ...others } = whole;
  const next = rest.length === 0 ? value : withValue(inner ?? {}, rest, value);
  return next === undefined ? others : { ...others, [name]: next };
}
