import { html, raw } from "hono/html";
import type { HostedItem, HostedPage } from "../delivery-app/hosted-page.ts";
import { brandFooter, brandLogo } from "./brand-footer.ts";
import type { ShownBrand } from "./choice/choice-view.ts";
import { document, type Html } from "./document.ts";
import { recipeData } from "./recipe-data.ts";

/** The page of a list or recipe at `url`. Works without script; `dir="auto"` where the text is a caller's. */
export function listPage(page: HostedPage, url: string, brand: ShownBrand | undefined): Html {
  const isRecipe = page.kind === "recipe";
  const facts = factsOf(page);
  return document({
    title: page.publicTitle,
    head: head(page, url, facts),
    main: html`
${page.imageUrl && html`<img class="hero" src="${page.imageUrl}" alt="" referrerpolicy="no-referrer">`}
<div class="inner">
${brandLogo(brand)}
<h1 dir="auto">${page.publicTitle}</h1>
<ul class="facts">${page.author && html`<li>By <bdi>${page.author}</bdi></li>`}${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
<h2>${isRecipe ? "Ingredients" : "Items"}</h2>
<ul class="items">${page.items.map(itemRow)}</ul>
${instructions(page)}
${page.linkbackUrl && html`<p><a class="more" href="${page.linkbackUrl}">See it at ${hostOf(page.linkbackUrl)}</a></p>`}
<footer><p>“Find” searches for an item at Instacart, where you choose the store.</p></footer>
${brand && brandFooter(brand, "en")}
</div>`,
  });
}

/** `note`, the caller's own words for an item, contains its amount already. */
const itemRow = ({ name, amount, note = amount, searchUrl }: HostedItem): Html => html`
<li><div class="item" dir="auto"><span>${name}</span>${
  note && html`<span class="quiet"><bdi>${note}</bdi></span>`
}</div><a class="find" href="${searchUrl}">Find<span class="hidden"> <bdi>${name}</bdi></span></a></li>`;

function instructions({ kind, instructions: texts }: HostedPage): Html | "" {
  if (texts.length === 0) return "";
  if (kind === "list") return html`<h2>Notes</h2><p class="lines" dir="auto">${texts[0]}</p>`;
  const steps = texts.map((text) => html`<li class="lines" dir="auto">${text}</li>`);
  return html`<h2>Instructions</h2><ol class="steps">${steps}</ol>`;
}

/** Servings, time and number of items, as text. */
function factsOf({ kind, items, servings, minutes }: HostedPage): string[] {
  const noun = kind === "recipe" ? "ingredient" : "item";
  return [
    ...(servings === undefined ? [] : [`Serves ${servings}`]),
    ...(minutes === undefined ? [] : [duration(minutes)]),
    `${items.length} ${noun}${items.length === 1 ? "" : "s"}`,
  ];
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

/** The metadata for link previews, and the structured data of a recipe. */
function head(page: HostedPage, url: string, facts: readonly string[]): Html {
  const description = [page.author && `By ${page.author}`, ...facts].filter(Boolean).join(" · ");
  return html`<meta name="description" content="${description}">
<meta name="robots" content="noindex">
<meta property="og:type" content="website">
<meta property="og:title" content="${page.publicTitle}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
${page.imageUrl && html`<meta property="og:image" content="${page.imageUrl}">`}
<meta name="twitter:card" content="${page.imageUrl ? "summary_large_image" : "summary"}">
${page.kind === "recipe" && html`<script type="application/ld+json">${raw(recipeData(page, url))}</script>`}`;
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, "");
