import { qualityOf } from "../accepted-types.ts";

/** Whether the `Accept` header names Markdown, and does not prefer HTML to it. */
export function prefersMarkdown(accept = ""): boolean {
  const markdown = qualityOf(accept, "text/markdown");
  return markdown > 0 && markdown >= qualityOf(accept, "text/html");
}
