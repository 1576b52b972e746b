import { requireProjectManager } from "../../access/permissions.ts";
import { changeProject } from "../../brands/change-project.ts";
import { type BrandedProject, getBrandedProject } from "../../brands/get-projects.ts";
import { putLogo } from "../../brands/put-logo.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import type { UploadedValues } from "../layout/upload.ts";
import { BRAND_FIELDS, BrandPage, LOGO_FIELD } from "./brand-page.tsx";

const projectId = (c: { req: { param(name: "project"): string | undefined } }): string =>
  c.req.param("project") ?? "";

/** How links of a project look to shoppers: its public name, color, logo and legal pages. */
export const projectBrand: FormScreen<BrandedProject, UploadedValues> = {
  fields: [...BRAND_FIELDS.map(({ name }) => `brand.${name}`), LOGO_FIELD],
  load(c) {
    requireProjectManager(c.var.place.actor);
    return getBrandedProject(c.var.place.actor, { projectId: projectId(c) }, c.var.dependencies);
  },
  initial: ({ brand }) =>
    Object.fromEntries(BRAND_FIELDS.map(({ name }) => [`brand.${name}`, brand?.[name] ?? ""])),
  page: (c, branded, values, problems) => (
    <BrandPage place={c.var.place} branded={branded} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const fields = BRAND_FIELDS.map(({ name }) => [name, values.text(`brand.${name}`) || null]);
    const removesLogo = values.text("remove-logo") !== "" && !values.file;
    const brand = { ...Object.fromEntries(fields), ...(removesLogo && { logoUrl: null }) };
    const change = {
      projectId: projectId(c),
      patch: { brand },
      idempotency: await idempotentForm(c, values, ({ project }: BrandedProject) => project.id),
    };
    // In one, so that a form whose picture is refused changes nothing.
    if (values.file) await putLogo(place.actor, { ...change, bytes: values.file.bytes }, dependencies);
    else await changeProject(place.actor, change, dependencies);
    return seeOther(`${place.base}/projects?done=branded`);
  },
};
