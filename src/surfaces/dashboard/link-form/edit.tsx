import * as z from "zod";
import { getProject } from "../../../features/access/get-projects.ts";
import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { type ChangedLink, changeLink } from "../../../features/links/change-link.ts";
import { getLink } from "../../../features/links/get-link.ts";
import { definitionOf, type Link } from "../../../features/links/link.ts";
import { FIXED, type LinkPatch } from "../../../features/links/patch.ts";
import { listCodeNames } from "../../../features/qr-codes/code-names.ts";
import { type LinkDefinition, retailerIntentPair } from "../../../features/retailers/definition.ts";
import { requireVariant } from "../../../features/retailers/variants.ts";
import { changesBetween, type FieldChange } from "../../../features/writes/activity.ts";
import { ServiceError, validationFailed } from "../../../ground/core/errors.ts";
import { canonicalJson, mergePatch, mergePatchBetween } from "../../../ground/core/json.ts";
import { shortened } from "../../../ground/core/text.ts";
import type { Zone } from "../../../ground/core/zone.ts";
import { Notice } from "../components/notice.tsx";
import { BARCODE_PAGES, labelOf } from "../labels/form-labels.ts";
import { linkKind } from "../labels/link-labels.tsx";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { idempotentForm, incompleteForm } from "../layout/form-screen.ts";
import { type FormValues, fieldReader, oneNumber, oneText } from "../layout/forms.ts";
import type { CodeNames } from "./condition-texts.ts";
import { type FormShape, formShape, inZone } from "./form-shape.ts";
import { stateOf } from "./form-state.ts";
import { type LinkFormFrame, linkFormPage } from "./link-form-page.tsx";
import type { FormSubject } from "./submit-form.ts";

/** The hidden fields with the definition and the revision as the form was opened. */
const BASE = "base";
const REVISION = "revision";

/** The fields that have a page of their own. */
export const BARCODE_FIELDS: readonly string[] = ["gtinLinks", "gtinLots"];

/** The longest text of a value in a conflict, in UTF-16 units. */
const MAX_TEXT = 120;

const textOf = (value: unknown): string =>
  value === undefined
    ? "nothing"
    : shortened(typeof value === "string" ? value : JSON.stringify(value), MAX_TEXT);

/** What others changed while the form was open. */
const EditConflict = ({ changes }: { changes: readonly FieldChange[] }) => (
  <Notice kind="problem" focus>
    <p>
      Someone changed this link while you were editing it. Nothing was saved. Your changes are still in the
      form; the other fields show the current link. Save again to add your changes to theirs.
    </p>
    <ul>
      {changes.map(({ field, from, to }) => (
        <li>
          {labelOf(field)}: from <bdi>{textOf(from)}</bdi> to <bdi>{textOf(to)}</bdi>
        </li>
      ))}
    </ul>
  </Notice>
);

/** A link as it was when the form was opened. */
interface Opened {
  definition: Record<string, unknown>;
  revision: number;
  /** What others have changed since; shown above the form. */
  conflict?: readonly FieldChange[];
}

/** The current link of the URL. Throws `insufficient_scope` and `not_found`. */
async function storedLink(c: DashboardContext): Promise<Link> {
  const { workspace, dependencies } = c.var;
  requireScope(workspace.actor, CHANGE_LINK_SCOPE);
  return (await getLink(workspace.actor, c.req.param("link") ?? "", dependencies)).link;
}

const opened = (link: Link): Opened => ({
  // As JSON, which the form sends back, without undefined members.
  definition: JSON.parse(JSON.stringify(definitionOf(link))) as Record<string, unknown>,
  revision: link.revision,
});

const readOpened = fieldReader({
  [BASE]: oneText.transform((text): unknown => JSON.parse(text)).pipe(z.looseObject({})),
  [REVISION]: oneNumber.pipe(z.number().positive()),
});

/** The definition that the form was opened with. It only decides which fields count as changed. */
function openedIn({ entries }: FormValues): Opened {
  try {
    const { [BASE]: definition, [REVISION]: revision } = readOpened(entries);
    return { definition, revision };
  } catch {
    throw incompleteForm();
  }
}

/** The form of a link, or the one of the further pages and the lots of its barcode. */
type Part = "link" | "barcode";

/** The fields of a form: those that can be changed. Times are in the zone. */
function changeable(definition: unknown, zone: Zone, part: Part, codes: CodeNames): FormShape {
  const pair = retailerIntentPair.safeParse(definition);
  if (!pair.success) throw incompleteForm();
  const variant = requireVariant(pair.data.retailer, pair.data.intent);
  const { fields, objects } = inZone(formShape(variant), zone, codes);
  const isOfPart = (path: string) => (part === "barcode") === BARCODE_FIELDS.includes(path);
  return {
    objects,
    fields: fields.filter(({ path }) => !FIXED.includes(path.replace(/\..*/, "")) && isOfPart(path)),
  };
}

