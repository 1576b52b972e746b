import { listProjects, MAX_PROJECTS_PER_PAGE } from "../../access/get-projects.ts";
import { requireScope } from "../../access/permissions.ts";
import { RETAILER_NAMES } from "../../core/retailer-names.ts";
import { CREATE_LINK_SCOPE, createLink } from "../../links/create-link.ts";
import { listTags } from "../../links/list-tags.ts";
import type { CreatedLink } from "../../links/new-link.ts";
import { listUtmTemplates } from "../../links/utm-templates.ts";
import { retailerIntentPair } from "../../retailers/definition.ts";
import { requireVariant, type Variant, variantKey } from "../../retailers/variants.ts";
import type { Option } from "../components/field.tsx";
import { INTENT_NAMES, VARIANT_WORDS } from "../labels/variant-words.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { idempotentForm } from "../layout/forms.ts";
import type { FormPage, FormSubject } from "./answer-form.ts";
import { fieldNotes } from "./field-notes.ts";
import { firstProblem, namesOf } from "./form-problems.ts";
import { withNeededRows } from "./form-rows.ts";
import { formShape, inZone } from "./form-shape.ts";
import { hiddenIds } from "./impossible-ids.ts";
import { LinkFormPage, TEMPLATE_NAME } from "./link-form-page.tsx";
import { linksToCopy, OFFER_PASTE } from "./offer-steps.ts";
import { slugOfPage } from "./slug-advice.ts";

/**
 * The variant that the address names; null where it names none. Throws `unsupported_retailer_intent`, and
 * `insufficient_scope` for whoever may not create links.
 */
export function variantAsked(c: DashboardContext): Variant | null {
  requireScope(c.var.place.actor, CREATE_LINK_SCOPE);
  const pair = retailerIntentPair.safeParse(c.req.query());
  return pair.success ? requireVariant(pair.data.retailer, pair.data.intent) : null;
}

/** The projects that take new links; null if there are more than a menu can show. */
async function projectOptions(c: DashboardContext): Promise<Option[] | null> {
  const { place, dependencies } = c.var;
  const query = { archived: false, limit: MAX_PROJECTS_PER_PAGE };
  const { projects, nextCursor } = await listProjects(place.actor, query, dependencies);
  if (nextCursor !== null) return null;
  const options = projects.map(({ id, name }) => ({
    value: id,
    label: name === id ? id : `${name} (${id})`,
  }));
  return options.length === 1 ? options : [{ value: "", label: "Choose a project" }, ...options];
}

/** A new link of a variant. */
export async function newLink(c: DashboardContext, variant: Variant): Promise<FormSubject> {
  const { place, dependencies, origins } = c.var;
  const { retailer, intent } = variant;
  const shape = inZone(formShape(variant), await dependencies.zones.find(place.actor.organizationId));
  const path = `${place.base}/links/new`;
  const query = new URLSearchParams({ retailer, intent });
  return {
    shape,
    original: { retailer, intent },
    link: null,
    async page({
      state,
      problems,
      preview,
      focus,
      templateName = "",
      pasted = "",
      refusedIds,
      fresh = false,
    }: FormPage) {
      const [projects, links, tags, templates] = await Promise.all([
        projectOptions(c),
        linksToCopy(c, shape),
        listTags(place.actor, dependencies),
        listUtmTemplates(place.actor, dependencies),
      ]);
      const shown = withNeededRows(state, shape);
      return (
        <LinkFormPage
          place={place}
          title={`${RETAILER_NAMES[retailer]}: ${INTENT_NAMES[intent].toLowerCase()}`}
          intro={
            <p class="quiet">
              {VARIANT_WORDS[variantKey(variant)]} <a href={path}>Choose something else</a>
            </p>
          }
          action={`${path}?${query}`}
          previewUrl={`${path}/preview?${query}`}
          slugUrl={`${path}/slug`}
          slug={await slugOfPage(c, null, { state, problems, focus })}
          back={`${place.base}/links`}
          save={refusedIds === undefined ? "Create the link" : "Create it all the same"}
          shape={shape}
          state={shown}
          hidden={hiddenIds(refusedIds)}
          problem={problems.form}
          problems={problems.fields}
          focus={
            firstProblem([...namesOf(shape, shown), TEMPLATE_NAME, OFFER_PASTE], problems.fields) ?? focus
          }
          noteOn={fieldNotes(retailer, dependencies.catalogs, tags)}
          projects={projects}
          preview={preview}
          sources={{ links, pasted }}
          templates={templates}
          templateName={templateName}
          fresh={fresh}
        />
      );
    },
    async save(definition, values) {
      const idempotency = await idempotentForm(c, values, ({ link }: CreatedLink) => link.id);
      const result = await createLink(place.actor, { definition, idempotency }, { ...dependencies, origins });
      const id = result.kind === "made" ? result.value.link.id : result.receipt;
      return seeOther(`${place.base}/links/${id}?done=created`);
    },
  };
}
