import { sha256Hex } from "../core/digest.ts";
import { bytesOf, KEPT_VALUE_BYTES } from "../quotas/stored-bytes.ts";
import type { FieldChange } from "./activity.ts";

/** Values that take more than this as JSON, in bytes, are kept once for their link; entries of its history name them. */
const LONGEST_IN_ENTRY = 1_024;

/**
 * Begins the stored name of a field of which a value is kept elsewhere. No definition has such a field: a version of the
 * service that does not know this form refuses to restore what was before the entry, instead of restoring it wrongly.
 */
const MARK = "kept:";

/** Where the history looks for the destination of a link, which therefore stays in its entries. */
const NEVER_KEPT = "destination";

/** A value that is kept once for its link. */
export interface KeptValue {
  /** SHA-256 of `json`. */
  digest: string;
  json: string;
  /** What it takes of D1. */
  bytes: number;
}

/** What an entry has in the place of a value that is kept; `length` is that of its JSON, in bytes. */
export interface ValueReference {
  digest: string;
  length: number;
}

/**
 * A side of a change with a kept value: where the value is, the value itself where it is short, or nothing where the
 * field had none. It is there always, as an earlier version of the service ignores a change without `from`.
 */
type StoredSide = ValueReference | { value?: unknown };

/** A stored change with a kept value. */
interface StoredChange {
  field: `${typeof MARK}${string}`;
  from: StoredSide;
  to: StoredSide;
}

const isStored = (change: FieldChange): change is StoredChange => change.field.startsWith(MARK);
const isReference = (side: StoredSide): side is ValueReference => "digest" in side;

/** Changes of a link or of one of its codes as its history stores them, and the long values of them, each once. */
export async function withKeptValues(
  changes: readonly FieldChange[],
): Promise<{ changes: FieldChange[]; kept: KeptValue[] }> {
  const kept = new Map<string, KeptValue>();
  async function sideOf(value: unknown): Promise<StoredSide> {
    if (value === undefined) return {};
    const json = JSON.stringify(value);
    const length = bytesOf(json);
    if (length <= LONGEST_IN_ENTRY) return { value };
    const digest = await sha256Hex(json);
    kept.set(digest, { digest, json, bytes: length + KEPT_VALUE_BYTES });
    return { digest, length };
  }
  const stored = changes.map(async (change): Promise<FieldChange> => {
    if (change.field === NEVER_KEPT) return change;
    const [from, to] = await Promise.all([sideOf(change.from), sideOf(change.to)]);
    return isReference(from) || isReference(to) ? { field: `${MARK}${change.field}`, from, to } : change;
  });
  return { changes: await Promise.all(stored), kept: [...kept.values()] };
}

/** The values that these stored changes name. */
export const referencesIn = (changes: readonly FieldChange[]): ValueReference[] =>
  changes.filter(isStored).flatMap(({ from, to }) => [from, to].filter(isReference));

/** Stored changes with their values in their places. `jsonOf` gives the JSON of a kept value. */
export const withValues = (
  changes: readonly FieldChange[],
  jsonOf: (reference: ValueReference) => string,
): FieldChange[] =>
  changes.map((change) => {
    if (!isStored(change)) return change;
    const side = (name: "from" | "to") => {
      const stored = change[name];
      const value: unknown = isReference(stored) ? JSON.parse(jsonOf(stored)) : stored.value;
      return value === undefined ? {} : { [name]: value };
    };
    return { field: change.field.slice(MARK.length), ...side("from"), ...side("to") };
  });
