import { requireProjectManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { brandFields, brandOf, MAX_BRAND_NAME } from "../../../features/brands/brand.ts";
import { changeProject, putLogo } from "../../../features/brands/change-project.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { MAX_LOGO_BYTES } from "../../../features/brands/logo-store.ts";
import { typedColor } from "../../../ground/core/colors.ts";
import { choicePage } from "../../pages/choice/choice-markup.ts";
import { shownBrand } from "../../pages/page-brand.ts";
import { ChoiceField, TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { LOGO_FIELD, LogoField } from "../labels/logo-field.tsx";
import type { DashboardContext } from "../layout/context.ts";
import { type FormValues, fieldsNamed, nullableText, oneText, queryReader } from "../layout/forms.ts";
import { framedPage } from "../layout/framed-page.ts";
import { loadProject, PROJECTS_STYLE, projectId } from "./project-screen.tsx";

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

/** The fields of the form and of its preview. */
const TEXTS = {
  ...fieldsNamed(
    BRAND_FIELDS.map(({ name }) => `brand.${name}` as const),
    nullableText,
  ),
  // In the form that is stored.
  "brand.accent": nullableText.transform((text) => text && (typedColor(text) ?? text)),
};

/** The largest brand form in bytes: the logo and its fields. */
const MAX_FORM_BYTES = MAX_LOGO_BYTES + 128 * 1024;

/** The project of the path, for a member who may manage it. */
export async function loadManaged(c: DashboardContext): Promise<Project> {
  requireProjectManager(c.var.workspace.actor);
  return loadProject(c);
}

/** The brand that shoppers see: public name, color, logo and legal pages. */
export const projectBrand = formPage({
  tab: "Projects",
  scripts: ["preview", "logo"],
  styles: [PROJECTS_STYLE],
  upload: MAX_FORM_BYTES,
  fields: { ...TEXTS, "remove-logo": oneText },
  marked: [...Object.keys(TEXTS), LOGO_FIELD],
  load: loadManaged,
  title: ({ name }) => `Brand of ${name}`,
  heading: ({ name }) => (
    <>
      Brand of <bdi>{name}</bdi>
    </>
  ),
  initial(project) {
    const brand = brandOf(project);
    return Object.fromEntries(BRAND_FIELDS.map(({ name }) => [`brand.${name}`, brand?.[name] ?? ""]));
  },
  intro: () => (
    <p>
      Shoppers see this brand on the pages of this project's links. Changes take effect within 40 seconds.
    </p>
  ),
  content({ field, values, problems }, project) {
    const logo = brandOf(project)?.logo;
    return (
      <>
        {BRAND_FIELDS.map(({ name, ...texts }) => (
          <TextField
            {...field(`brand.${name}`)}
            {...texts}
            required={name === "name"}
            spellcheck={name === "name"}
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
      </>
    );
  },
  button: "Save the brand",
  back: ({ id }) => `/projects/${encodeURIComponent(id)}`,
  beside: ({ values }, _, c) => (
    <iframe
      class="shopper-page"
      title="A page of the brand"
      src={`${c.req.path}/preview?${previewQuery(values)}`}
      data-preview={`${c.req.path}/preview`}
      data-fields="brand."
    />
  ),
  async save(c, input, { file, write }) {
    const { workspace, dependencies } = c.var;
    const fields = BRAND_FIELDS.map(({ name }) => [name, input[`brand.${name}`]]);
    const removesLogo = input["remove-logo"] !== "" && !file;
    const brand = { ...Object.fromEntries(fields), ...(removesLogo && { logoUrl: null }) };
    const change = {
      ...projectId(c),
      patch: { brand },
      idempotency: await write(({ id }: Project) => id),
    };
    // In one write, so that a rejected picture changes nothing.
    if (file) await putLogo(workspace.actor, { ...change, bytes: file.bytes }, dependencies);
    else await changeProject(workspace.actor, change, dependencies);
    return `/projects/${encodeURIComponent(change.projectId)}?done=branded`;
  },
});

const previewQuery = (values: FormValues): URLSearchParams =>
  new URLSearchParams(Object.keys(TEXTS).map((name) => [name, values.text(name)]));

const typedBrand = queryReader(TEXTS);

const SHOPS = [
  { key: "walmart", label: "Walmart", host: "walmart.com" },
  { key: "target", label: "Target", host: "target.com" },
  { key: "kroger", label: "Kroger", host: "kroger.com" },
];

/** A choice page in the brand of the URL's parameters, for the frame beside the form. Invalid values are left out. */
export async function previewBrand(c: DashboardContext): Promise<Response> {
  const { origins } = c.var.dependencies;
  const project = await loadManaged(c);
  const brand = brandOf(project);
  const texts = typedBrand(c);
  const typed = Object.fromEntries(
    BRAND_FIELDS.flatMap(({ name }) => {
      const parsed = brandFields.shape[name].safeParse(texts[`brand.${name}`]);
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
