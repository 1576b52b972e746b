import { allRows } from "../../ground/platform/d1.ts";

/** Links in a row of the table. */
const PER_ROW = 1_000;

interface LinksRow {
  first: number;
  version: number;
  links: string;
}

const READ = "SELECT first, version, links FROM visit_sheet_links WHERE organization_id = ?1 ORDER BY first";

/** The statement that reads the links of an organization; `new LinkNumbers` takes its rows. */
export const linksStatement = (db: D1Database, organizationId: string): D1PreparedStatement =>
  db.prepare(READ).bind(organizationId);

/** The id of a link, from its line. */
const idIn = (line: string): string => {
  const end = line.indexOf(" ");
  return end < 0 ? line : line.slice(0, end);
};

/** If another run changed the row meanwhile, the version becomes NULL, which rolls back the transaction. */
const WRITE = `INSERT INTO visit_sheet_links (organization_id, first, version, links) VALUES (?1, ?2, ?3 + 1, ?4)
  ON CONFLICT (organization_id, first) DO UPDATE SET links = excluded.links,
    version = iif(version = ?3, excluded.version, NULL)`;

/** Whether another run changed links or codes of the organization at the same time. */
export const isConcurrentChange = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("visit_sheet_links.version");

/** The numbers of an organization's links on sheets, and of their codes. A link keeps its number whatever its project. */
export class LinkNumbers {
  readonly #lines: string[];
  readonly #numbers: Map<string, number>;
  readonly #versions: Map<number, number>;
  /** The rows with new links or codes. */
  readonly #changed = new Set<number>();

  constructor(rows: readonly unknown[]) {
    // The columns of the statement above.
    const stored = rows as readonly LinksRow[];
    this.#lines = stored.flatMap(({ links }) => links.split("\n"));
    this.#numbers = new Map(this.#lines.map((line, number) => [idIn(line), number]));
    this.#versions = new Map(stored.map(({ first, version }) => [first, version]));
  }

  static async read(db: D1Database, organizationId: string): Promise<LinkNumbers> {
    return new LinkNumbers(await allRows(db, READ, organizationId));
  }

  /** The number of a link, which a new link gets. */
  numberOf(linkId: string): number {
    const known = this.#numbers.get(linkId);
    if (known !== undefined) return known;
    const number = this.#lines.push(linkId) - 1;
    this.#numbers.set(linkId, number);
    this.#change(number);
    return number;
  }

  idOf(link: number): string {
    return idIn(this.#lines[link] ?? "");
  }

  /** The identifier of a code of a link; empty for 0. */
  identifierOf(link: number, code: number): string {
    return (code > 0 && this.#lines[link]?.split(" ")[code]) || "";
  }

  /** The number of a code among those of its link, which a new code gets; 0 without a code. */
  codeOf(link: number, identifier: string): number {
    if (identifier === "") return 0;
    const line = this.#lines[link] ?? "";
    const code = line.split(" ").indexOf(identifier, 1);
    if (code > 0) return code;
    this.#lines[link] = `${line} ${identifier}`;
    this.#change(link);
    return line.split(" ").length;
  }

  /** The statements that store new links and codes: in one transaction with the first sheets that have them. */
  takeChanges(db: D1Database, organizationId: string): D1PreparedStatement[] {
    const statements = Array.from(this.#changed, (first) => {
      const version = this.#versions.get(first) ?? 0;
      this.#versions.set(first, version + 1);
      const lines = this.#lines.slice(first, first + PER_ROW);
      return db.prepare(WRITE).bind(organizationId, first, version, lines.join("\n"));
    });
    this.#changed.clear();
    return statements;
  }

  #change(number: number): void {
    this.#changed.add(number - (number % PER_ROW));
  }
}
