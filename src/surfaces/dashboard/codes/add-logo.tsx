import { requireProjectManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { MAX_LOGO_BYTES } from "../../../features/brands/logo.ts";
import { putLogo } from "../../../features/brands/put-logo.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { LOGO_FIELD, LogoField } from "../labels/logo-field.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";
import type { UploadedValues } from "../layout/upload.ts";

/** The largest form in bytes: a logo and its envelope. */
export const MAX_LOGO_FORM_BYTES = MAX_LOGO_BYTES + 16 * 1024;

/** Adds a logo to the project from the studio. */
export const AddLogoForm = ({ action }: { action: string }) => (
  <details class="add-logo">
    <summary>Add a logo</summary>
    <Form action={action} upload>
      <LogoField label="Logo" />
      <Button emphasis="plain">Add the logo</Button>
    </Form>
  </details>
);

const studioPath = (c: DashboardContext): string =>
  `${linkPathIn(c)}/codes/${c.req.param("identifier") ?? ""}`;

/** Saves the logo with the project and returns to the studio, which then shows it. */
export const addingLogo: FormScreen<Link, UploadedValues> = {
  fields: [LOGO_FIELD],
  async load(c) {
    const { workspace, dependencies } = c.var;
    requireProjectManager(workspace.actor);
    return (await getLink(workspace.actor, linkIdIn(c), dependencies)).link;
  },
  page: (c, { name }, _, problems) => (
    <Screen workspace={c.var.workspace} here="Links" title={`Add a logo: ${name}`} scripts={["logo"]}>
      <div class="sheet narrow">
        <Form action={c.req.path} problem={problems.form} upload>
          <LogoField label="Logo" error={problems.fields.get(LOGO_FIELD)} />
          <Actions>
            <Button>Add the logo</Button>
            <LinkButton href={studioPath(c)}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c, values, load) {
    const { workspace, dependencies } = c.var;
    const { projectId } = await load();
    const bytes = values.file?.bytes ?? new Uint8Array();
    const idempotency = await idempotentForm(c, values, ({ id }: Project) => id);
    await putLogo(workspace.actor, { projectId, bytes, idempotency }, dependencies);
    return seeOther(`${studioPath(c)}?logo=project`);
  },
};
