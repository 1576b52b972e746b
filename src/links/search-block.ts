import type { LinkFilter, SearchDocument } from "./search-document.ts";

/** Which block. It has the links from the id `from` on, up to where the next block begins; '' is the first. */
export interface BlockPlace {
  organizationId: string;
  from: string;
}

/**
 * Blocks are the index of the list of links: one row holds the documents of up to 256 links that follow each other
 * within an organization. A search passes over blocks whose text lacks what it looks for, at one row each.
 */
export interface SearchBlock extends BlockPlace {
  documents: readonly SearchDocument[];
}

const MAX_DOCUMENTS = 256;
/** In UTF-16 units of JSON; one document alone may be longer, and stays below the 2 MB of a D1 row. */
const MAX_LENGTH = 65_536;
/** So many projects are told apart while blocks are passed over; each is a term and a parameter of the query. */
const MAX_PROJECT_TERMS = 40;

/** A document as a block holds it: fields by position, which takes half the room of fields by name. */
type Entry = [
  id: string,
  projectId: string,
  retailer: SearchDocument["retailer"],
  intent: SearchDocument["intent"],
  status: SearchDocument["status"],
  tags: readonly string[],
  texts: readonly string[],
];

const toEntry = ({ id, projectId, retailer, intent, status, tags, texts }: SearchDocument): Entry => [
  id,
  projectId,
  retailer,
  intent,
  status,
  tags,
  texts,
];

const fromEntry = ([id, projectId, retailer, intent, status, tags, texts]: Entry): SearchDocument => ({
  id,
  projectId,
  retailer,
  intent,
  status,
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
 * What the JSON of a block must contain to hold a link of the filter: of every group, one text. JSON writes each
 * character on its own, so a part of a text is a part of its JSON; and a quotation mark within a text is escaped, so
 * what stands between two of them is a whole value. A block that has it all may still hold no such link.
 */
export function blockTerms({ projects, text, retailer, intent, status, tag }: LinkFilter): string[][] {
  const whole = [retailer, intent, status, tag].filter((value) => value !== undefined);
  const named = projects === "all" || projects.length > MAX_PROJECT_TERMS ? [] : [projects];
  return [
    ...(text === undefined ? [] : [[JSON.stringify(text).slice(1, -1)]]),
    ...whole.map((value) => [JSON.stringify(value)]),
    ...named.map((group) => group.map((value) => JSON.stringify(value))),
  ];
}

/** `block` with these documents in the place of its own of the same links, cut into blocks that are not too large. */
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
