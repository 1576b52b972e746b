import { Hono } from "hono";
import { crc32 } from "../../core/digest.ts";
import { ServiceError } from "../../core/errors.ts";
import type { Origins } from "../../core/origins.ts";
import { CONTRACT_VERSION } from "../../core/version.ts";
import { SERVICE_NAME } from "../../core/vocabulary.ts";
import type { AppContext, AppEnv } from "../../http/context.ts";
import { TOKENS } from "../../pages/tokens.ts";
import { prefers } from "../accepted-types.ts";
import { type CachedText, cachedResponse, cachedText, textsByOrigins } from "../cached-response.ts";
import type { Chapter } from "./blocks.ts";
import { chaptersOf } from "./chapters.ts";
import { DocsPage } from "./docs-page.tsx";
import { searchSections } from "./docs-search.ts";
import { allMarkdown, llmsText, sectionMarkdown } from "./markdown.ts";
import script from "./scripts/docs.client.js";
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
let chapters: { origins: string; all: readonly Chapter[] } | undefined;

function chaptersFor(origins: Origins): readonly Chapter[] {
  const { api, shortLink } = origins;
  const key = `${api} ${shortLink}`;
  if (chapters?.origins !== key) chapters = { origins: key, all: chaptersOf(origins) };
  return chapters.all;
}

const title = `${SERVICE_NAME} API ${CONTRACT_VERSION}`;
const written = textsByOrigins();
const fullText = ({ var: { origins } }: AppContext): Promise<CachedText> =>
  written(origins, "docs.md", () => allMarkdown(chaptersFor(origins), title));

/** The documents, as a page and as texts. All of them are public. */
export const docs = new Hono<AppEnv>()
  .get("/docs", async (c) =>
    prefers(c.req.header("Accept"), "text/markdown", "text/html")
      ? cachedResponse(c.req.raw, await fullText(c), MARKDOWN, { Vary: "Accept" })
      : cachedResponse(c.req.raw, await page(c), "text/html; charset=utf-8", PAGE_HEADERS),
  )
  .get("/docs.md", async (c) => cachedResponse(c.req.raw, await fullText(c), MARKDOWN))
  .get("/llms.txt", async (c) => {
    const { origins } = c.var;
    const write = () => llmsText(chaptersFor(origins), origins.api, SERVICE_NAME);
    return cachedResponse(c.req.raw, await written(origins, "llms.txt", write), PLAIN);
  })
  .get("/llms-full.txt", async (c) => cachedResponse(c.req.raw, await fullText(c), PLAIN))
  .get("/docs/:file", (c) => asset(c.req.path) ?? sectionText(c));

/** The most characters of a search that are looked at. */
const MAX_SEARCHED = 100;

/** The page. What somebody searched for, or came with, is drawn for them alone. */
async function page(c: AppContext): Promise<CachedText> {
  const { origins } = c.var;
  const text = c.req.query("q")?.trim().slice(0, MAX_SEARCHED) ?? "";
  const scopes = c.req
    .query("scopes")
    ?.split(",")
    .filter((scope) => /^[a-z_-]+:[a-z_]+$/.test(scope));
  const draw = async () => {
    const state = {
      search: text === "" ? null : { text, found: searchSections(chaptersFor(origins), text) },
      scopes: scopes && scopes.length > 0 ? scopes : null,
      style: STYLE_PATH,
      script: SCRIPT_PATH,
      service: SERVICE_NAME,
      version: CONTRACT_VERSION,
    };
    return `<!doctype html>${await (<DocsPage chapters={chaptersFor(origins)} state={state} />)}`;
  };
  return text === "" && scopes === undefined ? written(origins, "page", draw) : cachedText(await draw());
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
async function sectionText(c: AppContext): Promise<Response> {
  const { origins } = c.var;
  const [, id] = /^\/docs\/([\w-]+)\.md$/.exec(c.req.path) ?? [];
  const section = chaptersFor(origins)
    .flatMap(({ sections }) => sections)
    .find((each) => each.id === id);
  if (!section) throw new ServiceError("not_found", "There is nothing at this path.");
  const link = (other: string) => `${origins.api}/docs/${other}.md`;
  const text = await written(origins, `section ${section.id}`, () => sectionMarkdown(section, 1, link));
  return cachedResponse(c.req.raw, text, MARKDOWN);
}
