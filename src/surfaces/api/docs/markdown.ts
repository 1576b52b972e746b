import type { Block, Chapter, Field, Section } from "./blocks.ts";
import { TYPES } from "./chapters.ts";

const LANGUAGE_NAMES = { sh: "curl", ts: "TypeScript", python: "Python" } as const;

/** A section as Markdown. `level` is that of its heading; `link` returns the URL of another section. */
export function sectionMarkdown(section: Section, level = 1, link: (id: string) => string = anchor): string {
  const { title, operation, blocks } = section;
  const head = [`${"#".repeat(level)} ${title}`];
  if (operation) head.push(`\`${operation.method} ${operation.path}\``);
  const body = blocks.map((block) => blockMarkdown(block, level + 1));
  return `${withLinks([...head, ...body].join("\n\n"), link)}\n`;
}

const anchor = (id: string): string => `#${id}`;

const withLinks = (text: string, link: (id: string) => string): string =>
  text.replace(/\]\(#([\w-]+)\)/g, (_, id: string) => `](${link(id)})`);

/** All chapters in one Markdown text. */
export const allMarkdown = (chapters: readonly Chapter[], title: string): string =>
  [
    `# ${title}\n`,
    ...chapters.flatMap((chapter) => [
      `# ${chapter.title}\n\n${chapter.description}\n`,
      ...chapter.sections.map((section) => sectionMarkdown(section, 2)),
    ]),
  ].join("\n");

function blockMarkdown(block: Block, level: number): string {
  if (typeof block === "string") return block;
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(level)} ${block.text}`;
    case "list":
      return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : "-"} ${item}`).join("\n");
    case "table":
      return tableMarkdown(block.head, block.rows);
    case "fields":
      return `**${block.title}**\n\n${block.fields.map(fieldMarkdown).join("\n")}`;
    case "code":
      return `**${block.title}**\n\n${fence(block.language, block.text)}`;
    case "samples":
      return [
        `**${block.title}**`,
        ...(["sh", "ts", "python"] as const).map(
          (language) => `${LANGUAGE_NAMES[language]}:\n\n${fence(language, block.samples[language])}`,
        ),
      ].join("\n\n");
  }
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

const tableMarkdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

/** For example `- products (list, required; 1 to 100 items): The products.` */
function fieldMarkdown({ name, type, required, description, bounds }: Field): string {
  const facts = [type, ...(required ? ["required"] : []), ...bounds].join("; ");
  return `- \`${name}\` (${facts}): ${description}`;
}

/** The index of the documentation for language models, in the format of https://llmstxt.org. */
export function llmsText(chapters: readonly Chapter[], origin: string, name: string): string {
  const lists = chapters
    // The sections of operations link to their types.
    .filter(({ title }) => title !== TYPES)
    .map(({ title, sections }) =>
      [
        `## ${title}`,
        "",
        ...sections.map(
          ({ id, title: words, summary }) => `- [${words}](${origin}/docs/${id}.md): ${summary}`,
        ),
      ].join("\n"),
    );
  return [
    `# ${name}`,
    "",
    "> An API for short links and QR codes that open a retailer's cart, a product page, a shopping list, a recipe or any other URL.",
    "",
    `Send an API key in \`X-Service-API-Key\`. Preview a link before creating it: printed codes can't be recalled. Everything in one file: ${origin}/llms-full.txt. For tools: ${origin}/openapi.json.`,
    "",
    lists.join("\n\n"),
    "",
  ].join("\n");
}
