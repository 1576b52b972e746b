import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../../features/qr-codes/change-qr-code.ts";
import { getQrCode } from "../../../features/qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { readQrCodePatch } from "../../../features/qr-codes/qr-code-request.ts";
import { Button, Form } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { type DashboardContext, linkIdIn } from "../layout/context.ts";
import { oneText } from "../layout/forms.ts";

const codeIn = (c: DashboardContext): { linkId: string; identifier: string } => ({
  linkId: linkIdIn(c),
  identifier: c.req.param("identifier") ?? "",
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

/** Renames a code from the studio. */
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
export const renaming = formPage({
  tab: "Links",
  fields: { name: oneText },
  load(c) {
    requireScope(c.var.workspace.actor, CHANGE_QR_CODE_SCOPE);
    return getQrCode(c.var.workspace.actor, codeIn(c), c.var.dependencies);
  },
  title: ({ name }) => `Rename ${name}`,
  content: ({ field }) => <NameField {...field("name")} />,
  button: "Save the name",
  back: ({ linkId, identifier }) => `/links/${linkId}/codes/${identifier}`,
  async save(c, input, { write }) {
    const { workspace, dependencies } = c.var;
    const { linkId, identifier } = codeIn(c);
    const idempotency = await write(({ name }: QrCode) => name);
    const patch = readQrCodePatch(input);
    await changeQrCode(workspace.actor, { linkId, identifier, patch, idempotency }, dependencies);
    return `/links/${linkId}/codes/${identifier}?done=renamed`;
  },
});
