import { html } from "hono/html";
import type { ShownBrand } from "./choice/choice-view.ts";
import type { Html } from "./document.ts";
import { CHOICE_MESSAGES } from "./i18n/choice-messages.ts";
import type { Language } from "./i18n/languages.ts";

/** The footer of a page: the brand's name and its legal pages. */
export function brandFooter({ name, imprintUrl, privacyUrl }: ShownBrand, language: Language): Html {
  const messages = CHOICE_MESSAGES[language];
  return html`<footer><span dir="auto">${name}</span>${
    imprintUrl && html`<a href="${imprintUrl}">${messages.imprint}</a>`
  }${privacyUrl && html`<a href="${privacyUrl}">${messages.privacy}</a>`}</footer>`;
}

/** The brand's logo, or without a logo its name, unless the page is terse. */
export function brandLogo(brand: ShownBrand | undefined, isTerse = false): Html | "" {
  if (brand?.logoUrl !== undefined)
    return html`<img class="logo" src="${brand.logoUrl}" alt="${brand.name}">`;
  return brand === undefined || isTerse ? "" : html`<p class="brand" dir="auto">${brand.name}</p>`;
}
