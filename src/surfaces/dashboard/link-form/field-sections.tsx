import type { Child } from "hono/jsx";
import type { UtmTemplate } from "../../../features/links/utm-templates.ts";
import type { Retailer } from "../../../ground/core/vocabulary.ts";
import { CHOICE_LABELS } from "../labels/choice-labels.ts";
import { labelOf, labelsOf } from "../labels/form-labels.ts";
import { type FieldLabels, FOLDS, type Fold, SECTIONS, type Section } from "../labels/form-sections.ts";
import { isPicked } from "../labels/places.ts";
import { type adviceFor, GTIN, GtinStatus, SLUG, SlugStatus } from "./advice.tsx";
import { type FormContext, isTick } from "./control.tsx";
import { Field, isConcerned, isInUse, isUsed } from "./field-rows.tsx";
import type { FormField, FormShape } from "./form-shape.ts";
import type { FormState } from "./form-state.ts";
import { type OfferSources, Offers } from "./offers.tsx";
import { NewTemplate, SavedTemplates, TEMPLATE_NAME } from "./utm-picker.tsx";

/** The fields of a form, and what some sections offer besides. */
interface SectionsProps {
  retailer: Retailer;
  shape: FormShape;
  state: FormState;
  context: FormContext;
  advice: Awaited<ReturnType<typeof adviceFor>>;
  path: string;
  templates: { saved: readonly UtmTemplate[]; name: string };
  sources: OfferSources;
  /** The URL of the frame with the link's card. */
  card: string;
  /** What the fold of the barcode ends with. */
  children?: Child;
}

const isOfCard = (name: string): boolean => name.startsWith("card.") || name === "publicName";

type ShownSection = { section: Section; fields: readonly FormField[] };

/** All fields: those that most links need, and the others in folds. */
export const Sections = (form: SectionsProps) => {
  const sections = SECTIONS.map((section): ShownSection => ({ section, fields: fieldsIn(section, form) }));
  const shown = sections.filter(({ fields }) => fields.length > 0);
  return (
    <div>
      <div class="sheet">
        {shown
          .filter(({ section }) => !section.fold)
          .map(({ section, fields }) => (
            <FormSection {...form} section={section} fields={fields} />
          ))}
      </div>
      {shown.some(({ section }) => section.fold) && (
        <div class="sheet form-folds">
          {FOLDS.map((fold) => {
            const inside = shown.filter(({ section }) => section.fold === fold);
            return inside.length > 0 && <FormFold {...form} fold={fold} sections={inside} />;
          })}
        </div>
      )}
    </div>
  );
};

/** Sections that most links don't need. It is open if something in it has a problem or the focus. */
const FormFold = (form: SectionsProps & { fold: Fold; sections: readonly ShownSection[] }) => {
  const { fold, sections, state, context, children } = form;
  const fields = sections.flatMap((each) => each.fields);
  const names = [...fields.map(({ path }) => path), ...(fold === "UTM" ? [TEMPLATE_NAME] : [])];
  return (
    <details class="form-fold" open={names.some((name) => isConcerned(name, context))}>
      <summary>
        {fold} <span class="values">{foldValues(fields, state)}</span>
      </summary>
      {sections.map(({ section, fields: own }) => (
        <FormSection
          {...form}
          section={section}
          fields={own}
          titled={section.title !== fold && sections.length > 1}
        />
      ))}
      {fold === "Barcode" && children}
    </details>
  );
};

/** The values in a closed fold, such as "source: box · medium: print". A script does the same after changes. */
const foldValues = (fields: readonly FormField[], { texts, rows }: FormState): string =>
  fields
    .flatMap((field) => {
      const { path, kind } = field;
      const text = kind === "rows" ? String(rows.get(path)?.length || "") : (texts.get(path) ?? "");
      if (kind === "json") return text === "" ? [] : [labelOf(path)];
      if (field.kind === "choice" && isTick(field, labelsOf(path).standard))
        return text === "true" ? [labelOf(path)] : [];
      const value = (kind === "choice" && CHOICE_LABELS[text]) || text.trim().replace(/\s*\n\s*/g, ", ");
      return value === "" ? [] : [`${labelOf(path).replace("UTM ", "")}: ${value}`];
    })
    .join(" · ");

/** The fields of a section that the form shows. One that the link does not use is shown only if it has a value. */
const fieldsIn = ({ labels }: Section, { retailer, shape, state, context }: SectionsProps): FormField[] =>
  Object.entries(labels).flatMap(([path, { only }]) =>
    shape.fields.filter(
      (field) =>
        field.path === path &&
        belongs(field, only, { shape, state }) &&
        ((isUsed(field, retailer) && (path !== "affiliate.tag" || opensAmazon(retailer, state))) ||
          isInUse(field, state, path, context)),
    ),
  );

/** Whether a link, or a shop of a choice, opens Amazon. */
const opensAmazon = (retailer: Retailer, { rows }: FormState): boolean =>
  retailer !== "choice" ||
  rows.get("offers")?.some(({ texts }) => texts.get("retailer") === "marketplace") === true;

/** Whether a field belongs to a section that has it `only` for some links. */
function belongs(
  { required }: FormField,
  only: FieldLabels["only"],
  { shape, state }: Pick<SectionsProps, "shape" | "state">,
): boolean {
  if (only === undefined) return true;
  if (only === "required" || only === "optional") return (only === "required") === required;
  const hasPage =
    shape.fields.some(({ path }) => path === "offers") && !isPicked(state.texts.get("page.pick"));
  return (only === "choice") === hasPage;
}

const FormSection = (form: SectionsProps & ShownSection & { titled?: boolean }) => {
  const { fields, titled, state } = form;
  const { title, fold, templates, card, picture } = form.section;
  const context = { ...form.context, folded: fold !== undefined };
  return (
    <section class="fields">
      {titled && <h2>{title}</h2>}
      {templates && <SavedTemplates templates={form.templates.saved} />}
      <div class="columns-of-fields">
        {fields.map((field) =>
          field.kind === "rows" && field.offers ? (
            <Offers field={field} state={state} context={context} sources={form.sources} />
          ) : (
            <div class={field.kind === "rows" ? "whole" : undefined}>
              <Field field={field} state={state} row="" context={context} />
              {field.path === SLUG && <SlugStatus {...form} />}
              {field.path === GTIN && <GtinStatus {...form} />}
            </div>
          ),
        )}
      </div>
      {picture !== undefined && (
        <p class="upload">
          <a href={`${form.card}/picture`} target="_blank" data-upload={picture} rel="noopener">
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
