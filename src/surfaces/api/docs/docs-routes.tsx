import { Hono } from "hono";
import changelog from "../../../../CHANGELOG.md";
import { crc32 } from "../../../ground/core/digest.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import { PAGE_COLORS } from "../../../ground/core/page-colors.ts";
import { PAGE_FACE } from "../../../ground/core/page-face.ts";
import { CONTRACT_VERSION } from "../../../ground/core/version.ts";
import { SERVICE_NAME } from "../../../ground/core/vocabulary.ts";
import { prefers } from "../../../ground/platform/http-headers.ts";
import type { AppContext, AppEnv } from "../../http/context.ts";
import { type CachedText, cachedResponse, cachedText, textsByOrigins } from "../entity-tags.ts";
import type { Chapter } from "./blocks.ts";
import { chaptersOf, withDetails } from "./chapters.ts";
import { DETAILS_PATH, DocsPage, pathOf } from "./docs-page.tsx";
import { searchSections } from "./docs-search.ts";
import { allMarkdown, llmsText, sectionMarkdown } from "./markdown.ts";
import script from "./scripts/docs.client.js";
import base from "./style/base.css";
import fields from "./style/fields.css";
import frame from "./style/frame.css";
import print from "./style/print.css";
import samples from "./style/samples.css";
import texts from "./style/texts.css";

const STYLE = [PAGE_COLORS, PAGE_FACE, base, frame, texts, fields, samples, print].join("");
const STYLE_PATH = `/docs/${crc32(STYLE).toString(36)}.css`;
const SCRIPT_PATH = `/docs/${crc32(script).toString(36)}.js`;

/** The page may load from and send to this host only, without inline styles and scripts. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "font-src 'self'",
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
const HTML = "text/html; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

/** The chapters for the most recent origins, cached because they take longer to build than to render. */
let chapters: { origins: string; all: readonly Chapter[] } | undefined;

/** The documentation, in which guides in detail have only their titles. */
function chaptersFor({ var: { dependencies } }: AppContext): readonly Chapter[] {
  const { origins } = dependencies;
  const { api, shortLink } = origins;
  const key = `${api} ${shortLink}`;
  if (chapters?.origins !== key)
    chapters = { origins: key, all: chaptersOf(origins, dependencies.supportContact) };
  return chapters.all;
}

const wholeFor = (c: AppContext): Promise<Chapter[]> =>
  withDetails(chaptersFor(c), c.var.dependencies.origins, c.var.dependencies.supportContact);

const title = `${SERVICE_NAME} API ${CONTRACT_VERSION}`;
const cachedTexts = textsByOrigins();
const fullText = (c: AppContext): Promise<CachedText> =>
  cachedTexts(c.var.dependencies.origins, "docs.md", async () => allMarkdown(await wholeFor(c), title));

/** The routes of the public documentation, as a page and as Markdown. */
export const docs = new Hono<AppEnv>()
  .get("/docs", async (c) =>
    prefers(c.req.header("Accept"), "text/markdown", "text/html")
      ? cachedResponse(c.req.raw, await fullText(c), MARKDOWN, { Vary: "Accept" })
      : cachedResponse(c.req.raw, await page(c), HTML, PAGE_HEADERS),
  )
  .get("/docs/changelog.md", async (c) => cachedResponse(c.req.raw, await cachedText(changelog), MARKDOWN))
  .get("/docs/guides", async (c) => cachedResponse(c.req.raw, await page(c), HTML, PAGE_HEADERS))
  .get("/docs/types", async (c) => cachedResponse(c.req.raw, await page(c), HTML, PAGE_HEADERS))
  .get("/docs.md", async (c) => cachedResponse(c.req.raw, await fullText(c), MARKDOWN))
  .get("/llms.txt", async (c) => {
    const { origins } = c.var.dependencies;
    const write = async () => llmsText(await wholeFor(c), origins.api, SERVICE_NAME);
    return cachedResponse(c.req.raw, await cachedTexts(origins, "llms.txt", write), PLAIN);
  })
  .get("/llms-full.txt", async (c) => cachedResponse(c.req.raw, await fullText(c), PLAIN))
  .get("/docs/:file", (c) => asset(c.req.path) ?? sectionText(c));

/** The maximum length of a search; the rest is ignored. */
const MAX_SEARCH_LENGTH = 100;

/** The page. A page with a search or the scopes of a key is not cached. */
async function page(c: AppContext): Promise<CachedText> {
  const { origins } = c.var.dependencies;
  const text = c.req.query("q")?.trim().slice(0, MAX_SEARCH_LENGTH) ?? "";
  const scopes = c.req
    .query("scopes")
    ?.split(",")
    .filter((scope) => /^[a-z_-]+:[a-z_]+$/.test(scope));
  const { path } = c.req;
  const draw = async () => {
    // A search reads everything.
    const all = await (text !== "" || path === DETAILS_PATH ? wholeFor(c) : chaptersFor(c));
    const state = {
      shown: all.filter((chapter) => pathOf(chapter) === path),
      search: text === "" ? null : { text, found: searchSections(all, text) },
      scopes: scopes && scopes.length > 0 ? scopes : null,
      style: STYLE_PATH,
      script: SCRIPT_PATH,
      service: SERVICE_NAME,
      version: CONTRACT_VERSION,
    };
    const html = `<!doctype html>${await (<DocsPage chapters={all} state={state} />)}`;
    const pages = new Map(all.flatMap((each) => each.sections.map(({ id }) => [id, pathOf(each)])));
    // Texts link to sections by their ids alone.
    return html.replace(/(?<=href=")(?=#([\w-]+)")/g, (_, id: string) => {
      const page = pages.get(id) ?? path;
      return page === path ? "" : page;
    });
  };
  return text === "" && scopes === undefined
    ? cachedTexts(origins, `page ${path}`, draw)
    : cachedText(await draw());
}

/** The style sheet or the script. Their URLs change with their content. */
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
async function sectionText(c: AppContext): Promise<Response> {
  const { origins } = c.var.dependencies;
  const [, id] = /^\/docs\/([\w-]+)\.md$/.exec(c.req.path) ?? [];
  const section = (await wholeFor(c)).flatMap(({ sections }) => sections).find((each) => each.id === id);
  if (!section) throw new ServiceError("not_found", "There is nothing at this path.");
  const link = (other: string) => `${origins.api}/docs/${other}.md`;
  const text = await cachedTexts(origins, `section ${section.id}`, () => sectionMarkdown(section, 1, link));
  return cachedResponse(c.req.raw, text, MARKDOWN);
}
