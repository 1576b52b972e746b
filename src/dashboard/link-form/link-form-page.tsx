import type { Child } from "hono/jsx";
import type { SlugAdvice } from "../../links/advise-slug.ts";
import type { Preview } from "../../links/preview-link.ts";
import type { UtmTemplate } from "../../links/utm-templates.ts";
import { Button, LinkButton } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Section, Words } from "../labels/form-section.ts";
import { SECTIONS } from "../labels/form-sections.ts";
import { wordsOf } from "../labels/form-words.ts";
import type { Place } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import type { Shown } from "./control.tsx";
import type { FormField, FormShape } from "./form-shape.ts";
import type { FormState } from "./form-state.ts";
import { LINK_FORM_STYLE } from "./link-form-style.ts";
import { offerNames } from "./offer-names.ts";
import { type OfferSources, Offers } from "./offers.tsx";
import { Phone } from "./phone.tsx";
import { PreviewPlace } from "./preview-panel.tsx";
import { Field, isInUse } from "./rows.tsx";
import { SLUG } from "./slug-advice.ts";
import { SlugPlace } from "./slug-state.tsx";

/** The form of one link. */
export interface LinkForm extends Shown {
  place: Place;
  title: string;
  /** What the link is, above the form. */
  intro: Child;
  /** Where the form is sent. */
  action: string;
  /** Where the preview is asked for. */
  previewUrl: string;
  /** Where the script asks whether a slug is free. */
  slugUrl: string;
  /** What is known of the slug; null where nothing was asked. */
  slug: SlugAdvice | null;
  /** Where Cancel leads. */
  back: string;
  save: string;
  shape: FormShape;
  state: FormState;
  /** What the form brings back besides what is typed. */
  hidden: Readonly<Record<string, string>>;
  problem: string | undefined;
  preview: Preview | null;
  /** What offers of a choice can be made of. */
  sources: OfferSources;
  templates: readonly UtmTemplate[];
  templateName: string;
  notice?: Child;
  /** Whether the form was opened just now, and not sent: a draft is offered then. */
  fresh: boolean;
}

/** The screen on which a link is created or changed. */
export const LinkFormPage = (form: LinkForm) => (
  <Screen
    place={form.place}
    here="Links"
    title={form.title}
    heading={<bdi>{form.title}</bdi>}
    scripts={isChoice(form.shape) ? ["linkForm", "slug", "offers"] : ["linkForm", "slug"]}
    styles={[LINK_FORM_STYLE]}
  >
    {form.intro}
    {form.notice}
    <div class="link-form" data-draft={form.place.actor.id} data-fresh={form.fresh ? "" : undefined}>
      <Form action={form.action} problem={form.problem} unchecked>
        {/* Enter in a field presses the first button of a form. It is for nothing else: who hears or tabs through the
            page finds the one below. Not `hidden`, as not every browser presses a button that it does not lay out. */}
        <div class="hidden" aria-hidden="true">
          <button type="submit" name="step" value="save" tabindex={-1} />
        </div>
        {Object.entries(form.hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div>
          {SECTIONS.map((section) => (
            <FormSection section={section} form={form} />
          ))}
        </div>
        <div class="beside">
          {isChoice(form.shape) && (
            <Phone url={form.previewUrl.replace(/\/preview(?=\?|$)/, "/preview/page")} state={form.state} />
          )}
          <PreviewPlace
            preview={form.preview}
            names={offerNames(form.state)}
            url={form.previewUrl}
            focus={form.focus === "preview"}
          />
          <div class="save">
            <Button name="step" value="save">
              {form.save}
            </Button>
            <Button emphasis="plain" name="step" value="preview">
              Preview
            </Button>
            <LinkButton href={form.back}>Cancel</LinkButton>
          </div>
        </div>
      </Form>
    </div>
  </Screen>
);

const FormSection = ({ section, form }: { section: Section; form: LinkForm }) => {
  const fields = Object.entries(section.words).flatMap(([path, { only }]) =>
    form.shape.fields.filter((field) => field.path === path && belongs(field, only, form.shape)),
  );
  const [first] = fields;
  if (!first) return null;
  // A list has its own legend.
  const isList = first.kind === "rows" && wordsOf(first.path).label === section.title;
  const content = (
    <>
      {section.templates && <SavedTemplates form={form} />}
      <div class={section.columns ? "columns-of-fields" : undefined}>
        {fields.map((field) =>
          field.kind === "rows" && field.offers ? (
            <Offers
              field={field}
              rows={form.state.rows.get(field.path) ?? []}
              shown={form}
              sources={form.sources}
            />
          ) : (
            <>
              <Field field={field} state={form.state} row="" shown={form} />
              {field.path === SLUG && (
                <SlugPlace advice={form.slug} typed={form.state.texts.get(SLUG) ?? ""} url={form.slugUrl} />
              )}
            </>
          ),
        )}
      </div>
      {section.templates && <NewTemplate form={form} />}
    </>
  );
  if (!section.folded) {
    return (
      <section class="sheet">
        {!isList && <h2>{section.title}</h2>}
        {content}
      </section>
    );
  }
  const isOpen = fields.some((field) => isInUse(field, form.state, field.path, form));
  return (
    <details class="sheet" open={isOpen}>
      <summary>{section.title}</summary>
      {content}
    </details>
  );
};

/** Whether a field stands in a section where it has this mark. */
function belongs({ required }: FormField, only: Words["only"], { fields }: FormShape): boolean {
  if (only === undefined) return true;
  if (only === "required" || only === "optional") return (only === "required") === required;
  return (only === "choice") === isChoice({ fields });
}

const isChoice = ({ fields }: Pick<FormShape, "fields">): boolean =>
  fields.some(({ path }) => path === "offers");

/** The menu of saved UTM values. */
export const TEMPLATE = "template";
/** The name under which UTM values are saved. */
export const TEMPLATE_NAME = "template-name";

/** Saved UTM values: to use and to delete. */
const SavedTemplates = ({ form }: { form: LinkForm }) =>
  form.templates.length === 0 ? null : (
    <div class="with-button saved">
      <SelectField
        name={TEMPLATE}
        label="Saved values"
        value=""
        options={form.templates.map(({ name }) => ({ value: name, label: name }))}
      />
      <Button emphasis="plain" name="step" value="template:use">
        Use them
      </Button>
      <Button emphasis="plain" name="step" value="template:delete">
        Delete them
      </Button>
    </div>
  );

/** A name under which the values are saved for other links. */
const NewTemplate = ({ form }: { form: LinkForm }) => (
  <details open={form.problems.has(TEMPLATE_NAME) || form.focus === TEMPLATE_NAME}>
    <summary>Save these values for other links</summary>
    <div class="with-button">
      <TextField
        name={TEMPLATE_NAME}
        label="Save these UTM values as"
        value={form.templateName}
        error={form.problems.get(TEMPLATE_NAME)}
        autofocus={form.focus === TEMPLATE_NAME}
      />
      <Button emphasis="plain" name="step" value="template:save">
        Save them
      </Button>
    </div>
  </details>
);
