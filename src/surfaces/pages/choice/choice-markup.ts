import { html, raw } from "hono/html";
import { brandFooter, brandLogo } from "../brand-footer.ts";
import type { Html, StyledPage } from "../document.ts";
import { CHOICE_MESSAGES, type ChoiceMessages } from "../i18n/choice-messages.ts";
import { choiceStyle } from "./choice-style.ts";
import type { ChoiceView, ShownOffer } from "./choice-view.ts";

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
