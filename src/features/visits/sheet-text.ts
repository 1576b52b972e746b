/**
 * The text of a sheet: for each column (a code of the links, or none, and one of up to four classes) its number, how many counts follow,
 * and for each count a sign: twice the visits of the next link, or, to skip links, an odd number. Most links have few visits a
 * day, so that most counts are one character.
 *
 * Numbers have digits of base 46 with the lowest first. The last digit is less than 45; others are 45 more than theirs. Digits are
 * the characters of ASCII that JSON need not escape.
 */
const FIRST_DIGIT = 35; // "#"
const BACKSLASH = 92;
const MORE = 45;
const BASE = 46;

/** Links of a block, which a column without visits of them doesn't have. */
const BLOCK = 256;
/** The most characters of a sheet, unless a single link has more, and its most links. */
const MAX_LENGTH = 64_000;
const MAX_LINKS = 2_048;

type Blocks = (Float64Array | undefined)[];

/** Numbers of links, of classes such as scans, by the number of the link, and by the number of its code; 0 is no code. */
export class SheetSums<Class extends string> {
  readonly #classes: readonly Class[];
  /** By column: 4 times the code, and the index of the class. */
  readonly #columns = new Map<number, Blocks>();
  #end = 0;

  constructor(classes: readonly Class[]) {
    this.#classes = classes;
  }

  add(link: number, code: number, name: Class, visits: number): void {
    this.#put(this.#column(this.#columnOf(code, name)), link, visits);
  }

  numberOf(link: number, code: number, name: Class): number {
    const blocks = this.#columns.get(this.#columnOf(code, name));
    return blocks?.[Math.floor(link / BLOCK)]?.[link % BLOCK] ?? 0;
  }

  /** Adds the counts of a sheet. */
  addText(text: string): void {
    let at = 0;
    const next = (): number => {
      let number = 0;
      for (let scale = 1; ; scale *= BASE) {
        const character = text.charCodeAt(at++);
        const digit = character - (character < BACKSLASH ? FIRST_DIGIT : FIRST_DIGIT + 1);
        number += digit * scale;
        if (digit < MORE) return number;
      }
    };
    while (at < text.length) {
      const blocks = this.#column(next());
      let link = 0;
      for (let left = next(); left > 0; left--) {
        let sign = next();
        if (sign % 2 === 1) {
          link += (sign - 1) / 2;
          sign = next();
        }
        this.#put(blocks, link++, sign / 2);
      }
    }
  }

  /** The codes of which links have visits, in order. */
  codes(): number[] {
    return [...new Set(Array.from(this.#columns.keys(), (column) => Math.floor(column / 4)))].sort(
      (a, b) => a - b,
    );
  }

  /** Calls `each` for every link with visits by one of these codes, in order of links, with one object for all calls. */
  forEach(codes: readonly number[], each: (link: number, numbers: Record<Class, number>) => void): void {
    // All of its classes.
    const numbers = Object.fromEntries(this.#classes.map((name) => [name, 0])) as Record<Class, number>;
    for (let first = 0; first < this.#end; first += BLOCK) {
      const classes = this.#classes.map((name, index) => ({
        name,
        blocks: codes.flatMap((code) => this.#columns.get(4 * code + index)?.[first / BLOCK] ?? []),
      }));
      if (classes.every(({ blocks }) => blocks.length === 0)) continue;
      for (let place = 0; place < BLOCK; place++) {
        let all = 0;
        for (const { name, blocks } of classes) {
          let sum = 0;
          for (const block of blocks) sum += block[place] ?? 0;
          numbers[name] = sum;
          all += sum;
        }
        if (all > 0) each(first + place, numbers);
      }
    }
  }

  /** The sheets of all counts. */
  texts(): string[] {
    const texts: string[] = [];
    const write = (from: number, to: number): void => {
      const text = this.#text(from, to);
      const middle = Math.floor((from + to) / 2);
      if (text.length <= MAX_LENGTH || middle === from) {
        if (text !== "") texts.push(text);
        return;
      }
      write(from, middle);
      write(middle, to);
    };
    for (let from = 0; from < this.#end; from += MAX_LINKS)
      write(from, Math.min(from + MAX_LINKS, this.#end));
    return texts;
  }

  #columnOf(code: number, name: Class): number {
    return 4 * code + this.#classes.indexOf(name);
  }

  #column(column: number): Blocks {
    let blocks = this.#columns.get(column);
    if (!blocks) {
      blocks = [];
      this.#columns.set(column, blocks);
    }
    return blocks;
  }

  #put(blocks: Blocks, link: number, visits: number): void {
    const index = Math.floor(link / BLOCK);
    let block = blocks[index];
    if (!block) {
      block = new Float64Array(BLOCK);
      blocks[index] = block;
    }
    block[link % BLOCK] = (block[link % BLOCK] ?? 0) + visits;
    if (link >= this.#end) this.#end = link + 1;
  }

  /** The counts of the links from one number to another, exclusive. */
  #text(from: number, to: number): string {
    let text = "";
    for (const [column, blocks] of this.#columns) {
      let counts = "";
      let number = 0;
      let next = 0;
      for (let link = from; link < to; link++) {
        const block = blocks[Math.floor(link / BLOCK)];
        // The last link of the missing block.
        if (!block) link += BLOCK - 1 - (link % BLOCK);
        const visits = block?.[link % BLOCK] ?? 0;
        if (visits === 0) continue;
        counts += (link > next ? digits(2 * (link - next) + 1) : "") + digits(2 * visits);
        next = link + 1;
        number++;
      }
      if (number > 0) text += digits(column) + digits(number) + counts;
    }
    return text;
  }
}

function digits(number: number): string {
  let text = "";
  let rest = number;
  for (; rest >= MORE; rest = Math.floor((rest - MORE) / BASE))
    text += character(MORE + ((rest - MORE) % BASE));
  return text + character(rest);
}

const character = (digit: number): string =>
  String.fromCharCode(digit + FIRST_DIGIT + (digit + FIRST_DIGIT < BACKSLASH ? 0 : 1));
