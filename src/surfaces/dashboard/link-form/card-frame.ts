import { html } from "hono/html";
import { imageUrl } from "../../../ground/core/text.ts";
import { document, TOKENS } from "../../pages/document.ts";
import type { DashboardContext } from "../layout/context.ts";
import { framedPage } from "../layout/framed-page.ts";

const STYLE = `${TOKENS}
body{margin:0;background:var(--sheet);color:var(--ink);font:1rem/1.4 system-ui,sans-serif;overflow-wrap:anywhere}
main{border:1px solid var(--line);border-radius:.75rem;overflow:hidden;background:var(--ground)}
img{display:block;width:100%;aspect-ratio:1.91;object-fit:cover}
div{padding:.75rem 1rem}
b,span,small{display:block}
span,small{color:var(--quiet);font-size:.875rem}`;

/** A link's card as messengers show it, from the URL's parameters, for the frame in the form. */
export function cardFrame(c: DashboardContext): Promise<Response> {
  const { "card.title": title, "card.text": text, publicName, ...fields } = c.req.query();
  const picture = imageUrl().safeParse(fields["card.imageUrl"]).data;
  const page = document({
    title: "Card",
    language: "en",
    style: STYLE,
    main: html`${picture && html`<img src="${picture}" alt="" referrerpolicy="no-referrer">`}<div>
<small>${new URL(c.var.origins.shortLink).host}</small><b dir="auto">${title || publicName || "No preview"}</b>
${text ? html`<span dir="auto">${text}</span>` : title || publicName ? "" : html`<span>Messengers show the page of the shop, or only the URL.</span>`}</div>`,
  });
  return framedPage(page, "", [picture]);
}
