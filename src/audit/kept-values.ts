import { sha256Hex } from "../core/digest.ts";
import { bytesOf, STORED_VALUE_BYTES } from "../quotas/stored-bytes.ts";
import type { FieldChange } from "./activity.ts";

/** Values that take more than this as JSON, in bytes, are stored once for their link; entries of its history name them. */
const MAX_IN_ENTRY = 1_024;

/** Where the history looks for the destination of a link, which therefore stays in its entries. */
const NEVER_KEPT = "destination";

/** A value that is stored once for its link. */
export interface KeptValue {
  /** SHA-256 of `json`. */
  digest: string;
  json: string;
  /** What it takes of D1. */
  bytes: number;
}

/** What an entry has in place of a value that is stored once; `length` is that of its JSON, in bytes. */
export interface ValueReference {
  digest: string;
  length: number;
}

/** A change as the history of a link stores it: a long value is in `kept`, and not in the change itself. */
export interface StoredChange extends FieldChange {
  kept?: { from?: ValueReference; to?: ValueReference };
}

const SIDES = ["from", "to"] as const;

/** Changes of a link or of one of its codes as its history stores them, and the long values of them, each once. */
export async function withKeptValues(
  changes: readonly FieldChange[],
): Promise<{ changes: StoredChange[]; kept: KeptValue[] }> {
  const values = new Map<string, KeptValue>();
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

/** The values that these stored changes name. */
export const referencesIn = (changes: readonly StoredChange[]): ValueReference[] =>
  changes.flatMap(({ kept = {} }) => Object.values(kept));

/** Stored changes with their values in their places. `jsonOf` gives the JSON of a kept value. */
export const withValues = (
  changes: readonly StoredChange[],
  jsonOf: (reference: ValueReference) => string,
): FieldChange[] =>
  changes.map(({ kept, ...change }) => {
    const from: unknown = kept?.from && JSON.parse(jsonOf(kept.from));
    const to: unknown = kept?.to && JSON.parse(jsonOf(kept.to));
    return { ...change, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  });
