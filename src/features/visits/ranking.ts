import { rowLimit } from "./aggregate.ts";
import type { LinkNumbers } from "./sheet-links.ts";
import type { SheetSums } from "./sheet-text.ts";
import type { SheetVisitors } from "./sheet-visitors.ts";
import {
  CLASSES,
  numbersOf,
  type PartRow,
  peopleIn,
  plus,
  programsIn,
  sumOf,
  type VisitNumbers,
  zeroVisits,
} from "./statistics.ts";

/** The visits of links by number, and the links. */
export interface NumberedVisits {
  sums: SheetSums<keyof VisitNumbers>;
  visitors: SheetVisitors;
  links: LinkNumbers;
  /** Whether a link counts. */
  isCounted: (linkId: string) => boolean;
}

/** A link, or one of its QR codes, with its visits. */
interface Ranked {
  /** Their numbers on sheets; 0 is no code. */
  numbered: { link: number; code: number };
  linkId: string;
  /** The identifier of a code, or empty. */
  code: string;
  numbers: VisitNumbers;
}

/** The links or QR codes with most people, then most other visits, and one row for the rest. */
export function rankedRows(
  by: "link" | "qrCode",
  { sums, visitors, links, isCounted }: NumberedVisits,
): PartRow[] {
  const ranking = new Ranking(rowLimit(by));
  const codes = sums.codes();
  const rank = (some: readonly number[], code: number) =>
    sums.forEach(some, (link, numbers) => {
      const linkId = links.idOf(link);
      const numbered = { link, code };
      if (isCounted(linkId)) ranking.add({ linkId, numbered }, numbers, () => links.identifierOf(link, code));
    });
  if (by === "link") rank(codes, 0);
  else for (const code of codes) if (code > 0) rank([code], code);
  const rows = ranking.top.map(({ linkId, code, numbers, numbered }) => ({
    key: by === "link" ? linkId : `qr_${linkId}_${code}`,
    ...NAMELESS,
    ...numbers,
    visitors: visitors.numberOf(numbered.link, numbered.code),
  }));
  return [...rows, { key: null, ...NAMELESS, ...plus(ranking.all, sumOf(rows), -1), visitors: null }];
}

const NAMELESS = { name: null, publicName: null, linkName: null };

/** The first of many, in order. */
class Ranking {
  readonly top: Ranked[] = [];
  readonly all = zeroVisits();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `numbers` can change after the call. */
  add(link: Pick<Ranked, "linkId" | "numbered">, numbers: VisitNumbers, codeOf: () => string): void {
    for (const name of CLASSES) this.all[name] += numbers[name];
    const last = this.top.at(-1);
    const isFull = this.top.length >= this.#limit;
    // Most of many links are out at once.
    if (isFull && last && peopleIn(numbers) < peopleIn(last.numbers)) return;
    const added = { ...link, code: codeOf(), numbers: numbersOf(numbers) };
    if (isFull && last && compare(last, added) < 0) return;
    let [from, to] = [0, this.top.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const other = this.top[middle];
      if (other && compare(other, added) < 0) from = middle + 1;
      else to = middle;
    }
    this.top.splice(from, 0, added);
    if (this.top.length > this.#limit) this.top.pop();
  }
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compare = (a: Ranked, b: Ranked): number =>
  peopleIn(b.numbers) - peopleIn(a.numbers) ||
  programsIn(b.numbers) - programsIn(a.numbers) ||
  inOrder(a.linkId, b.linkId) ||
  inOrder(a.code, b.code);
