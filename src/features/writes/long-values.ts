import { sha256Hex } from "../../ground/core/digest.ts";
import type { FieldChange } from "./activity.ts";
import { bytesOf, STORED_VALUE_BYTES } from "./usage-statements.ts";

/** Values longer than this as JSON, in bytes, are stored once per link; entries of its history refer to them. */
const MAX_IN_ENTRY = 1_024;

/** The history queries the destination, so it always stays in the entries. */
const NEVER_KEPT = "destination";

/** A long value, stored once per link. */
export interface LongValue {
  /** SHA-256 of `json`. */
  digest: string;
  json: string;
  /** Bytes in D1. */
  bytes: number;
}

/** A reference to a long value in an entry; `length` is the length of its JSON, in bytes. */
export interface ValueReference {
  digest: string;
  length: number;
}

/** A change as stored in a link's history: `kept` contains references to long values. */
export interface StoredChange extends FieldChange {
  kept?: { from?: ValueReference; to?: ValueReference };
}

const SIDES = ["from", "to"] as const;

/** Moves long values out of changes of a link or its codes, each value once. */
export async function extractLongValues(
  changes: readonly FieldChange[],
): Promise<{ changes: StoredChange[]; kept: LongValue[] }> {
  const values = new Map<string, LongValue>();
  const stored = changes.map(async (change): Promise<StoredChange> => {
    if (change.field === NEVER_KEPT) return change;
    const short = { ...change };
    const kept: StoredChange["kept"] = {};
    for (const side of SIDES) {
      const json = JSON.stringify(change[side]) ?? "";
      const length = bytesOf(json);
      if (length <= MAX_IN_ENTRY) continue;
      const digest = await sha256Hex(json);
      values.set(digest, { digest, json, bytes: length + STORED_VALUE_BYTES });
      kept[side] = { digest, length };
      delete short[side];
    }
    return Object.keys(kept).length > 0 ? { ...short, kept } : change;
  });
  return { changes: await Promise.all(stored), kept: [...values.values()] };
}

export const referencesIn = (changes: readonly StoredChange[]): ValueReference[] =>
  changes.flatMap(({ kept = {} }) => Object.values(kept));

/** Replaces references in stored changes by their values. `jsonOf` returns the JSON of a long value. */
export const withValues = (
  changes: readonly StoredChange[],
  jsonOf: (reference: ValueReference) => string,
): FieldChange[] =>
  changes.map(({ kept, ...change }) => {
    const from: unknown = kept?.from && JSON.parse(jsonOf(kept.from));
    const to: unknown = kept?.to && JSON.parse(jsonOf(kept.to));
    return { ...change, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  });
