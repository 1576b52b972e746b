import { Hono } from "hono";
import {
  requireProjectEditor,
  requireProjectManager,
  requireScope,
} from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { CHANGE_QR_CODE_SCOPE, CREATE_QR_CODE_SCOPE } from "../../../features/access/scopes.ts";
import { putLogo } from "../../../features/brands/change-project.ts";
import { MAX_LOGO_BYTES } from "../../../features/brands/logo-store.ts";
import { changeQrCode } from "../../../features/qr-codes/change-qr-code.ts";
import { codeStyle } from "../../../features/qr-codes/code-style.ts";
import { createQrCode } from "../../../features/qr-codes/create-qr-code.ts";
import { getQrCode } from "../../../features/qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { qrCodeRequest, readQrCodePatch } from "../../../features/qr-codes/qr-code-request.ts";
import { setCodeStyle } from "../../../features/qr-codes/set-code-style.ts";
import type { CodeStyle } from "../../../features/qr-codes/style.ts";
import { parse } from "../../../ground/core/validation.ts";
import { Actions, Button, Form, Hidden } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { LOGO_FIELD, LogoField } from "../labels/logo-field.tsx";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { fieldsNamed, oneText, optionalText } from "../layout/forms.ts";
import { LINK, linkIdIn, linkIn } from "../layout/link-of-path.ts";
import type { DrawingQuery } from "./drawing.ts";

const codeIn = (c: DashboardContext) => ({
  linkId: linkIdIn(c),
  identifier: c.req.param("identifier") ?? "",
});

/** The path of the code's studio, below the organization's base path. */
const studioPath = (c: DashboardContext): string => `/links/${linkIdIn(c)}/codes/${codeIn(c).identifier}`;

const newCode = formPage({
  tab: "Links",
  title: "Add a code",
  fields: { identifier: optionalText, name: optionalText },
  load: (c) => linkIn(c, CREATE_QR_CODE_SCOPE),
  intro: ({ name }) => (
    <p>
      Use one code for each place where you print <bdi>{name}</bdi>. Visits then show which place people scan.
    </p>
  ),
  content: ({ field, isNew }) => (
    <>
      <TextField
        {...field("name")}
        label="Name"
        hint="Where it is printed, such as Shop window. Default: the name in its address."
        autofocus={isNew}
      />
      <TextField
        {...field("identifier")}
        label="Name in its address"
        hint="Such as shop-window: 3 to 64 letters, digits and hyphens. It is printed and can't be changed. Leave it empty to get one."
        spellcheck={false}
      />
    </>
  ),
  button: "Add the code",
  back: ({ id }) => `/links/${id}?tab=codes#codes`,
  async save(c, input, { write }) {
    const { workspace, dependencies } = c.var;
    const request = parse(qrCodeRequest, input);
    const idempotency = await write(({ identifier }: QrCode) => identifier);
    const linkId = linkIdIn(c);
    await createQrCode(workspace.actor, { linkId, request, idempotency }, dependencies);
    return `/links/${linkId}?tab=codes&done=code-added#codes`;
  },
});

const NameField = ({ value, error }: { value: string; error?: string | undefined }) => (
  <TextField
    name="name"
    label="Name"
    hint="Printed codes keep working."
    value={value}
    error={error}
    required
    maxLength={120}
  />
);

export const Rename = ({ action, name }: { action: string; name: string }) => (
  <details class="rename">
    <summary data-command="Rename this code">Rename</summary>
    <Form action={action}>
      <NameField value={name} />
      <Button emphasis="plain">Save the name</Button>
    </Form>
  </details>
);

/** Saves the name of a code. The page is shown only with a problem. */
const renaming = formPage({
  tab: "Links",
  fields: { name: oneText },
  load(c) {
    requireScope(c.var.workspace.actor, CHANGE_QR_CODE_SCOPE);
    return getQrCode(c.var.workspace.actor, codeIn(c), c.var.dependencies);
  },
  title: ({ name }) => `Rename ${name}`,
  content: ({ field }) => <NameField {...field("name")} />,
  button: "Save the name",
  back: (_, c) => studioPath(c),
  async save(c, input, { write }) {
    const { workspace, dependencies } = c.var;
    const idempotency = await write(({ name }: QrCode) => name);
    const patch = readQrCodePatch(input);
    await changeQrCode(workspace.actor, { ...codeIn(c), patch, idempotency }, dependencies);
    return `${studioPath(c)}?done=renamed`;
  },
});

const STYLE_FIELDS = [
  "color",
  "background",
  "surface",
  "modules",
  "finders",
  "logo",
  "frame",
  "frameText",
] as const;

/** Saves the shown style. `typed` may have parts of it that are not saved yet. */
export const SaveStyle = ({
  action,
  style,
  typed,
}: { action: string } & Pick<DrawingQuery, "style" | "typed">) => {
  const isNew = STYLE_FIELDS.some((name) => typed.has(name));
  return (
    <Form action={action}>
      <Hidden values={Object.fromEntries(STYLE_FIELDS.map((name) => [name, style[name]]))} />
      {isNew && (
        <p class="hint">Not saved yet. Print, the link's page and other people use the saved style.</p>
      )}
      <Actions>
        <Button emphasis={isNew ? "primary" : "plain"} name="for" value="code">
          Save for this code
        </Button>
        <Button emphasis="plain" name="for" value="project">
          Save for this project
        </Button>
      </Actions>
    </Form>
  );
};

/** Saves the style of the studio with the code, or as the default of its project. */
const savingStyle = formPage({
  tab: "Links",
  fields: { ...fieldsNamed(STYLE_FIELDS, optionalText), for: oneText },
  marked: [],
  load: (c) => linkIn(c, CHANGE_QR_CODE_SCOPE),
  title: ({ name }) => `Style of ${name}`,
  content: ({ values }) => (
    <Hidden values={Object.fromEntries([...STYLE_FIELDS, "for"].map((name) => [name, values.text(name)]))} />
  ),
  button: "Save the style",
  back: (_, c) => studioPath(c),
  async save(c, { for: subject, ...typed }, { load, write }) {
    const { workspace, dependencies } = c.var;
    const style = parse(codeStyle, typed);
    if (subject === "project") {
      requireProjectEditor(workspace.actor);
      const { projectId } = await load();
      const idempotency = await write((_: CodeStyle) => projectId);
      await setCodeStyle(workspace.actor, { projectId, style, idempotency }, dependencies);
    } else {
      const idempotency = await write(({ name }: QrCode) => name);
      // A patch merges, so fields that the new style leaves out must be removed.
      const all = Object.fromEntries(STYLE_FIELDS.map((name) => [name, style[name] ?? null]));
      const input = { ...codeIn(c), patch: { style: all }, idempotency };
      await changeQrCode(workspace.actor, input, dependencies);
    }
    return `${studioPath(c)}?done=style-saved`;
  },
});

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
const addingLogo = formPage({
  tab: "Links",
  scripts: ["logo"],
  upload: MAX_LOGO_FORM_BYTES,
  marked: [LOGO_FIELD],
  load(c) {
    requireProjectManager(c.var.workspace.actor);
    return linkIn(c);
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

/** The forms that add a code to a link, rename it and save its style and logo, below /links. */
export const codeForms = new Hono<DashboardEnv>()
  .on(FORM, `${LINK}/add-code`, newCode)
  .post(`${LINK}/rename-code/:identifier`, renaming)
  .post(`${LINK}/style-code/:identifier`, savingStyle)
  .post(`${LINK}/add-logo/:identifier`, addingLogo);
