import { html, raw } from "hono/html";
import type { HostedItem, HostedPage } from "../../features/delivery-app/hosted-page.ts";
import { accentStyle } from "./choice/accent.ts";
import type { ShownBrand } from "./choice/choice-markup.ts";
import { around, document, type Html, type StyledPage } from "./document.ts";
import type { Language } from "./i18n/languages.ts";
import { counted, LIST_MESSAGES, type ListMessages } from "./i18n/list-messages.ts";
import { brandFooter, brandLogo } from "./page-brand.ts";
import { BASE } from "./page-frame.ts";

const STYLE = `${BASE}main{max-width:44rem;margin:0 auto;background:var(--sheet);min-height:100vh;padding-bottom:2rem;border-top:.375rem solid var(--accent)}
.hero{display:block;width:100%;max-height:min(56vw,25rem);object-fit:cover}
.inner{padding:1.5rem 1.25rem 0}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em}
h2{font-size:1.25rem;line-height:1.3;margin:2rem 0 .5rem}
.facts{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;color:var(--quiet)}
.items{list-style:none;margin:0;padding:0}
.items>li{display:flex;align-items:center;gap:1rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
.items img{flex:none;width:3.5rem;height:3.5rem;object-fit:contain}
.item{flex:1;min-width:0}
.item span{display:block}
.item .quiet{color:var(--quiet);font-size:.9375rem}
.find,.more{display:inline-block;border-radius:999px;font-weight:600;text-decoration:none;color:var(--accent);border:1.5px solid currentColor}
.find{flex:none;padding:.5rem 1.125rem;min-height:2.75rem}
.more{padding:.625rem 1.25rem;margin-top:1rem}
.more.all{background:var(--accent);color:var(--on-accent);border-color:var(--accent);margin:0}
.find:hover,.more:hover{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
.steps{margin:0;padding-inline-start:1.5rem}
.steps li{padding-inline-start:.375rem;margin-bottom:.75rem}
.steps li::marker{color:var(--quiet);font-weight:600}
.lines{white-space:pre-line}
footer{margin-top:2.5rem;color:var(--quiet);font-size:.9375rem}
footer+footer{margin-top:1rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
footer a{color:inherit}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:48rem){body{padding:2.5rem 1rem}main{min-height:0;border-radius:1rem;overflow:hidden;box-shadow:0 1px 2px rgb(0 0 0/.08),0 12px 32px rgb(0 0 0/.06)}.inner{padding:2rem 2.5rem 0}h1{font-size:2.25rem}}
@media print{:root{color-scheme:light;--ground:#fff;--sheet:#fff;--ink:#000;--quiet:#333;--line:#bbb}body{padding:0;font-size:11pt}main{max-width:none;box-shadow:none;border-radius:0}.inner{padding:.5cm 0 0}.hero{max-height:6cm;width:auto;max-width:100%}.find,footer{display:none}.more{border:0;padding:0;color:inherit}.items>li{padding:.25rem 0;break-inside:avoid}.items>li::before{content:"";flex:none;width:.8em;height:.8em;border:1px solid #000}.steps li{break-inside:avoid}}
`;

/** The context of a list or recipe. */
interface ListFrame {
  /** The URL of its link. */
  url: string;
  brand: ShownBrand | undefined;
  /** The delivery app's page with all items; absent until it exists. */
  shopUrl: string | undefined;
  language: Language;
}

/** The page of a list, a recipe or products. Works without JavaScript; callers' texts have `dir="auto"`. */
export function listPage(page: HostedPage, { url, brand, shopUrl, language }: ListFrame): StyledPage {
  const isRecipe = page.kind === "recipe";
  const messages = LIST_MESSAGES[language];
  const facts = factsOf(page, language);
  const title = page.publicTitle || messages.items;
  return document({
    title,
    language,
    style: STYLE + accentStyle(brand?.accent),
    head: head(page, title, url, facts),
    main: html`
${page.imageUrl && html`<img class="hero" src="${page.imageUrl}" alt="" referrerpolicy="no-referrer">`}
<div class="inner">
${brandLogo(brand)}
<h1 dir="auto">${title}</h1>
<ul class="facts">${page.author && html`<li>${around(messages.by, "{name}", html`<bdi>${page.author}</bdi>`)}</li>`}${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
${page.publicTitle && html`<h2>${isRecipe ? messages.ingredients : messages.items}</h2>`}
${shopUrl && html`<p><a class="more all" href="${shopUrl}">${isRecipe ? messages.shopIngredients : messages.shopItems}</a></p>`}
<ul class="items">${page.items.map((item) => itemRow(item, page.kind, messages))}</ul>
${instructions(page, messages)}
${page.linkbackUrl && html`<p><a class="more" href="${page.linkbackUrl}">${seeAt(page.linkbackUrl, messages)}</a></p>`}
${page.kind !== "products" && html`<footer><p>${about(page, messages)}</p></footer>`}
${brand && brandFooter(brand, language)}
</div>`,
  });
}

