import { html, raw } from "hono/html";
import type { Html, StyledPage } from "../document.ts";
import { CHOICE_MESSAGES, type ChoiceMessages } from "../i18n/choice-messages.ts";
import type { Language } from "../i18n/languages.ts";
import { brandFooter, brandLogo } from "../page-brand.ts";
import { FRAME } from "../page-frame.ts";
import { accentStyle } from "./accent.ts";

/** The brand of a page: that of the link's project. */
export interface ShownBrand {
  name: string;
  logoUrl?: string | undefined;
  /** `#rrggbb`. Pages lighten or darken it until it is readable. */
  accent?: string | undefined;
  imprintUrl?: string | undefined;
  privacyUrl?: string | undefined;
}

/** A shop on a choice page. */
export interface ShownOffer {
  key: string;
  /** The shop's name as people read it. */
  label: string;
  /** The host of the destination, such as `amazon.com`. It is always shown. */
  host: string;
  soldOut: boolean;
}

/** What a shopper sees of a choice link. */
export interface ChoiceView {
  language: Language;
  /** The link's public name; without a name, the heading asks to choose a shop. */
  publicName?: string | undefined;
  /** The short link without its query. */
  url: string;
  /** The identifier of the scanned QR code, passed on to the shops; empty for a click. */
  qr: string;
  /** The parameters of the visit that the shops get, as they came; absent for none. */
  query?: string | undefined;
  imageUrl?: string | undefined;
  text?: string | undefined;
  offers: readonly ShownOffer[];
  /** Whether offers are hidden, which `?all=1` shows. */
  hasMore: boolean;
  /** Whether every offer is sold out, so that all are shown. */
  allSoldOut: boolean;
  /** The brand's text about commissions; `true`: our own text; absent if no offer has a tag. */
  disclosure?: string | true | undefined;
  /** Whether the next choice is remembered; absent if the page can't remember one. */
  remembers?: boolean | undefined;
  /** The label of the offer that is already remembered. */
  remembered?: string | undefined;
  brand?: ShownBrand | undefined;
  /** Whether the page repeats nothing, so that it is small for any texts. */
  isTerse?: boolean;
}

/** The style of choice pages. The picture has a fixed box, so that the layout does not shift. */
const STYLE = `${FRAME}main{min-height:100vh}
.picture{--box:min(38vh,19.5rem,75vw - 1.875rem);display:grid;align-items:center;height:var(--box);margin-bottom:1.25rem}
.picture img{display:block;width:100%;max-height:var(--box);object-fit:contain}
h2{font-size:1.0625rem;margin:1.5rem 0 .625rem}
.shops{list-style:none;margin:0;padding:0}
.shops a{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;min-height:4rem;padding:.625rem 1rem .625rem .75rem;margin-bottom:.625rem;border:1.5px solid var(--edge);border-radius:.875rem;color:inherit;text-decoration:none}
.shops i{flex:none;display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:.625rem;background:var(--accent);color:var(--on-accent);font:700 1.25rem/1 system-ui}
.shops span{flex:1 1 6rem;min-width:0}
.shops b,.shops small{display:block}
.shops b{text-align:left}
.shops small{color:var(--quiet);font-size:.9375rem}
.shops a::after{content:"";flex:none;margin-inline-start:auto;width:.6rem;height:.6rem;border:solid var(--accent);border-width:2px 2px 0 0;transform:rotate(45deg)}
.shops a:hover,.shops a:active{border-color:var(--accent);background:var(--tint)}
em{flex:none;font-style:normal;font-size:.875rem;color:var(--warn);background:var(--warn-tint);border-radius:999px;padding:.125rem .625rem}
.more{display:inline-block;padding:.625rem 0}
.remember{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;color:var(--ink);text-decoration:none}
.remember::before{content:"";flex:none;width:1.25rem;height:1.25rem;border:1.5px solid var(--edge);border-radius:.3rem}
.remember.on::before{content:"\\2713";background:var(--accent);border-color:var(--accent);color:var(--on-accent);font:700 .9rem/1.15rem system-ui;text-align:center}
@media (min-width:34rem){main{min-height:0}}
`;

/**
 * On paper: black on white, without controls, and with the URL of each shop in place of its arrow. It comes last, because it
 * overrides the brand's accent too.
 */
const PRINT = `@media print{:root{color-scheme:light;--ground:#fff;--sheet:#fff;--ink:#000;--quiet:#333;--line:#999;--edge:#000;--accent:#000;--warn:#000;--warn-tint:#fff}
body{padding:0;font-size:11pt}
main{box-shadow:none;max-width:none}
.picture{--box:6cm}
.shops a{break-inside:avoid}
.shops a::after{content:attr(href)!important;width:auto;height:auto;max-width:50%;border:0;transform:none!important;font-size:9pt}
.shops i,.remember,.more{display:none}}
`;

