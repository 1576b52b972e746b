import type { Block, Language, Samples, Section } from "./blocks.ts";

/** What a guide names in braces. */
export interface GuideParts {
  /** Texts and numbers, such as `{{api}}`. */
  values: Readonly<Record<string, string | number>>;
  /** What `{{table NAME}}` stands for. */
  tables: Readonly<Record<string, Block>>;
  /** What `{{request NAME}}` stands for, under the title above it. */
  request(name: string, title: string): Block;
}

const FENCE = /^```(\w+)\n([\s\S]*?)\n```$/;
const TITLE = /^\*\*([^*]+)\*\*$/;

/**
 * The section of a guide in Markdown: a title, a paragraph that sums it up, and blocks with blank lines between them. A line in
 * bold is the title of the code, the three samples or the request below it. Throws TypeError for names that are not in `parts`.
 */
export function readGuide(id: string, markdown: string, parts: GuideParts): Section {
  const text = markdown.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(part(parts.values, name)));
  const [title = "", summary = "", ...texts] = blockTexts(text);
  const blocks: Block[] = [];
  for (let at = 0; at < texts.length; at++) {
    const heading = TITLE.exec(texts[at] ?? "")?.[1];
    if (heading === undefined) {
      blocks.push(readBlock(texts[at] ?? "", parts));
      continue;
    }
    const [, request] = /^\{\{request ([\w-]+)\}\}$/.exec(texts[at + 1] ?? "") ?? [];
    const fences: { language: string; text: string }[] = [];
    while (request === undefined) {
      const [, language, code] = FENCE.exec(texts[at + 1 + fences.length] ?? "") ?? [];
      if (language === undefined || code === undefined) break;
      fences.push({ language, text: code });
    }
    blocks.push(request === undefined ? codeBlock(heading, fences) : parts.request(request, heading));
    at += request === undefined ? fences.length : 1;
  }
  return { id, title: title.replace(/^# /, ""), summary, blocks };
}

/** The texts between blank lines; code stays whole. */
const blockTexts = (markdown: string): string[] =>
  markdown
    .trim()
    .match(/```\w+\n[\s\S]*?\n```|(?:(?!```)[^\n]+\n?)+/g)
    ?.map((text) => text.trim()) ?? [];

function codeBlock(title: string, fences: readonly { language: string; text: string }[]): Block {
  const [first] = fences;
  if (!first) throw new TypeError(`There is no code under the title ${title}.`);
  // The languages of guides are those that the page knows: a test reads all guides.
  if (fences.length === 1)
    return { kind: "code", title, language: first.language as Language, text: first.text };
  const samples = Object.fromEntries(fences.map(({ language, text }) => [language, text]));
  return { kind: "samples", title, samples: samples as Samples };
}

/** The items of a list, each of which may go on in the next line. */
const itemsOf = (text: string, marker: RegExp): string[] =>
  text
    .split(marker)
    .slice(1)
    .map((item) => item.trim().replaceAll(/\n\s+/g, " "));

function readBlock(text: string, { tables }: GuideParts): Block {
  const [, table] = /^\{\{table ([\w-]+)\}\}$/.exec(text) ?? [];
  if (table !== undefined) return part(tables, table);
  if (text.startsWith("## ")) return { kind: "heading", text: text.slice(3) };
  if (text.startsWith("- ")) return { kind: "list", items: itemsOf(text, /^- /m) };
  if (text.startsWith("1. ")) return { kind: "list", ordered: true, items: itemsOf(text, /^\d+\. /m) };
  if (text.startsWith("| ")) {
    const [head = [], , ...rows] = text.split("\n").map((line) => line.slice(2, -2).split(" | "));
    return { kind: "table", head, rows };
  }
  return text;
}

function part<T>(parts: Readonly<Record<string, T>>, name: string): T {
  const found = parts[name];
  if (found === undefined) throw new TypeError(`A guide names the unknown part ${name}.`);
  return found;
}
