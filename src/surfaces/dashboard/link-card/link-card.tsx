import { Hono } from "hono";
import { html } from "hono/html";
import { requireScope } from "../../../features/access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { MAX_CARD_BYTES, putCardPicture } from "../../../features/brands/card-pictures.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { PAGE_COLORS } from "../../../ground/core/page-colors.ts";
import { imageUrl } from "../../../ground/core/text.ts";
import { document } from "../../pages/document.ts";
import { Actions, Button, Form } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { FileField } from "../components/field.tsx";
import { jsonResponse, pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM, formScreen } from "../layout/form-screen.ts";
import { type FormProblems, fieldsNamed, NO_PROBLEMS, oneText, queryReader } from "../layout/forms.ts";
import { framedPage } from "../layout/framed-page.ts";
import { Screen } from "../layout/layout.tsx";

const STYLE = `${PAGE_COLORS}
body{margin:0;background:var(--sheet);color:var(--ink);font:1rem/1.4 system-ui,sans-serif;overflow-wrap:anywhere}
main{border:1px solid var(--line);border-radius:.75rem;overflow:hidden;background:var(--ground)}
img{display:block;width:100%;aspect-ratio:1.91;object-fit:cover}
div{padding:.75rem 1rem}
b,span,small{display:block}
span,small{color:var(--quiet);font-size:.875rem}`;

const cardQuery = queryReader(
  fieldsNamed(["card.title", "card.text", "card.imageUrl", "publicName"], oneText),
);

/** A link's card as messengers show it, from the URL's parameters, for the frame in the form. */
function cardFrame(c: DashboardContext): Promise<Response> {
  const { "card.title": title, "card.text": text, "card.imageUrl": url, publicName } = cardQuery(c);
  const picture = imageUrl().safeParse(url).data;
  const page = document({
    title: "Card",
    language: "en",
    style: STYLE,
    main: html`${picture && html`<img src="${picture}" alt="" referrerpolicy="no-referrer">`}<div>
<small>${new URL(c.var.dependencies.origins.shortLink).host}</small><b dir="auto">${title || publicName || "No preview"}</b>
${text ? html`<span dir="auto">${text}</span>` : title || publicName ? "" : html`<span>Messengers show the page of the shop, or only the URL.</span>`}</div>`,
  });
  return framedPage(page, "", [picture]);
}

const FIELD = "picture";

/**
 * Uploads a picture for the card of a link and shows its URL. The script of the link's form sends the same form and takes
 * the URL as JSON.
 */
const cardPicture = formScreen({
  upload: MAX_CARD_BYTES,
  marked: [FIELD],
  load: ({ var: { workspace } }) => requireScope(workspace.actor, CREATE_LINK_SCOPE),
  page: (c, _, __, problems) => picturePage(c, null, problems),
  async save(c, _, { file }) {
    const { workspace, dependencies } = c.var;
    if (!file) throw validationFailed([{ field: FIELD, message: "choose a file" }]);
    const url = await putCardPicture(workspace.actor, file, dependencies);
    if (c.req.header("Accept") === "application/json") return jsonResponse({ url });
    return pageResponse(picturePage(c, url, NO_PROBLEMS));
  },
});

/** `url` is that of the uploaded picture. */
const picturePage = (
  { var: { workspace } }: DashboardContext,
  url: string | null,
  problems: FormProblems,
) => (
  <Screen workspace={workspace} tab="Links" title="Upload a picture" scripts={["copy"]}>
    <div class="sheet narrow">
      {url !== null && <Copyable id="picture-url" label="URL of the picture" text={url} />}
      <Form action={`${workspace.base}/links/card/picture`} problem={problems.form} upload>
        <FileField
          name={FIELD}
          label={url === null ? "Picture" : "Another picture"}
          hint={`A PNG or JPEG image of up to ${MAX_CARD_BYTES / 1024 / 1024} MiB, best 1200 × 630 pixels. Where and when a photo was taken is removed.`}
          error={problems.fields.get(FIELD)}
          accept="image/png,image/jpeg"
        />
        <Actions>
          <Button>Upload</Button>
        </Actions>
      </Form>
    </div>
  </Screen>
);

/** The card of a link in messages, and its uploaded picture, for the form of the link. */
export const linkCard = new Hono<DashboardEnv>().get("/", cardFrame).on(FORM, "/picture", cardPicture);
