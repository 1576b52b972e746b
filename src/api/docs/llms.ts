import type { Chapter } from "./blocks.ts";

/** The index of the documents for language models, in the form of https://llmstxt.org. */
export function llmsText(chapters: readonly Chapter[], origin: string, name: string): string {
  const lists = chapters
    // What stands here beside the operations: it is found through them.
    .filter(({ title }) => title !== "Types")
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
    "> An API for short links and QR codes that lead to a retailer's cart, a product page, a shopping list, a recipe or any other address.",
    "",
    `Requests carry a key in \`X-Service-API-Key\`. Preview a link before creating it: a printed code can't be recalled. Everything in one text: ${origin}/llms-full.txt. For tools: ${origin}/openapi.json.`,
    "",
    lists.join("\n\n"),
    "",
  ].join("\n");
}
