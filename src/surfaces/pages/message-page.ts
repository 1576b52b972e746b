import { html, raw } from "hono/html";
import { isBrowser, PROBLEMS, problemResponse } from "../../features/short-links/problems.ts";
import type { Zone } from "../../ground/core/zone.ts";
import { correlationIdOf } from "../../ground/platform/correlation-id.ts";
import { accentStyle } from "./choice/accent.ts";
import type { ShownBrand } from "./choice/choice-markup.ts";
import { around, document, type Html, type StyledPage, shopperHeaders } from "./document.ts";
import { ERROR_PAGE_MESSAGES, ONWARD, type PageProblem } from "./i18n/error-page-messages.ts";
import { type Language, preferredLanguage } from "./i18n/languages.ts";
import { brandFooter, brandLogo } from "./page-brand.ts";
import { FRAME } from "./page-frame.ts";

/** A short sheet, with the way out as a button. */
const STYLE = `${FRAME}h1+p{margin:0}
.go{display:inline-block;margin-top:1.5rem;padding:.75rem 1.5rem;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
.go:hover{text-decoration:underline}
@media (max-width:33.99rem){main{border-radius:0 0 1rem 1rem}}
`;

/** How a page says a time of day. */
const MOMENT = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
} as const satisfies Intl.DateTimeFormatOptions;

/** Says each time on the clock of the shopper. Without it, the page names the time zone. */
const SCRIPT = `for(const t of document.querySelectorAll("time"))t.textContent=new Date(t.dateTime).toLocaleString(t.lang,${JSON.stringify(MOMENT)})`;

/** The content of a message page. */
export interface MessageResponse {
  status: number;
  problem: PageProblem;
  /** When the offer begins, for `early`, and the time zone of its organization. */
  begins?: { at: Date; zone: Zone };
  request: Request;
  brand?: ShownBrand | undefined;
  /** Where a shopper may continue: the start page of the domain. */
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
  const { status, problem, request, brand, headers = {} } = content;
  if (!isBrowser(request))
    return problemResponse(
      request,
      PROBLEMS[problem === "early" ? "scheduled" : problem],
      content.correlationId ?? correlationIdOf(request),
    );
  const language = preferredLanguage(request.headers.get("Accept-Language"));
  return styledResponse(messagePage(content, language), status, [brand?.logoUrl], headers);
}

/** Sends an uncached page, with a policy for its style, its script and its pictures. */
export async function styledResponse(
  { html: page, style, script }: StyledPage,
  status: number,
  pictures: readonly (string | undefined)[],
  added: Record<string, string>,
): Promise<Response> {
  const headers = await shopperHeaders(style, pictures, script);
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(String(await page), { status, headers });
}

/** In the brand's look. The pages for unknown short links are separate, because they must be small. */
function messagePage({ problem, begins, brand, onward }: MessageResponse, language: Language): StyledPage {
  const [title, text] = ERROR_PAGE_MESSAGES[language][problem];
  const page = document({
    title,
    language,
    style: STYLE + accentStyle(brand?.accent),
    main: html`${brandLogo(brand)}<h1>${title}</h1><p>${begins ? around(text, "{time}", moment(begins, language)) : text}</p>${
      onward && wayOut(onward, brand, language)
    }${brand && brandFooter(brand, language)}${begins && html`<script>${raw(SCRIPT)}</script>`}`,
  });
  return begins ? { ...page, script: SCRIPT } : page;
}

/** A button that leads to the site of the brand, or to its host. */
const wayOut = (onward: string, brand: ShownBrand | undefined, language: Language): Html =>
  html`<a class="go" href="${onward}">${around(
    ONWARD[language],
    "{name}",
    html`<bdi>${brand?.name ?? new URL(onward).host}</bdi>`,
  )}</a>`;

/** A time in the organization's time zone, which the script replaces by the shopper's. */
function moment({ at, zone: { name: timeZone } }: { at: Date; zone: Zone }, language: Language): Html {
  // Our Portuguese is European Portuguese.
  const tag = language === "pt" ? "pt-PT" : language;
  const timeZoneName = timeZone === "UTC" ? "short" : "longGeneric";
  const text = new Intl.DateTimeFormat(tag, { ...MOMENT, timeZone, timeZoneName }).format(at);
  return html`<time lang="${tag}" datetime="${at.toISOString()}">${text}</time>`;
}
