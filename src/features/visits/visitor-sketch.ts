import { WITHOUT_VISITOR } from "./counter-forms.ts";

/**
 * How many different visitors there were, without knowing them: a HyperLogLog sketch with 2,048 registers, whose standard error
 * is 2.3 % (1.04 / √2048, https://algo.inria.fr/flajolet/Publications/FlFuGaMe07.pdf), and which counts up to 200 visitors exactly.
 *
 * An entry is 24 bits of a visitor's keyed hash: 11 for the register, and 13 whose leading zeros are the rank. As long as a sketch
 * is small, it has the entries themselves, as HyperLogLog++ does: of 50 visitors, two have the same entry in one of 14,000 sketches.
 * Above that it only has the greatest rank of each register.
 */
const REGISTER_BITS = 11;
const RANK_BITS = 13;
const REGISTERS = 2 ** REGISTER_BITS;
/** One more than the longest run of zeros. */
const MAX_RANK = RANK_BITS + 1;
/** The most entries of a sketch; a larger one has registers. */
const MAX_ENTRIES = 200;
/** The character of rank 0 in the text of registers; the others follow it, and JSON escapes none. */
const RANK_0 = "0".charCodeAt(0);

/** A sketch as it is stored: its entries as the keys of an object, or a character for each register. */
export type StoredSketch = Entries | string;
/** The entries of a sketch, or of what is added to it. More than `MAX_ENTRIES` stand for their registers only. */
export type Entries = Record<number, 1>;

const registerOf = (entry: number): number => entry >> RANK_BITS;
const rankOf = (entry: number): number => Math.clz32(entry & (2 ** RANK_BITS - 1)) - (32 - MAX_RANK);

/** A visitor in a message: the entry in the sketch of the link, and the one in the sketch of the project, 4 characters each. */
const VISITOR_LENGTH = 8;
/** An entry has 24 bits, each character 6. */
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const ENTRY_LENGTH = 4;

/** An entry as text in a message. */
export function entryText(entry: number): string {
  let text = "";
  for (let shift = 18; shift >= 0; shift -= 6) text += CHARACTERS[(entry >>> shift) & 63];
  return text;
}

/** The entries of each visitor in a message. */
export function readVisitors(text: string): { ofLink: number; ofProject: number }[] {
  const found = [];
  for (let at = 0; at + VISITOR_LENGTH <= text.length; at += VISITOR_LENGTH)
    found.push({ ofLink: entryAt(text, at), ofProject: entryAt(text, at + ENTRY_LENGTH) });
  return found;
}

function entryAt(text: string, at: number): number {
  let bits = 0;
  for (const character of text.slice(at, at + ENTRY_LENGTH))
    bits = (bits << 6) | CHARACTERS.indexOf(character);
  return bits;
}

/** The entries, or if there are more than registers, of each register only one with the greatest rank. */
export function limitedEntries(entries: Entries): Entries {
  const all = Object.keys(entries).map(Number);
  if (all.length <= REGISTERS) return entries;
  const greatest = new Map<number, number>();
  for (const entry of all) {
    const known = greatest.get(registerOf(entry));
    if (known === undefined || rankOf(entry) > rankOf(known)) greatest.set(registerOf(entry), entry);
  }
  return Object.fromEntries(Array.from(greatest.values(), (entry) => [entry, 1 as const]));
}

/** The union of sketches. */
export class VisitorSketch {
  readonly #entries = new Set<number>();
  #registers: Uint8Array | null = null;

  add(stored: StoredSketch): void {
    if (typeof stored !== "string") {
      for (const entry of Object.keys(stored)) this.addEntry(Number(entry));
      return;
    }
    const registers = this.#toRegisters();
    for (let register = 0; register < REGISTERS; register++) {
      const rank = stored.charCodeAt(register) - RANK_0;
      if (rank > (registers[register] ?? 0)) registers[register] = rank;
    }
  }