/** The link of the URL as a form. `values` are those of a form that was sent. */
export async function existingLink(
  c: DashboardContext,
  values: FormValues | null,
  part: Part,
): Promise<FormSubject> {
  const link = await storedLink(c);
  return linkAsForm(c, link, values ? openedIn(values) : opened(link), part);
}

/** A link as a form that was opened with `base`. */
async function linkAsForm(c: DashboardContext, link: Link, base: Opened, part: Part): Promise<FormSubject> {
  const { workspace, dependencies } = c.var;
  const { id, name, retailer, projectId, gtin } = link;
  const zone = await dependencies.zones.find(workspace.actor.organizationId);
  const codes = retailer === "choice" ? await listCodeNames(workspace.actor, link, dependencies) : [];
  const shape = changeable(base.definition, zone, part, codes);
  return {
    shape,
    original: base.definition,
    link,
    async page(page) {
      const project = await getProject(workspace.actor, { projectId }, dependencies);
      const path = `${workspace.base}/links/${id}`;
      const frame: LinkFormFrame = {
        linkId: id,
        retailer,
        shape,
        hasPreview: part === "link",
        title: part === "link" ? `Edit ${name}` : `Barcode of ${name}`,
        intro:
          part === "barcode" ? (
            <p class="quiet">
              Pages that scanners and apps find by the GTIN{gtin && <bdi> {gtin}</bdi>}, besides the link
              itself.
            </p>
          ) : (
            <p class="quiet">
              {linkKind(link)}, in the project <bdi>{project.name}</bdi>. Printed codes stay the same and open
              the new destination within 40 seconds.
            </p>
          ),
        notice: base.conflict && <EditConflict changes={base.conflict} />,
        path: `${path}/${part === "link" ? "edit" : part}`,
        barcode: gtin !== undefined && (
          <p>
            <a href={`${path}/barcode`}>{BARCODE_PAGES}</a>
          </p>
        ),
        query: "",
        hidden: { [BASE]: JSON.stringify(base.definition), [REVISION]: String(base.revision) },
        projects: null,
      };
      return linkFormPage(c, frame, page);
    },
    save: (definition, sent) => save(c, link, part, base, definition, sent),
  };
}

async function save(
  c: DashboardContext,
  link: Link,
  part: Part,
  base: Opened,
  definition: LinkDefinition,
  values: FormValues,
): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const patch = patchOf(base, definition);
  const idempotency = await idempotentForm(c, values, ({ link: { id } }: ChangedLink) => id);
  const send = (revision: number) =>
    changeLink(workspace.actor, { linkId: link.id, patch, expected: [revision], idempotency }, dependencies);
  try {
    await send(base.revision).catch((error: unknown) => {
      // QR codes and the status change the revision too, and are not in the form.
      const now = opened(link);
      const isUntouched = canonicalJson(now.definition) === canonicalJson(base.definition);
      if (isPreconditionFailed(error) && isUntouched) return send(now.revision);
      throw error;
    });
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
    return editAgain(c, part, base, patch);
  }
  return seeOther(`${workspace.base}/links/${link.id}?done=changed`);
}

const isPreconditionFailed = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "precondition_failed";

/** Only this person's changes, so that changes of others in other fields stay. */
function patchOf({ definition: base }: Opened, definition: LinkDefinition): LinkPatch {
  const target = JSON.parse(JSON.stringify(definition)) as Record<string, unknown>; // a definition is an object
  const patch = mergePatchBetween(base, target);
  const result: unknown = JSON.parse(JSON.stringify(mergePatch(base, patch)));
  if (canonicalJson(result) === canonicalJson(target)) return patch;
  // Only metadata can contain null: everywhere else the schemas reject it.
  const message = "can't contain null in a change, because there null removes a value";
  throw validationFailed([{ field: "metadata", message }]);
}

/** The form again, with the current link and this person's changes on top. */
async function editAgain(c: DashboardContext, part: Part, base: Opened, patch: LinkPatch): Promise<Response> {
  const link = await storedLink(c);
  const now = opened(link);
  const conflict = changesBetween(base.definition, now.definition);
  const { shape, page } = await linkAsForm(c, link, { ...now, conflict }, part);
  const merged: unknown = JSON.parse(JSON.stringify(mergePatch(now.definition, patch)));
  return pageResponse(await page({ state: stateOf(shape, merged) }), 412);
}