/** The style of a choice page in a brand's accent, `#rrggbb`, or in ours. */
const choiceStyle = (accent: string | undefined): string => STYLE + accentStyle(accent) + PRINT;

/**
 * The page on which a shopper picks one of several shops. It works without JavaScript. Texts of the brand and the caller have
 * `dir="auto"`, because they may be in another language than the page.
 */
export function choicePage(view: ChoiceView): StyledPage {
  const messages = CHOICE_MESSAGES[view.language];
  const { publicName, brand } = view;
  const url = shownUrl(view);
  const title = publicName ?? messages.choose;
  const style = choiceStyle(brand?.accent);
  return {
    style,
    html: html`<!doctype html>
<html lang="${view.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.isTerse ? messages.choose : title}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${!view.isTerse && preview(view, title)}
<style>${raw(style)}</style>
</head>
<body>
<main>
${brandLogo(brand, view.isTerse)}
${view.imageUrl && html`<div class="picture"><img src="${view.imageUrl}" alt="" referrerpolicy="no-referrer"></div>`}
<h1 dir="auto">${title}</h1>
${view.text && html`<p dir="auto">${view.text}</p>`}
${publicName === undefined ? "" : html`<h2>${messages.choose}</h2>`}
${view.allSoldOut && html`<p class="quiet">${messages.allSoldOut}</p>`}
${disclosure(view, messages)}
<ul class="shops">${view.offers.map((offer) => row(offer, view, url, messages))}</ul>
${view.hasMore && html`<p><a class="more" href="${address(url, { qr: view.qr, all: "1" }, view.query)}">${messages.allShops}</a></p>`}
${view.remembers !== undefined && memory(view, url, messages)}
${brand && brandFooter(brand, view.language)}
</main>
</body>
</html>
`,
  };
}

/** The link's URL in the page's own links. */
const shownUrl = ({ url, isTerse }: ChoiceView): string => (isTerse ? new URL(url).pathname : url);

const row = (
  { key, label, host, soldOut }: ShownOffer,
  { qr, query, remembers, isTerse }: ChoiceView,
  url: string,
  messages: ChoiceMessages,
) =>
  html`<li><a href="${address(`${url}/${key}`, { qr, ...(remembers && { remember: "1" }) }, query)}">${isTerse ? "" : html`<i aria-hidden="true">${initialOf(label)}</i>`}<span><b dir="auto">${label}</b><small>${host}</small></span>${
    soldOut && html`<em>${messages.soldOut}</em>`
  }</a></li>`;

/** The first letter of a shop's name, as its mark: set in type, because logos belong to the shops. */
const initialOf = (label: string): string => (/[\p{L}\p{N}]/u.exec(label)?.[0] ?? "").toUpperCase();

const disclosure = ({ disclosure: text }: ChoiceView, messages: ChoiceMessages): Html | "" =>
  text === undefined
    ? ""
    : html`<p class="quiet" dir="auto">${text === true ? messages.disclosure : text}</p>`;

/** The control that remembers the next choice, and the link to choose again. */
function memory(view: ChoiceView, url: string, messages: ChoiceMessages): Html {
  const { qr, query, remembers, remembered } = view;
  const again = `${view.url}?choose=1`;
  if (remembered !== undefined)
    return html`<p class="quiet">${messages.remembered} <b dir="auto">${remembered}</b>. <a href="${address(url, { qr, choose: "1", remember: "0" }, query)}">${messages.forget}</a></p>`;
  if (!remembers)
    return html`<p><a class="remember" href="${address(url, { qr, remember: "1" }, query)}">${messages.remember}</a></p>`;
  return html`<p><a class="remember on" aria-current="true" href="${address(url, { qr, remember: "0" }, query)}">${messages.remember}</a></p>
<p class="quiet">${messages.remembering} <bdi>${again.replace(/^https?:\/\//, "")}</bdi></p>`;
}

/** The metadata that messengers show: https://ogp.me */
const preview = ({ url, imageUrl, text, brand }: ChoiceView, title: string): Html =>
  html`<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
${text && html`<meta name="description" content="${text}"><meta property="og:description" content="${text}">`}
${brand && html`<meta property="og:site_name" content="${brand.name}">`}
${imageUrl && html`<meta property="og:image" content="${imageUrl}">`}
<meta name="twitter:card" content="${imageUrl ? "summary_large_image" : "summary"}">`;

/** `url` with these query parameters, without empty ones, and with further parameters as they came. */
function address(url: string, query: Record<string, string>, more = ""): string {
  const named = Object.entries(query).flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`]));
  const pairs = more === "" ? named : [...named, more];
  return pairs.length === 0 ? url : `${url}?${pairs.join("&")}`;
}
