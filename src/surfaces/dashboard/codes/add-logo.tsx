import { requireProjectManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { putLogo } from "../../../features/brands/change-project.ts";
import { MAX_LOGO_BYTES } from "../../../features/brands/logo-store.ts";
import { getLink } from "../../../features/links/get-link.ts";
import { Button } from "../components/actions.tsx";
import { Form } from "../components/form.tsx";
import { formPage } from "../components/form-page.tsx";
import { LOGO_FIELD, LogoField } from "../labels/logo-field.tsx";
import { linkIdIn } from "../layout/context.ts";
import { studioPath } from "./save-style.tsx";

/** The largest form in bytes: a logo and its envelope. */
const MAX_LOGO_FORM_BYTES = MAX_LOGO_BYTES + 16 * 1024;

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

/** Saves the logo with the project and returns to the studio, which then shows it. */
export const addingLogo = formPage({
  tab: "Links",
  scripts: ["logo"],
  upload: MAX_LOGO_FORM_BYTES,
  marked: [LOGO_FIELD],
  async load(c) {
    const { workspace, dependencies } = c.var;
    requireProjectManager(workspace.actor);
    return (await getLink(workspace.actor, linkIdIn(c), dependencies)).link;
  },
  title: ({ name }) => `Add a logo: ${name}`,
  content: ({ problems }) => <LogoField label="Logo" error={problems.fields.get(LOGO_FIELD)} />,
  button: "Add the logo",
  back: (_, c) => studioPath(c),
  async save(c, _, { file, load, write }) {
    const { workspace, dependencies } = c.var;
    const { projectId } = await load();
    const bytes = file?.bytes ?? new Uint8Array();
    const idempotency = await write(({ id }: Project) => id);
    await putLogo(workspace.actor, { projectId, bytes, idempotency }, dependencies);
    return `${studioPath(c)}?logo=project`;
  },
});
