import { html, raw } from "hono/html";
import { STYLE } from "../../features/short-links/page.ts";
import { isBrowser, PROBLEMS, problemResponse } from "../../features/short-links/problems.ts";
import { correlationIdOf } from "../../ground/platform/correlation-id.ts";
import { accentStyle } from "./choice/accent.ts";
import type { ShownBrand } from "./choice/choice-markup.ts";
import { type Html, type StyledPage, shopperHeaders } from "./document.ts";
import { ERROR_PAGE_MESSAGES, type Message, type PageProblem } from "./i18n/error-page-messages.ts";
import { type Language, preferredLanguage } from "./i18n/languages.ts";
import { brandFooter, brandLogo } from "./page-brand.ts";

const BRAND_STYLE =
  ".logo{display:block;height:2.5rem;max-width:60%;object-fit:contain;margin:0 auto 1.5rem}" +
  "footer{display:flex;flex-wrap:wrap;justify-content:center;align-items:baseline;gap:.25rem 1.25rem;margin-top:2.5rem;font-size:.9375rem}" +
  "footer a{color:inherit;padding:.25rem 0}.brand{font-weight:600;color:var(--accent);margin-bottom:1rem}";

const BACKGROUNDS = { light: "#f6f5f1", dark: "#131513" };

const brandStyle = ({ accent }: ShownBrand): string => STYLE + BRAND_STYLE + accentStyle(accent, BACKGROUNDS);

/** The sender: the logo, else the name. */
const sender = (brand: ShownBrand): Html =>
  brand.logoUrl === undefined
    ? html`<p class="brand" dir="auto">${brand.name}</p>`
    : html`${brandLogo(brand)}`;

/** The content of a message page. */
export interface MessageResponse {
  status: number;
  problem: PageProblem;
  /** When the offer begins, as text in a language, for `early`. */
  begins?: (language: Language) => string;
  request: Request;
  brand?: ShownBrand | undefined;
  /** Where a shopper may continue: the start page of the domain, named by its host, which needs no translation. */
  onward?: string | undefined;
  headers?: Record<string, string>;
  /** Of a request that already has one. */
  correlationId?: string;
}

/**
 * Responds with a message page in the shopper's language, or with JSON to a program. It is never cached, because the message may become wrong at any
 * moment.
 */
export async function messageResponse(content: MessageResponse): Promise<Response> {
  const { status, problem, begins, request, brand, onward, headers = {} } = content;
  if (!isBrowser(request))
    return problemResponse(
      request,
      PROBLEMS[problem === "early" ? "scheduled" : problem],
      content.correlationId ?? correlationIdOf(request),
    );
  const language = preferredLanguage(request.headers.get("Accept-Language"));
  const [title, text] = ERROR_PAGE_MESSAGES[language][problem];
  const message = [title, text.replace("{time}", () => begins?.(language) ?? "")] as const;
  const page = messagePage(message, language, brand, onward);
  return styledResponse(page, status, [brand?.logoUrl], headers);
}

/** Sends an uncached page, with a policy for its style and pictures. */
export async function styledResponse(
  { html: page, style }: StyledPage,
  status: number,
  pictures: readonly (string | undefined)[],
  added: Record<string, string>,
): Promise<Response> {
  const headers = await shopperHeaders(style, pictures);
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(String(await page), { status, headers });
}

/** Looks like the pages for unknown short links, which are separate because they must be small. */
function messagePage(
  [title, text]: Message,
  language: Language,
  brand: ShownBrand | undefined,
  onward: string | undefined,
): StyledPage {
  const style = brand ? brandStyle(brand) : STYLE;
  return {
    style,
    html: html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<style>${raw(style)}</style></head>
<body><main>${brand && sender(brand)}<h1>${title}</h1><p>${text}</p>${
      onward && html`<p><a href="${onward}"><bdi>${new URL(onward).host}</bdi></a></p>`
    }${brand && brandFooter(brand, language)}</main></body></html>`,
  };
}
