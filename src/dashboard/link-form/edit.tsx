import { getProject } from "../../access/get-projects.ts";
import { requireScope } from "../../access/permissions.ts";
import { changesBetween } from "../../audit/activity.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { ServiceError, validationFailed } from "../../core/errors.ts";
import { mergePatch, mergePatchBetween } from "../../core/merge-patch.ts";
import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import type { Zone } from "../../core/zone.ts";
import { CHANGE_LINK_SCOPE, type ChangedLink, changeLink } from "../../links/change-link.ts";
import { getLink } from "../../links/get-link.ts";
import { definitionOf, type Link } from "../../links/link.ts";
import { listTags } from "../../links/list-tags.ts";
import { FIXED, type LinkPatch } from "../../links/patch.ts";
import { listUtmTemplates } from "../../links/utm-templates.ts";
import { type LinkDefinition, retailerIntentPair } from "../../retailers/definition.ts";
import { requireVariant } from "../../retailers/variants.ts";
import { INTENT_NAMES } from "../labels/variant-words.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormValues, idempotentForm, NO_PROBLEMS } from "../layout/forms.ts";
import type { FormPage, FormSubject } from "./answer-form.ts";
import { changeInWords, MeanwhileChanged, type WordedChange } from "./edit-conflict.tsx";
import { fieldNotes } from "./field-notes.ts";
import { firstProblem, namesOf } from "./form-problems.ts";
import { withNeededRows } from "./form-rows.ts";
import { type FormShape, formShape, inZone } from "./form-shape.ts";
import { stateOf } from "./form-state.ts";
import { hiddenIds } from "./impossible-ids.ts";
import { LinkFormPage, TEMPLATE_NAME } from "./link-form-page.tsx";
import { linksToCopy, OFFER_PASTE } from "./offer-steps.ts";
import { slugOfPage } from "./slug-advice.ts";

/** The hidden fields with the definition and the revision as the form was opened. */
const [BASE, REVISION] = ["base", "revision"];

/** A link as a form was opened with it. */
interface Opened {
  definition: Record<string, unknown>;
  revision: number;
  /** What others have changed since; shown above the form. */
  meanwhile?: readonly WordedChange[];
}

/** The link of the address, as it is now. Throws `insufficient_scope` and `not_found`. */
async function storedLink(c: DashboardContext): Promise<Link> {
  const { place, dependencies } = c.var;
  requireScope(place.actor, CHANGE_LINK_SCOPE);
  return (await getLink(place.actor, c.req.param("link") ?? "", dependencies)).link;
}

const opened = (link: Link): Opened => ({
  // JSON, as the form brings it back: without members that are undefined.
  definition: JSON.parse(JSON.stringify(definitionOf(link))) as Record<string, unknown>,
  revision: link.revision,
});

/** What the form says it was opened with. It decides only which fields count as changed. */
function openedIn(values: FormValues): Opened {
  const revision = Number(values.text(REVISION));
  const incomplete = () => new ServiceError("malformed_request", "The form is not complete. Open it again.");
  try {
    const definition: unknown = JSON.parse(values.text(BASE));
    if (typeof definition !== "object" || definition === null || !(revision > 0)) throw incomplete();
    return { definition: { ...definition }, revision };
  } catch {
    throw incomplete();
  }
}

/** The fields of the form: those that can be changed. Times are shown in the zone. */
function changeable(definition: unknown, zone: Zone): FormShape {
  const pair = retailerIntentPair.safeParse(definition);
  if (!pair.success) throw new ServiceError("malformed_request", "The form is not complete. Open it again.");
  const { fields, objects } = inZone(formShape(requireVariant(pair.data.retailer, pair.data.intent)), zone);
  return { objects, fields: fields.filter(({ path }) => !FIXED.includes(path.replace(/\..*/, ""))) };
}

const zoneOfOrganization = (c: DashboardContext): Promise<Zone> =>
  c.var.dependencies.zones.find(c.var.place.actor.organizationId);

/** The link of the address as a form, with what it was opened with where it was sent. */
export async function existingLink(c: DashboardContext, values: FormValues | null): Promise<FormSubject> {
  const link = await storedLink(c);
  const base = values ? openedIn(values) : opened(link);
  return {
    shape: changeable(base.definition, await zoneOfOrganization(c)),
    original: base.definition,
    link,
    page: (page) => editPage(c, link, base, page),
    save: (definition, sent) => save(c, link, base, definition, sent),
  };
}

/** The form of a link that was not sent yet. */
export async function editLink(c: DashboardContext): Promise<Response> {
  const { shape, original, page } = await existingLink(c, null);
  return pageResponse(
    await page({ state: stateOf(shape, original), problems: NO_PROBLEMS, preview: null, fresh: true }),
  );
}