const about = ({ store }: HostedPage, messages: ListMessages): Html | string =>
  store === undefined ? messages.about : around(messages.aboutStore, "{store}", html`<bdi>${store}</bdi>`);

/** `note`, the caller's own text for an item, contains its amount already. */
const itemRow = (
  { name, amount, note = amount, url, pictureUrl }: HostedItem,
  kind: HostedPage["kind"],
  messages: ListMessages,
): Html => html`
<li>${pictureUrl && html`<img src="${pictureUrl}" alt="" loading="lazy" referrerpolicy="no-referrer">`}<div class="item" dir="auto"><span>${name}</span>${
  note && html`<span class="quiet"><bdi>${note}</bdi></span>`
}</div><a class="find" href="${url}">${kind === "products" ? seeAt(url, messages) : messages.find}<span class="hidden"> <bdi>${name}</bdi></span></a></li>`;

function instructions({ kind, instructions: texts }: HostedPage, messages: ListMessages): Html | "" {
  if (texts.length === 0) return "";
  if (kind === "list") return html`<h2>${messages.notes}</h2><p class="lines" dir="auto">${texts[0]}</p>`;
  const steps = texts.map((text) => html`<li class="lines" dir="auto">${text}</li>`);
  return html`<h2>${messages.instructions}</h2><ol class="steps">${steps}</ol>`;
}

/** Servings, time, number of items and the store, as text. */
function factsOf({ kind, items, servings, minutes, store }: HostedPage, language: Language): string[] {
  const messages = LIST_MESSAGES[language];
  return [
    ...(servings === undefined ? [] : [messages.serves.replace("{count}", String(servings))]),
    ...(minutes === undefined ? [] : [duration(minutes)]),
    counted(items.length, kind === "recipe" ? "ingredients" : "items", language),
    ...(store === undefined ? [] : [store]),
  ];
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

/** The metadata for link previews, and the structured data of a recipe. */
function head(page: HostedPage, title: string, url: string, facts: readonly string[]): Html {
  const description = [page.author, ...facts].filter(Boolean).join(" · ");
  return html`<meta name="description" content="${description}">
<meta name="robots" content="noindex">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
${page.imageUrl && html`<meta property="og:image" content="${page.imageUrl}">`}
<meta name="twitter:card" content="${page.imageUrl ? "summary_large_image" : "summary"}">
${page.kind === "recipe" && html`<script type="application/ld+json">${raw(recipeData(page, url))}</script>`}`;
}

const seeAt = (url: string, messages: ListMessages): string =>
  messages.seeAt.replace("{host}", () => new URL(url).hostname.replace(/^www\./, ""));

/**
 * A recipe as schema.org JSON-LD (https://schema.org/Recipe), safe inside a script element: characters that could end the
 * element or a line of script are escaped.
 */
function recipeData(page: HostedPage, url: string): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "Recipe",
    name: page.title,
    url,
    datePublished: page.createdAt.slice(0, 10),
    ...(page.imageUrl !== undefined && { image: [page.imageUrl] }),
    ...(page.author !== undefined && { author: { "@type": "Person", name: page.author } }),
    ...(page.servings !== undefined && { recipeYield: String(page.servings) }),
    ...(page.minutes !== undefined && { cookTime: `PT${page.minutes}M` }),
    recipeIngredient: page.items.map(({ amount, name, note }) => note ?? `${amount} ${name}`.trim()),
    ...(page.instructions.length > 0 && {
      recipeInstructions: page.instructions.map((text) => ({ "@type": "HowToStep", text })),
    }),
  };
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
