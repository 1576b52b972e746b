import { MAX_BRAND_NAME } from "../../brands/brand.ts";
import type { BrandedProject } from "../../brands/get-projects.ts";
import { LOGO_TYPES, MAX_LOGO_BYTES } from "../../brands/logo.ts";
import { logoPath } from "../../brands/logo-path.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, FileField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

/** The field of the logo's file. */
export const LOGO_FIELD = "logo";

/** The fields of a brand that are text. */
export const BRAND_FIELDS = [
  { name: "name", label: "Public name", hint: "The name that shoppers know.", maxLength: MAX_BRAND_NAME },
  {
    name: "accent",
    label: "Color",
    hint: "Of buttons and links, such as #c8102e. Pages darken or lighten it where it could not be read.",
    maxLength: 7,
  },
  {
    name: "imprintUrl",
    label: "Legal notice",
    hint: "The address of your page. It stands at the foot of pages.",
  },
  {
    name: "privacyUrl",
    label: "Privacy notice",
    hint: "The address of your page. It stands at the foot of pages.",
  },
] as const;

/** The form of a project's brand. */
export const BrandPage = ({
  place,
  branded: { project, brand },
  values,
  problems,
}: {
  place: Place;
  branded: BrandedProject;
  values: FormValues;
  problems: FormProblems;
}) => {
  const path = `${place.base}/projects/${encodeURIComponent(project.id)}`;
  return (
    <Screen
      place={place}
      here="Projects"
      title={`Brand of ${project.name}`}
      heading={
        <>
          Brand of <bdi>{project.name}</bdi>
        </>
      }
    >
      <div class="sheet narrow">
        <p>Pages that shoppers see of this project's links carry its brand, within 70 seconds of a change.</p>
        <Form action={`${path}/brand`} problem={problems.form} upload>
          {BRAND_FIELDS.map((field) => (
            <TextField
              {...field}
              name={`brand.${field.name}`}
              value={values.text(`brand.${field.name}`)}
              error={problems.fields.get(`brand.${field.name}`)}
              required={field.name === "name"}
              spellcheck={field.name === "name"}
            />
          ))}
          {brand?.logo && <img class="logo" src={logoPath(brand.logo)} alt="The logo" height="48" />}
          <FileField
            name={LOGO_FIELD}
            label={brand?.logo ? "Another logo" : "Logo"}
            hint={`A PNG, WebP, JPEG or SVG picture of up to ${MAX_LOGO_BYTES / 1024} kB. Codes show PNG and SVG.`}
            error={problems.fields.get(LOGO_FIELD)}
            accept={Object.values(LOGO_TYPES).join(",")}
          />
          {brand?.logo && (
            <ChoiceField
              type="checkbox"
              name="remove-logo"
              label="Remove"
              values={values.all("remove-logo")}
              options={[{ value: "1", label: "Remove the logo" }]}
            />
          )}
          <Actions>
            <Button>Save the brand</Button>
            <LinkButton href={path}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
