import type { Child } from "hono/jsx";
import { findProductDetails, type ProductRef } from "../../../features/availability/product-details.ts";
import { listTags } from "../../../features/links/tag-store.ts";
import { listUtmTemplates } from "../../../features/links/utm-templates.ts";
import { RETAILERS, type Retailer } from "../../../ground/core/vocabulary.ts";
import { SERVICE_DEADLINES } from "../../../ground/platform/service-deadlines.ts";
import { Button, Form, Hidden, LinkButton } from "../components/actions.tsx";
import type { Option } from "../components/field.tsx";
import { backupsNote } from "../labels/destination-labels.ts";
import { isPicked } from "../labels/places.ts";
import { ProductName } from "../labels/products.tsx";
import type { Markup } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { NO_PROBLEMS } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { adviceFor } from "./advice.tsx";
import { Sections } from "./field-sections.tsx";
import { firstProblem, namesOf, REJECTED_IDS } from "./form-problems.ts";
import type { FormShape } from "./form-shape.ts";
import { controlName, type FormState, rowName, withNeededRows } from "./form-state.ts";
import css from "./link-form.css";
import { linksToCopy, OFFER_PASTE } from "./offer-steps.ts";
import { OFFERS_STYLE, Phone } from "./phone.tsx";
import { PreviewPanel } from "./preview.tsx";
import { isDescribed, TriedVisit } from "./seen-as.tsx";
import type { FormPage } from "./submit-form.ts";
import { formOffers } from "./unready.tsx";
import { TEMPLATE_NAME } from "./utm-picker.tsx";

const LINK_FORM_STYLE = stylesheet(css);

/** How many recent tags are suggested, so that a campaign is not tagged in two spellings. */
const MAX_TAGS = 8;

/** What differs between the page of a new link and that of an existing one. */
export interface LinkFormFrame {
  /** Null for a new link. */
  linkId: string | null;
  retailer: Retailer;
  shape: FormShape;
  title: string;
  hasPreview: boolean;
  intro: Child;
  notice?: Child;
  /** Where the form is sent; the paths of its previews and of the slug check begin like this. `query` follows each. */
  path: string;
  query: string;
  /** Where pages and lots of the barcode are edited. */
  barcode: Child;
  hidden: Readonly<Record<string, string>>;
  /** The projects to choose from; null if the project is fixed or there are too many for a menu. */
  projects: readonly Option[] | null;
}

/** The screen on which a link is created or changed. */
export async function linkFormPage(
  c: DashboardContext,
  frame: LinkFormFrame,
  page: FormPage,
): Promise<Markup> {
  const { workspace, dependencies } = c.var;
  const { shape, path, query } = frame;
  const { problems = NO_PROBLEMS, rejectedIds, templateName = "", pasted = "", seen = {} } = page;
  const state = withNeededRows(page.state, shape);
  const names = [...namesOf(shape, state), TEMPLATE_NAME, OFFER_PASTE];
  const focus = firstProblem(names, problems.fields) ?? page.focus;
  const products = productRows(frame.retailer, state);
  const [advice, sources, tags, templates, details] = await Promise.all([
    adviceFor(c, frame.linkId, page),
    linksToCopy(c, shape),
    listTags(workspace.actor, dependencies),
    listUtmTemplates(workspace.actor, dependencies),
    findProductDetails([...products.values()], SERVICE_DEADLINES.formDetails, dependencies),
  ]);
  const named = new Map(
    [...products].map(([row, product]) => [
      row,
      <ProductName base={workspace.base} product={product} details={details} />,
    ]),
  );
  const recent = tags.length > 0 && `Recent: ${tags.slice(0, MAX_TAGS).join(" · ")}`;
  const notes = new Map<string, string>();
  if (recent) notes.set("tracking.tags", recent);
  const backups = backupsNote(frame.retailer, dependencies.catalogs);
  if (backups && shape.fields.some((field) => field.path === "products" && field.required))
    notes.set("products", backups);
  const links = `${workspace.base}/links`;
  const [verb, noun, back] =
    frame.linkId === null ? ["Create", "link", links] : ["Save", "changes", `${links}/${frame.linkId}`];
  const isChoice = shape.fields.some((field) => field.path === "offers");
  const isSent = isChoice && isPicked(state.texts.get("page.pick"));
  return (
    <Screen
      workspace={workspace}
      tab="Links"
      title={frame.title}
      heading={<bdi>{frame.title}</bdi>}
      scripts={["linkForm", "follow", "preview", ...(isChoice ? (["offers"] as const) : [])]}
      styles={[LINK_FORM_STYLE, ...(isChoice ? [OFFERS_STYLE] : [])]}
    >
      {frame.intro}
      {frame.notice}
      <div class="link-form" data-draft={workspace.actor.id} data-fresh={page.fresh ? "" : undefined}>
        <Form action={`${path}${query}`} problem={problems.form} unchecked>
          {/* Enter presses the first button of a form. Screen readers and Tab find the visible one below. Not `hidden`,
              because some browsers don't press a button without a layout. */}
          <div class="hidden" aria-hidden="true">
            <button type="submit" name="step" value="save" tabindex={-1} />
          </div>
          <Hidden values={{ ...frame.hidden, [REJECTED_IDS]: rejectedIds }} />
          <Sections
            retailer={frame.retailer}
            shape={shape}
            state={state}
            context={{
              problems: problems.fields,
              focus,
              projects: frame.projects,
              notes,
              products: named,
              isFresh: page.fresh === true && frame.linkId === null,
            }}
            advice={advice}
            path={path}
            templates={{ saved: templates, name: templateName }}
            sources={{ links: sources, pasted }}
            card={`${links}/card`}
          >
            {frame.barcode}
          </Sections>
          {frame.hasPreview && (
            <div class="beside">
              {isChoice && !isSent && (
                <Phone url={`${path}/preview/page${query}`} state={state} seen={seen} />
              )}
              <PreviewPanel
                preview={page.preview}
                isTried={isDescribed(seen)}
                retailer={frame.retailer}
                {...formOffers(state)}
                products={[...named.values()]}
                url={`${path}/preview${query}`}
                focus={focus === "preview"}
                catalogs={dependencies.catalogs}
              />
              {isSent && <TriedVisit state={state} seen={seen} />}
            </div>
          )}
          <div class="save">
            <Button name="step" value="save">
              {verb} {rejectedIds === undefined ? noun : "anyway"}
            </Button>
            {frame.hasPreview && (
              <Button emphasis="plain" name="step" value="preview">
                Preview
              </Button>
            )}
            <LinkButton href={back}>Cancel</LinkButton>
          </div>
        </Form>
      </div>
    </Screen>
  );
}

/** The products in the form, and of the offers of a choice, by the name of their row. */
function productRows(retailer: Retailer, { rows }: FormState, row = ""): Map<string, ProductRef> {
  const found = new Map<string, ProductRef>();
  for (const [index, { texts }] of (rows.get("products") ?? []).entries()) {
    const id = texts.get("retailerProductId")?.trim() ?? "";
    if (id !== "") found.set(rowName(controlName(row, "products"), index), { retailer, id });
  }
  for (const [index, offer] of (rows.get("offers") ?? []).entries()) {
    const shop = RETAILERS.find((each) => each === offer.texts.get("retailer"));
    if (shop) for (const each of productRows(shop, offer, rowName("offers", index))) found.set(...each);
  }
  return found;
}
