import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../../features/qr-codes/change-qr-code.ts";
import { getQrCode } from "../../../features/qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { readQrCodePatch } from "../../../features/qr-codes/qr-code-request.ts";
import { Button } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, idempotentForm, NO_PROBLEMS } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";

const codeIn = (c: DashboardContext): { linkId: string; identifier: string } => ({
  linkId: linkIdIn(c),
  identifier: c.req.param("identifier") ?? "",
});

const RenameForm = ({
  action,
  name,
  problems = NO_PROBLEMS,
}: {
  action: string;
  /** As typed. */
  name: string;
  problems?: FormProblems;
}) => (
  <Form action={action} problem={problems.form}>
    <TextField
      name="name"
      label="Name"
      hint="Printed codes keep working."
      value={name}
      error={problems.fields.get("name")}
      required
      maxLength={120}
    />
    <Button emphasis="plain">Save the name</Button>
  </Form>
);

/** Renames a code from the studio. */
export const Rename = ({ action, name }: { action: string; name: string }) => (
  <details class="rename">
    <summary data-command="Rename this code">Rename</summary>
    <RenameForm action={action} name={name} />
  </details>
);

/** Saves the name of a code. The page is shown only with a problem. */
export const renaming: FormScreen<QrCode> = {
  fields: ["name"],
  load(c) {
    requireScope(c.var.workspace.actor, CHANGE_QR_CODE_SCOPE);
    return getQrCode(c.var.workspace.actor, codeIn(c), c.var.dependencies);
  },
  page: (c, { name }, values, problems) => (
    <Screen workspace={c.var.workspace} here="Links" title={`Rename ${name}`}>
      <div class="sheet narrow">
        <RenameForm action={c.req.path} name={values.text("name")} problems={problems} />
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const idempotency = await idempotentForm(c, values, ({ name }: QrCode) => name);
    const patch = readQrCodePatch({ name: values.text("name") });
    await changeQrCode(workspace.actor, { ...codeIn(c), patch, idempotency }, dependencies);
    return seeOther(`${linkPathIn(c)}/codes/${codeIn(c).identifier}?done=renamed`);
  },
};
