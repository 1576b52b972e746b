import { getProject } from "../../../features/access/get-projects.ts";
import { requireProjectManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { brandFields, MAX_BRAND_NAME } from "../../../features/brands/brand.ts";
import { changeProject } from "../../../features/brands/change-project.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { brandOf } from "../../../features/brands/project-brand.ts";
import { putLogo } from "../../../features/brands/put-logo.ts";
import { typedColor } from "../../../ground/core/colors.ts";
import { choicePage } from "../../pages/choice/choice-markup.ts";
import { shownBrand } from "../../pages/page-brand.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { LOGO_FIELD, LogoField } from "../labels/logo-field.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, formValues, idempotentForm } from "../layout/forms.ts";
import { framedPage } from "../layout/framed-page.ts";
import { Screen } from "../layout/layout.tsx";
import type { UploadedValues } from "../layout/upload.ts";
import { PROJECTS_STYLE } from "./project.tsx";

/** The fields of a brand that are text. */
const BRAND_FIELDS = [
  { name: "name", label: "Public name", hint: "Shoppers see this name.", maxLength: MAX_BRAND_NAME },
  {
    name: "accent",
    label: "Color",
    hint:
      "The color of buttons, links and prints, such as #c8102e or, as inks for print, C0 M95 Y80 K10. Pages adjust it where " +
      "it would be hard to read.",
  },
  {
    name: "imprintUrl",
    label: "Legal notice",
    hint: "The URL of your legal notice, linked at the foot of pages.",
  },
  {
    name: "privacyUrl",
    label: "Privacy notice",
    hint: "The URL of your privacy notice, linked at the foot of pages.",
  },
] as const;

/** The text of a field; a color in the form that is stored. */
function typedIn(values: FormValues, name: (typeof BRAND_FIELDS)[number]["name"]): string {
  const text = values.text(`brand.${name}`);
  return name === "accent" ? (typedColor(text) ?? text) : text;
}

const projectId = (c: { req: { param(name: "project"): string | undefined } }): string =>
  c.req.param("project") ?? "";

/** The brand that shoppers see: public name, color, logo and legal pages. */
export const projectBrand: FormScreen<Project, UploadedValues> = {
  fields: [...BRAND_FIELDS.map(({ name }) => `brand.${name}`), LOGO_FIELD],
  load(c) {
    requireProjectManager(c.var.workspace.actor);
    return getProject(c.var.workspace.actor, { projectId: projectId(c) }, c.var.dependencies);
  },
  initial(project) {
    const brand = brandOf(project);
    return Object.fromEntries(BRAND_FIELDS.map(({ name }) => [`brand.${name}`, brand?.[name] ?? ""]));
  },
  page: (c, project, values, problems) => (
    <BrandPage workspace={c.var.workspace} project={project} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const fields = BRAND_FIELDS.map(({ name }) => [name, typedIn(values, name) || null]);
    const removesLogo = values.text("remove-logo") !== "" && !values.file;
    const brand = { ...Object.fromEntries(fields), ...(removesLogo && { logoUrl: null }) };
    const change = {
      projectId: projectId(c),
      patch: { brand },
      idempotency: await idempotentForm(c, values, ({ id }: Project) => id),
    };
    // In one write, so that a rejected picture changes nothing.
    if (values.file) await putLogo(workspace.actor, { ...change, bytes: values.file.bytes }, dependencies);
    else await changeProject(workspace.actor, change, dependencies);
    return seeOther(`${workspace.base}/projects/${encodeURIComponent(projectId(c))}?done=branded`);
  },
};

const previewQuery = (values: FormValues): URLSearchParams =>
  new URLSearchParams(BRAND_FIELDS.map(({ name }) => [`brand.${name}`, values.text(`brand.${name}`)]));

/** The shops of the preview. */
const SHOPS = [
  { key: "walmart", label: "Walmart", host: "walmart.com" },
  { key: "target", label: "Target", host: "target.com" },
  { key: "kroger", label: "Kroger", host: "kroger.com" },
];

/** A choice page in the brand of the URL's parameters, for the frame beside the form. Invalid values are left out. */
export async function previewBrand(c: DashboardContext): Promise<Response> {
  const { origins } = c.var;
  const project = await projectBrand.load(c);
  const brand = brandOf(project);
  const values = formValues(new URL(c.req.url).searchParams);
  const typed = Object.fromEntries(
    BRAND_FIELDS.flatMap(({ name }) => {
      const parsed = brandFields.shape[name].safeParse(typedIn(values, name));
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  );
  const shown = shownBrand(
    { name: project.name, ...typed, ...(brand?.logo && { logo: brand.logo }) },
    origins,
  );
  const page = choicePage({
    language: "en",
    publicName: "Your product",
    url: origins.shortLink,
    qr: "",
    offers: SHOPS.map((shop) => ({ ...shop, soldOut: false })),
    hasMore: false,
    allSoldOut: false,
    remembers: false,
    brand: shown,
  });
  return framedPage(page, "", [shown?.logoUrl]);
}

/** The form of a project's brand. */
const BrandPage = ({
  workspace,
  project,
  values,
  problems,
}: {
  workspace: Workspace;
  project: Project;
  values: FormValues;
  problems: FormProblems;
}) => {
  const logo = brandOf(project)?.logo;
  const path = `${workspace.base}/projects/${encodeURIComponent(project.id)}`;
  return (
    <Screen
      workspace={workspace}
      here="Projects"
      title={`Brand of ${project.name}`}
      heading={
        <>
          Brand of <bdi>{project.name}</bdi>
        </>
      }
      scripts={["preview", "logo"]}
      styles={[PROJECTS_STYLE]}
    >
      <div class="with-phone">
        <div class="sheet">
          <p>
            Shoppers see this brand on the pages of this project's links. Changes take effect within 40
            seconds.
          </p>
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
            {logo && <img class="logo" src={logoPath(logo)} alt="The logo" height="48" />}
            <LogoField label={logo ? "Replace the logo" : "Logo"} error={problems.fields.get(LOGO_FIELD)} />
            {logo && (
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
        <iframe
          class="shopper-page"
          title="A page of the brand"
          src={`${path}/brand/preview?${previewQuery(values)}`}
          data-preview={`${path}/brand/preview`}
          data-fields="brand."
        />
      </div>
    </Screen>
  );
};
