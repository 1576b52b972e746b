import { LINK_INTENTS, LINK_STATUSES, RETAILERS } from "../core/vocabulary.ts";
import type { LinkFilter, SearchDocument } from "./search-document.ts";

/**
 * What identifies a block. It holds the links from the id `from` up to the start of the next block; '' is the first.
 */
export interface BlockPlace {
  organizationId: string;
  from: string;
}

/**
 * Blocks are the search index of the list of links: one row holds the documents of up to 256 links of an organization
 * that follow each other by id. To skip a block that does not contain the search terms costs one row read.
 */
export interface SearchBlock extends BlockPlace {
  documents: readonly SearchDocument[];
}

const MAX_DOCUMENTS = 256;
/** In UTF-16 units of JSON; one document alone may be longer, and stays below the 2 MB of a D1 row. */
const MAX_LENGTH = 65_536;
/** The most texts in one group of `blockTerms`: each is a parameter of the query, which may have 100. */
const MAX_TERMS = 80;

/** A document as a block stores it: an array takes half the space of an object with field names. */
type Entry = [
  id: string,
  projectId: string,
  status: SearchDocument["status"],
  retailer: SearchDocument["retailer"],
  intent: SearchDocument["intent"],
  tags: readonly string[],
  texts: readonly string[],
];

const toEntry = ({ id, projectId, status, retailer, intent, tags, texts }: SearchDocument): Entry => [
  id,
  projectId,
  status,
  retailer,
  intent,
  tags,
  texts,
];

const fromEntry = ([id, projectId, status, retailer, intent, tags, texts]: Entry): SearchDocument => ({
  id,
  projectId,
  status,
  retailer,
  intent,
  tags,
  texts,
});

/** The JSON of a block's documents. */
export const encodeDocuments = (documents: readonly SearchDocument[]): string =>
  JSON.stringify(documents.map(toEntry));

/** The documents in the JSON that `encodeDocuments` wrote. */
export const decodeDocuments = (json: string): SearchDocument[] =>
  (JSON.parse(json) as Entry[]).map(fromEntry);

/**
 * The texts that the JSON of a block must contain if it holds a link that matches the filter: one text of each group.
 * JSON encodes each character by itself, so part of a text is encoded as part of its JSON; and quotation marks in a
 * text are escaped, so a term with its quotation marks matches whole values only. A block that contains all terms may
 * still hold no matching link.
 */
export function blockTerms(filter: LinkFilter): string[][] {
  const { text, tag } = filter;
  const columns = columnTerms(filter);
  return [
    ...(text === undefined ? [] : [[JSON.stringify(text).slice(1, -1)]]),
    ...(tag === undefined ? [] : [[JSON.stringify(tag)]]),
    ...(columns.length === 0 ? [] : [columns]),
  ];
}

type ColumnFilter = Pick<LinkFilter, "projects" | "status" | "retailer" | "intent">;

/**
 * Project, status, retailer and intent as they follow each other in an entry, from the first to the last that the
 * filter names: as one text, so that they match within one link. A field between them that the filter does not name
 * can have any of its values.
 */
function columnTerms({ projects, status, retailer, intent }: ColumnFilter): string[] {
  const named = [projects === "all" ? undefined : projects, status && [status], retailer && [retailer]];
  const columns = [...named, intent && [intent]];
  const words = [[], LINK_STATUSES, RETAILERS, LINK_INTENTS];
  const first = columns.findIndex((values) => values !== undefined);
  if (first < 0) return [];
  const last = columns.findLastIndex((values) => values !== undefined);
  const terms = columns
    .slice(first, last + 1)
    .reduce<string[][]>(
      (all, values, index) =>
        (values ?? words[first + index] ?? []).flatMap((value) => all.map((each) => [...each, value])),
      [[]],
    );
  // With too many projects, blocks are selected by the other fields of the filter only.
  if (terms.length > MAX_TERMS) return columnTerms({ projects: "all", status, retailer, intent });
  return terms.map((values) => JSON.stringify(values).slice(1, -1));
}

/** `block` with these documents, which replace its documents of the same links, split into blocks of allowed size. */
export function withDocuments(block: SearchBlock, documents: readonly SearchDocument[]): SearchBlock[] {
  const byId = new Map([...block.documents, ...documents].map((document) => [document.id, document]));
  const sorted = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { organizationId } = block;
  const blocks: SearchBlock[] = [];
  let current: SearchDocument[] = [];
  let length = 0;
  let from = block.from;
  for (const document of sorted) {
    const added = JSON.stringify(toEntry(document)).length;
    if (current.length === MAX_DOCUMENTS || (current.length > 0 && length + added > MAX_LENGTH)) {
      blocks.push({ organizationId, from, documents: current });
      [current, length, from] = [[], 0, document.id];
    }
    current.push(document);
    length += added;
  }
  return [...blocks, { organizationId, from, documents: current }];
}