  addEntry(entry: number): void {
    if (this.#registers) raise(this.#registers, entry);
    else if (this.#entries.add(entry).size > MAX_ENTRIES) this.#toRegisters();
  }

  /** The estimated number of visitors. */
  number(): number {
    return this.#registers ? Math.round(estimate(this.#registers)) : this.#entries.size;
  }

  #toRegisters(): Uint8Array {
    if (!this.#registers) {
      this.#registers = new Uint8Array(REGISTERS);
      for (const entry of this.#entries) raise(this.#registers, entry);
      this.#entries.clear();
    }
    return this.#registers;
  }
}

function raise(registers: Uint8Array, entry: number): void {
  const register = registerOf(entry);
  registers[register] = Math.max(registers[register] ?? 0, rankOf(entry));
}

/**
 * The improved raw estimator of Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches", algorithm 6
 * (https://arxiv.org/abs/1702.01284). It needs no tables and no other estimator for small or large numbers.
 */
function estimate(registers: Uint8Array): number {
  const counts = new Array<number>(MAX_RANK + 1).fill(0);
  for (const rank of registers) counts[rank] = (counts[rank] ?? 0) + 1;
  const share = (rank: number) => (counts[rank] ?? 0) / REGISTERS;
  let sum = tau(1 - share(MAX_RANK));
  for (let rank = RANK_BITS; rank > 0; rank--) sum = (sum + share(rank)) / 2;
  return REGISTERS / (2 * Math.LN2 * (sum + sigma(share(0))));
}

/** x + Σ x^(2^k) · 2^(k-1) for k ≥ 1. */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let sum = share;
  for (let [power, factor, before] = [share, 1, -1]; sum !== before; factor *= 2) {
    power *= power;
    before = sum;
    sum += power * factor;
  }
  return sum;
}

/** (1 - x - Σ (1 - x^(2^-k))² · 2^-k for k ≥ 1) / 3. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let sum = 1 - share;
  for (let [root, factor, before] = [share, 1, -1]; sum !== before; ) {
    root = Math.sqrt(root);
    before = sum;
    factor /= 2;
    sum -= (1 - root) ** 2 * factor;
  }
  return sum / 3;
}

/** Above this length, the column is `null` from then on, because a part of the visitors would be a wrong number. */
const MAX_VISITORS = 500_000;

/** SQL for the rank of an entry: one more than the number of zeros before its last 13 bits' first one. */
const rankSql = (entry: string): string => {
  const bits = `(${entry} & ${2 ** RANK_BITS - 1})`;
  return `1 + ${Array.from({ length: RANK_BITS }, (_, bit) => `(${bits} < ${2 ** bit})`).join(" + ")}`;
};

/** The text of registers without a visitor. */
const EMPTY = `hex(zeroblob(${REGISTERS / 2}))`;

/**
 * SQL for the text of registers `old` after the entries that are keys in the rows of `added`. From the innermost SELECT: an entry in each
 * row; the greatest rank of each register, if it is greater than the one before; where the last changed register was; the text before
 * each changed register, and its new character.
 */
const raised = (old: string, added: string): string => {
  const entries = `SELECT CAST(key AS INTEGER) AS entry FROM ${added}`;
  const ranks = `SELECT entry >> ${RANK_BITS} AS register, max(${rankSql("entry")}) AS rank FROM (${entries}) GROUP BY 1`;
  const changed = `SELECT register, rank, coalesce(lag(register) OVER (ORDER BY register), -1) AS before
      FROM (${ranks}) WHERE rank > unicode(substr(${old}, register + 1, 1)) - ${RANK_0} ORDER BY register`;
  return `coalesce((SELECT group_concat(substr(${old}, before + 2, register - before - 1) || char(${RANK_0} + rank), '')
      || substr(${old}, max(register) + 2) FROM (${changed})), ${old})`;
};

/**
 * SQL that adds the visitors in the JSON `added` to the JSON of the column `visitors`, which is `old`: entries to a sketch, which
 * becomes registers when it has more than 200; and numbers to numbers. In a row of a day that has ended, which has a number of all
 * visitors, each entry counts as a visitor. `json_patch` replaces a member that is text or a number, and merges entries. `people` is the
 * number of people's visits before: if nothing is known of them, an earlier version counted them, and they are without a visitor.
 */
export const visitorSum = (old: string, added: string, people: string): string => {
  const member = `${old} -> ('$."' || one.key || '"')`;
  const text = `${old} ->> ('$."' || one.key || '"')`;
  const hasEnded = `json_type(${old}, '$."*"') = 'integer'`;
  const late = `SELECT count(*) FROM json_each(${added}) AS code, json_each(code.value) WHERE code.type = 'object'`;
  // For many entries, json_patch compares each with each.
  const all = `(SELECT key FROM json_each(${member}) UNION SELECT key FROM json_each(one.value))`;
  return `CASE WHEN ${added} = '{}' THEN ${old}
    WHEN ${old} = '{}' AND ${people} > 0
      THEN json_patch(${added}, json_object('${WITHOUT_VISITOR}', ${people} + coalesce(${added} ->> '$."${WITHOUT_VISITOR}"', 0)))
    WHEN ${old} = 'null' OR length(${old}) > ${MAX_VISITORS} THEN 'null'
    ELSE json_patch(json_patch(${old}, (SELECT json_group_object(one.key, json(CASE
      WHEN one.type = 'integer' THEN coalesce(${text}, 0) + one.value
      WHEN ${hasEnded} THEN coalesce(${text}, 0) + (SELECT count(*) FROM json_each(one.value))
      WHEN json_type(${old}, '$."' || one.key || '"') = 'text' THEN json_quote(${raised(`(${text})`, "json_each(one.value)")})
      WHEN (SELECT count(*) FROM ${all}) > ${MAX_ENTRIES} THEN json_quote(${raised(EMPTY, all)})
      ELSE one.value END)) FROM json_each(${added}) AS one)),
      iif(${hasEnded}, json_object('*', (${old} ->> '*') + (${late})), '{}')) END`;
};