async function editPage(
  c: DashboardContext,
  { id, name, retailer, intent, projectId }: Link,
  { definition, revision, meanwhile }: Opened,
  { state, problems, preview, focus, templateName = "", pasted = "", refusedIds, fresh = false }: FormPage,
) {
  const { place, dependencies } = c.var;
  const shape = changeable(definition, await zoneOfOrganization(c));
  const shown = withNeededRows(state, shape);
  const path = `${place.base}/links/${id}`;
  const [tags, project] = await Promise.all([
    listTags(place.actor, dependencies),
    getProject(place.actor, { projectId }, dependencies),
  ]);
  return (
    <LinkFormPage
      place={place}
      title={`Edit ${name}`}
      intro={
        <p class="quiet">
          {RETAILER_NAMES[retailer]}: {INTENT_NAMES[intent].toLowerCase()}, in the project{" "}
          <bdi>{project.name}</bdi>. What is printed stays as it is, and leads to the new place within 70
          seconds.
        </p>
      }
      notice={meanwhile && <MeanwhileChanged changes={meanwhile} />}
      action={`${path}/edit`}
      previewUrl={`${path}/edit/preview`}
      slugUrl={`${path}/edit/slug`}
      slug={await slugOfPage(c, id, { state, problems, focus })}
      back={path}
      save={refusedIds === undefined ? "Save the changes" : "Save it all the same"}
      shape={shape}
      state={shown}
      hidden={{ [BASE]: JSON.stringify(definition), [REVISION]: String(revision), ...hiddenIds(refusedIds) }}
      problem={problems.form}
      problems={problems.fields}
      focus={firstProblem([...namesOf(shape, shown), TEMPLATE_NAME, OFFER_PASTE], problems.fields) ?? focus}
      noteOn={fieldNotes(retailer, dependencies.catalogs, tags)}
      projects={null}
      preview={preview}
      sources={{ links: await linksToCopy(c, shape), pasted }}
      templates={await listUtmTemplates(place.actor, dependencies)}
      templateName={templateName}
      fresh={fresh}
    />
  );
}

async function save(
  c: DashboardContext,
  link: Link,
  base: Opened,
  definition: LinkDefinition,
  values: FormValues,
): Promise<Response> {
  const { place, dependencies, origins } = c.var;
  const patch = patchOf(base, definition);
  const idempotency = await idempotentForm(c, values, ({ link: { id } }: ChangedLink) => id);
  const send = (revision: number) =>
    changeLink(
      place.actor,
      { linkId: link.id, patch, expected: [revision], idempotency },
      { ...dependencies, origins },
    );
  try {
    await send(base.revision).catch((error: unknown) => {
      // The revision changes with QR codes and the status too, which are not in the form.
      const now = opened(link);
      const isUntouched = canonicalJson(now.definition) === canonicalJson(base.definition);
      if (isPreconditionFailed(error) && isUntouched) return send(now.revision);
      throw error;
    });
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
    return meanwhileChanged(c, base, patch);
  }
  return seeOther(`${place.base}/links/${link.id}?done=changed`);
}

const isPreconditionFailed = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "precondition_failed";

/** The changes of the person alone, so that what others change in other fields stays. */
function patchOf({ definition: base }: Opened, definition: LinkDefinition): LinkPatch {
  const wanted = JSON.parse(JSON.stringify(definition)) as Record<string, unknown>; // a definition is an object
  const patch = mergePatchBetween(base, wanted);
  const result: unknown = JSON.parse(JSON.stringify(mergePatch(base, patch)));
  if (canonicalJson(result) === canonicalJson(wanted)) return patch;
  // Only metadata holds null: everywhere else the schemas refuse it.
  const message = "can't be given null in a change, because there null removes a value";
  throw validationFailed([{ field: "metadata", message }]);
}

/** The form again, with the link as others left it and the person's own changes on top. */
async function meanwhileChanged(c: DashboardContext, base: Opened, patch: LinkPatch): Promise<Response> {
  const link = await storedLink(c);
  const now = opened(link);
  const merged: unknown = JSON.parse(JSON.stringify(mergePatch(now.definition, patch)));
  const meanwhile = changesBetween(base.definition, now.definition).map(changeInWords);
  const state = stateOf(changeable(now.definition, await zoneOfOrganization(c)), merged);
  const page = await editPage(
    c,
    link,
    { ...now, meanwhile },
    { state, problems: NO_PROBLEMS, preview: null },
  );
  return pageResponse(page, 412);
}
