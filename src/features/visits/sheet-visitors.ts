import type { LinkNumbers } from "./sheet-links.ts";
import type { EndedRow } from "./sheet-periods.ts";
import { SheetSums } from "./sheet-text.ts";
import type { VisitNumbers } from "./statistics.ts";
import { codesIn, type DayVisitors, endedVisitors, VisitorTotals, visitorDays } from "./visitor-totals.ts";

/** What sheets have of the visitors of a link: their number, and how often it is not known. */
const VISITOR_CLASSES = ["visitors", "unknown"] as const;
/** The column of all codes: people without a code have no row in a ranking of codes. */
const WHOLE = 0;

/** The text of sheets that were written before visitors were counted: none of their links has a known number. */
const UNKNOWN = "?";

/** Daily visitors of many links, by number, and by the number of their code. */
export class SheetVisitors {
  readonly #sums = new SheetSums(VISITOR_CLASSES);
  readonly #links: () => LinkNumbers;
  #isUnknown = false;
  /** Of a link's rows of a day or month. */
  #rows: { place: string; link: number; totals: VisitorTotals; codes: Set<number> } | null = null;

  /** `links`: those that the numbers are of, when the first row is added. */
  constructor(links: () => LinkNumbers) {
    this.#links = links;
  }

  /** What is added next is of a row of this link: those of the same link and period one after the other. */
  begin(linkId: string, period: string): void {
    const place = `${linkId} ${period}`;
    if (this.#rows?.place === place) return;
    this.end();
    const link = this.#links().numberOf(linkId);
    this.#rows = { place, link, totals: new VisitorTotals(), codes: new Set([WHOLE]) };
  }

  /** Adds visits of people by a code; empty: without a code. Others are ignored. */
  addVisits(code: string, day: string, name: keyof VisitNumbers, visits: number): void {
    if (name !== "scans" && name !== "clicks") return;
    for (const number of this.#numbersOf(code)) this.#rows?.totals.addPeople(String(number), day, visits);
  }

  /** Adds the visitors of the row, of which `visitors` is the column, on the days for which `isAsked` is true. */
  addVisitors(row: { period: string; visitors: string }, isAsked: (day: string) => boolean): void {
    for (const [day, visitors] of visitorDays(row)) {
      if (!isAsked(day)) continue;
      this.#rows?.totals.add(String(WHOLE), day, visitors, { code: null, isWhole: true });
      for (const code of codesIn(visitors))
        for (const number of this.#numbersOf(code))
          if (number !== WHOLE)
            this.#rows?.totals.add(String(number), day, visitors, { code, isWhole: true });
    }
  }

  /** Ends the last row. */
  end(): void {
    if (!this.#rows) return;
    const { link, totals, codes } = this.#rows;
    for (const code of codes) {
      const number = totals.numberOf(String(code));
      if (number === null) this.#sums.add(link, code, "unknown", 1);
      else if (number > 0) this.#sums.add(link, code, "visitors", number);
    }
    this.#rows = null;
  }

  addText(text: string): void {
    if (text === UNKNOWN) this.#isUnknown = true;
    else this.#sums.addText(text);
  }

  texts(): string[] {
    this.end();
    return this.#isUnknown ? [UNKNOWN] : this.#sums.texts();
  }

  /** The visitors of a link, by a code or, with 0, by all; null if they are not known on a day with people. */
  numberOf(link: number, code: number): number | null {
    return this.#isUnknown || this.#sums.numberOf(link, code, "unknown") > 0
      ? null
      : this.#sums.numberOf(link, code, "visitors");
  }

  /** The number of all codes, and that of the code. */
  #numbersOf(code: string): Set<number> {
    if (!this.#rows) return new Set();
    const number = this.#links().codeOf(this.#rows.link, code);
    this.#rows.codes.add(number);
    return new Set([WHOLE, number]);
  }
}

/** The rows whose sketches of visitors become numbers, with these. */
export function endedRows(rows: readonly EndedRow[]): EndedRow[] {
  return [...Map.groupBy(rows, ({ linkId }) => linkId).values()].flatMap((all) => {
    // Only this folder writes the column.
    const ended = endedVisitors(all.map(({ visitors }) => JSON.parse(visitors) as DayVisitors));
    return all.flatMap(({ linkId, retailer }, index) => {
      const visitors = ended[index];
      return visitors ? [{ linkId, retailer, visitors: JSON.stringify(visitors) }] : [];
    });
  });
}
