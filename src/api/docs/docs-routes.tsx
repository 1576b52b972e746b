import { Hono } from "hono";
import { crc32 } from "../../core/digest.ts";
import { ServiceError } from "../../core/errors.ts";
import type { Origins } from "../../core/origins.ts";
import { VERSION } from "../../core/version.ts";
import { SERVICE_NAME } from "../../core/vocabulary.ts";
import { TOKENS } from "../../pages/tokens.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { keptResponse } from "../kept-response.ts";
import type { Chapter } from "./blocks.ts";
import { chaptersOf } from "./chapters.ts";
import { DocsPage } from "./docs-page.tsx";
import { llmsText } from "./llms.ts";
import { allMarkdown, sectionMarkdown } from "./markdown.ts";
import { prefersMarkdown } from "./prefers-markdown.ts";
import script from "./scripts/docs.client.js";
import { searchSections } from "./search.ts";
import base from "./style/base.css";
import fields from "./style/fields.css";
import frame from "./style/frame.css";
import print from "./style/print.css";
import samples from "./style/samples.css";
import texts from "./style/texts.css";

const STYLE = [TOKENS, base, frame, texts, fields, samples, print].join("");
const STYLE_PATH = `/docs/${crc32(STYLE).toString(36)}.css`;
const SCRIPT_PATH = `/docs/${crc32(script).toString(36)}.js`;

/** What the page may load and send to: this host alone, and no style or script within the page. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE_HEADERS = {
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000",
  Vary: "Accept",
};
const MARKDOWN = "text/markdown; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

/** The last chapters, kept because writing them takes longer than drawing them. */
let written: { origins: string; chapters: readonly Chapter[] } | undefined;

function chaptersFor(origins: Origins): readonly Chapter[] {
  const { api, shortLink } = origins;
  const key = `${api} ${shortLink}`;
  if (written?.origins !== key) written = { origins: key, chapters: chaptersOf(origins) };
  return written.chapters;
}

const title = `${SERVICE_NAME} API ${VERSION}`;
const fullText = (chapters: readonly Chapter[]): string => allMarkdown(chapters, title);

/** The documents, as a page and as texts. All of them are public. */
export const docs = new Hono<AppEnv>()
  .get("/docs", (c) => {
    const chapters = chaptersFor(c.var.origins);
    if (prefersMarkdown(c.req.header("Accept")))
      return keptResponse(c.req.raw, fullText(chapters), MARKDOWN, { Vary: "Accept" });
    return page(c, chapters);
  })
  .get("/docs.md", (c) => keptResponse(c.req.raw, fullText(chaptersFor(c.var.origins)), MARKDOWN))
  .get("/llms.txt", (c) =>
    keptResponse(c.req.raw, llmsText(chaptersFor(c.var.origins), c.var.origins.api, SERVICE_NAME), PLAIN),
  )
  .get("/llms-full.txt", (c) => keptResponse(c.req.raw, fullText(chaptersFor(c.var.origins)), PLAIN))
  .get("/docs/:file", (c) => asset(c.req.path) ?? sectionText(c));

/** The most characters of a search that are looked at. */
const MOST_SEARCHED = 100;

async function page(c: AppContext, chapters: readonly Chapter[]): Promise<Response> {
  const text = c.req.query("q")?.trim().slice(0, MOST_SEARCHED) ?? "";
  const scopes = c.req
    .query("scopes")
    ?.split(",")
    .filter((scope) => /^[a-z_-]+:[a-z_]+$/.test(scope));
  const state = {
    search: text === "" ? null : { text, found: searchSections(chapters, text) },
    scopes: scopes && scopes.length > 0 ? scopes : null,
    style: STYLE_PATH,
    script: SCRIPT_PATH,
    service: SERVICE_NAME,
    version: VERSION,
  };
  const html = `<!doctype html>${await (<DocsPage chapters={chapters} state={state} />)}`;
  return keptResponse(c.req.raw, html, "text/html; charset=utf-8", PAGE_HEADERS);
}

/** The style or the script; their addresses change with their content. */
function asset(path: string): Response | null {
  const text = { [STYLE_PATH]: STYLE, [SCRIPT_PATH]: script }[path];
  if (text === undefined) return null;
  const type = path === STYLE_PATH ? "text/css" : "text/javascript";
  return new Response(text, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}

/** One section as Markdown, at `/docs/<id>.md`. */
function sectionText(c: AppContext): Promise<Response> {
  const [, id] = /^\/docs\/([\w-]+)\.md$/.exec(c.req.path) ?? [];
  const section = chaptersFor(c.var.origins)
    .flatMap(({ sections }) => sections)
    .find((each) => each.id === id);
  if (!section) throw new ServiceError("not_found", "There is nothing at this path.");
  const link = (other: string) => `${c.var.origins.api}/docs/${other}.md`;
  return keptResponse(c.req.raw, sectionMarkdown(section, 1, link), MARKDOWN);
}
