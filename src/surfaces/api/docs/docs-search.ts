import type { Block, Chapter, Section } from "./blocks.ts";

/** A search result. */
export interface Found {
  section: Section;
  chapter: string;
}

const MAX_FOUND = 20;

/** The sections that contain every word of `text`, matches in titles first. */
export function searchSections(chapters: readonly Chapter[], text: string): Found[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (words.length === 0) return [];
  return chapters
    .flatMap(({ title, sections }) => sections.map((section) => ({ section, chapter: title })))
    .map((found) => ({ found, score: scoreOf(found.section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND)
    .map(({ found }) => found);
}

/** 0 if a word is missing; matches in title, path or id score higher. */
function scoreOf(section: Section, words: readonly string[]): number {
  const { id, title, summary, operation, blocks } = section;
  const head = `${id} ${title} ${operation?.path ?? ""}`.toLowerCase();
  const body = `${summary} ${blocks.map(wordsOf).join(" ")}`.toLowerCase();
  let score = 0;
  for (const word of words) {
    if (head.includes(word)) score += 10;
    else if (body.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function wordsOf(block: Block): string {
  if (typeof block === "string") return block;
  switch (block.kind) {
    case "heading":
      return block.text;
    case "list":
      return block.items.join(" ");
    case "table":
      return block.rows.flat().join(" ");
    case "fields":
      return block.fields.map(({ name, type, description }) => `${name} ${type} ${description}`).join(" ");
    case "code":
    case "samples":
      return block.title;
  }
}
