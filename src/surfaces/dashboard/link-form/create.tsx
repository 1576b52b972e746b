import { listProjects, MAX_PROJECTS_PER_PAGE } from "../../../features/access/get-projects.ts";
import { requireScope } from "../../../features/access/permissions.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { createLink } from "../../../features/links/create-link.ts";
import type { CreatedLink } from "../../../features/links/new-link.ts";
import { retailerIntentPair } from "../../../features/retailers/definition.ts";
import {
  otherwiseText,
  type PastedNotes,
  type PastedTag,
  type ReadOtherwise,
} from "../../../features/retailers/read-pasted.ts";
import { requireVariant, type Variant, variantKey } from "../../../features/retailers/variants.ts";
import type { Option } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { linkKind, VARIANT_HINTS } from "../labels/link-labels.tsx";
import { PICK_TITLES, pickOf } from "../labels/places.ts";
import { namedOptions } from "../labels/project-options.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { idempotentForm } from "../layout/form-screen.ts";
import { oneText, queryReader } from "../layout/forms.ts";
import { BARCODE_FIELDS } from "./edit.tsx";
import { formShape, inZone } from "./form-shape.ts";
import type { FormState } from "./form-state.ts";
import { type LinkFormFrame, linkFormPage } from "./link-form-page.tsx";
import { PASTE } from "./start.tsx";
import type { FormSubject } from "./submit-form.ts";

const pairQuery = queryReader({ retailer: oneText, intent: oneText });

/**
 * The variant in the URL, if any. Throws `unsupported_retailer_intent`, and `insufficient_scope` for members who may not
 * create links.
 */
export function requestedVariant(c: DashboardContext): Variant | null {
  requireScope(c.var.workspace.actor, CREATE_LINK_SCOPE);
  const pair = retailerIntentPair.safeParse(pairQuery(c));
  return pair.success ? requireVariant(pair.data.retailer, pair.data.intent) : null;
}

/** A new link of a variant, as a form; `notes`: what the pasted text has besides it. */
export async function newLink(
  c: DashboardContext,
  variant: Variant,
  { affiliate, otherwise }: PastedNotes = {},
): Promise<FormSubject> {
  const { workspace, dependencies } = c.var;
  const { retailer, intent } = variant;
  const whole = inZone(formShape(variant), await dependencies.zones.find(workspace.actor.organizationId));
  const shape = { ...whole, fields: whole.fields.filter(({ path }) => !BARCODE_FIELDS.includes(path)) };
  const path = `${workspace.base}/links/new`;
  const frame: Omit<LinkFormFrame, "projects" | "title" | "intro"> = {
    linkId: null,
    retailer,
    shape,
    hasPreview: true,
    notice: (affiliate || otherwise) && (
      <>
        {otherwise && <OtherwiseNotice otherwise={otherwise} />}
        {affiliate && <AffiliateNotice {...{ workspace, affiliate }} takesTag={retailer === "marketplace"} />}
      </>
    ),
    path,
    query: `?${new URLSearchParams({ retailer, intent })}`,
    barcode: (
      <p class="quiet">Instructions, recipes and lots of this barcode can be added to the link afterwards.</p>
    ),
    hidden: {},
  };
  return {
    shape,
    original: { retailer, intent },
    link: null,
    async page(page) {
      const { title, hint } = wordsOf(variant, page.state);
      const intro = (
        <p class="quiet">
          {hint} <a href={path}>Choose something else</a>
        </p>
      );
      return linkFormPage(c, { ...frame, title, intro, projects: await projectOptions(c) }, page);
    },
    async save(definition, values) {
      const idempotency = await idempotentForm(c, values, ({ link }: CreatedLink) => link.id);
      const result = await createLink(workspace.actor, { definition, idempotency }, dependencies);
      const id = result.kind === "made" ? result.value.link.id : result.receipt;
      return seeOther(`${workspace.base}/links/${id}?done=created`);
    },
  };
}

/** What a new link is called, and what it does. */
function wordsOf(variant: Variant, { texts }: FormState): { title: string; hint: string } {
  if (variant.retailer === "choice") return PICK_TITLES[pickOf(texts.get("page.pick"))];
  return { title: linkKind(variant), hint: VARIANT_HINTS[variantKey(variant)] };
}

/** The most URLs that a notice names. */
const MAX_NAMED = 3;

/** Says which URLs are not as they were pasted. */
const OtherwiseNotice = ({ otherwise }: { otherwise: readonly ReadOtherwise[] }) => (
  <Notice kind="warn">
    {otherwise.slice(0, MAX_NAMED).map((each) => (
      <p>{otherwiseText(each)}</p>
    ))}
    {otherwise.length > MAX_NAMED && <p>And {otherwise.length - MAX_NAMED} more.</p>}
  </Notice>
);

/** Says whose affiliate tag a pasted URL carries, because the short link has another one. */
const AffiliateNotice = ({
  workspace,
  affiliate,
  takesTag,
}: {
  workspace: Workspace;
  affiliate: PastedTag;
  /** Whether the link can have a tag of its own. */
  takesTag: boolean;
}) => {
  const query = { retailer: "custom", intent: "custom_url", [PASTE]: affiliate.url };
  return (
    <Notice kind="warn">
      The URL carries the affiliate tag <bdi>{affiliate.tag}</bdi>. The short link would use ours instead
      {takesTag ? ", or the Amazon tag that you enter under Shop details" : ""}.{" "}
      <a href={`${workspace.base}/links/new?${new URLSearchParams(query)}`}>Keep as a web page</a>
    </Notice>
  );
};

/** The projects that accept new links; null if there are too many for a menu. */
async function projectOptions(c: DashboardContext): Promise<Option[] | null> {
  const { workspace, dependencies } = c.var;
  const query = { archived: false, limit: MAX_PROJECTS_PER_PAGE };
  const { projects, nextCursor } = await listProjects(workspace.actor, query, dependencies);
  if (nextCursor !== null) return null;
  const options = namedOptions(projects);
  return options.length === 1 ? options : [{ value: "", label: "Choose a project" }, ...options];
}
