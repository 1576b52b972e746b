import type { GtinAdvice } from "../../../features/links/advise-gtin.ts";
import type { SlugAdvice } from "../../../features/links/advise-slug.ts";
import type { UtmTemplate } from "../../../features/links/utm-templates.ts";
import type { Retailer } from "../../../ground/core/vocabulary.ts";
import { labelOf } from "../labels/form-labels.ts";
import { type FieldLabels, SECTIONS, type Section } from "../labels/form-sections.ts";
import type { FormContext } from "./control.tsx";
import type { FormField, FormShape } from "./form-shape.ts";
import type { FormState } from "./form-state.ts";
import { GTIN, GtinStatus } from "./gtin.tsx";
import { type OfferSources, Offers } from "./offers.tsx";
import { Field, isInUse } from "./rows.tsx";
import { SLUG, SlugStatus } from "./slug.tsx";
import { NewTemplate, SavedTemplates } from "./utm-templates.tsx";

/** The fields of a form, and what some sections offer besides. */
interface SectionsProps {
  retailer: Retailer;
  shape: FormShape;
  state: FormState;
  context: FormContext;
  slug: { advice: SlugAdvice | null; url: string };
  gtin: { advice: GtinAdvice | null; url: string };
  templates: { saved: readonly UtmTemplate[]; name: string };
  sources: OfferSources;
  /** The URL of the frame with the link's card. */
  card: string;
}

const isOfCard = (name: string): boolean => name.startsWith("card.") || name === "publicName";

/** All fields: those that most links need, and the others below "More options". */
export const Sections = (form: SectionsProps) => {
  const sections = SECTIONS.map((section) => ({ section, fields: fieldsIn(section, form) })).filter(
    ({ fields }) => fields.length > 0,
  );
  const show = ({ section, fields }: (typeof sections)[number]) => (
    <FormSection section={section} fields={fields} form={form} />
  );
  const more = sections.filter(({ section }) => section.more);
  const isOpen = more.some(({ fields }) =>
    fields.some((field) => isInUse(field, form.state, field.path, form.context)),
  );
  return (
    <div>
      <div class="sheet">{sections.filter(({ section }) => !section.more).map(show)}</div>
      <details class="sheet more" open={isOpen}>
        <summary>More options</summary>
        {more.map(show)}
      </details>
    </div>
  );
};

/** The fields of a section that the form shows. One that the link does not use is shown only if it has a value. */
const fieldsIn = ({ labels }: Section, { retailer, shape, state, context }: SectionsProps): FormField[] =>
  Object.entries(labels).flatMap(([path, { only }]) =>
    shape.fields.filter(
      (field) =>
        field.path === path &&
        belongs(field, only, shape) &&
        (isUsed(field, retailer) || isInUse(field, state, path, context)),
    ),
  );

/** Whether a field belongs to a section that has it `only` for some links. */
function belongs({ required }: FormField, only: FieldLabels["only"], { fields }: FormShape): boolean {
  if (only === undefined) return true;
  if (only === "required" || only === "optional") return (only === "required") === required;
  return (only === "choice") === fields.some(({ path }) => path === "offers");
}

/** Whether a field makes a difference. The API stores some that a link does not use, such as products of a web page. */
function isUsed({ path, kind, required }: FormField, retailer: Retailer): boolean {
  if (required) return true;
  if (path === "customUrl" || path === "products") return false;
  if (kind === "json") return path === "metadata";
  return retailer !== "custom" || !/^(?:fallbackUrl|location\.)/.test(path);
}

const FormSection = ({
  section: { title, more, templates, card },
  fields,
  form,
}: {
  section: Section;
  fields: readonly FormField[];
  form: SectionsProps;
}) => {
  const { state } = form;
  const context = { ...form.context, more };
  // A list has its title as a legend.
  const isList = fields.some(({ kind, path }) => kind === "rows" && labelOf(path) === title);
  return (
    <section class="fields">
      {more && !isList && <h2>{title}</h2>}
      {templates && <SavedTemplates templates={form.templates.saved} />}
      <div class="columns-of-fields">
        {fields.map((field) =>
          field.kind === "rows" && field.offers ? (
            <Offers
              field={field}
              rows={state.rows.get(field.path) ?? []}
              context={context}
              sources={form.sources}
            />
          ) : (
            <div class={field.kind === "rows" ? "whole" : undefined}>
              <Field field={field} state={state} row="" context={context} />
              {field.path === SLUG && <SlugStatus {...form.slug} typed={state.texts.get(SLUG) ?? ""} />}
              {field.path === GTIN && <GtinStatus {...form.gtin} />}
            </div>
          ),
        )}
      </div>
      {card && (
        <p class="upload">
          <a href={`${form.card}/picture`} target="_blank" data-upload="card.imageUrl" rel="noopener">
            Upload a picture
          </a>{" "}
          <span role="status" />
        </p>
      )}
      {card && (
        <iframe
          class="card-frame"
          title="The link in a message"
          src={`${form.card}?${new URLSearchParams([...state.texts].filter(([name]) => isOfCard(name)))}`}
          data-preview={form.card}
          data-fields="card. publicName"
          data-fit=""
        />
      )}
      {templates && <NewTemplate name={form.templates.name} context={context} />}
    </section>
  );
};
