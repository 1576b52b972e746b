import { requireScope } from "../../../features/access/permissions.ts";
import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../../features/qr-codes/change-qr-code.ts";
import { getQrCode } from "../../../features/qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { readQrCodePatch } from "../../../features/qr-codes/qr-code-request.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";

const codeIn = (c: DashboardContext): { linkId: string; identifier: string } => ({
  linkId: linkIdIn(c),
  identifier: c.req.param("identifier") ?? "",
});

/** Renames a code of a link. */
export const renaming: FormScreen<QrCode> = {
  fields: ["name"],
  load(c) {
    requireScope(c.var.place.actor, CHANGE_QR_CODE_SCOPE);
    return getQrCode(c.var.place.actor, codeIn(c), c.var.dependencies);
  },
  initial: ({ name }) => ({ name }),
  page: (c, code, values, problems) => (
    <RenameCodePage place={c.var.place} code={code} name={values.text("name")} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const idempotency = await idempotentForm(c, values, ({ name }: QrCode) => name);
    const patch = readQrCodePatch({ name: values.text("name") });
    await changeQrCode(place.actor, { ...codeIn(c), patch, idempotency }, dependencies);
    return seeOther(`${linkPathIn(c)}?done=code-renamed#codes`);
  },
};

/** The form that renames a code. */
export const RenameCodePage = ({
  place,
  code,
  name,
  problems,
}: {
  place: Place;
  code: QrCode;
  /** As typed. */
  name: string;
  problems: FormProblems;
}) => {
  const path = `${place.base}/links/${code.linkId}`;
  return (
    <Screen place={place} here="Links" title="Rename a code">
      <div class="sheet narrow">
        <Form action={`${path}/rename-code/${code.identifier}`} problem={problems.form}>
          <TextField
            name="name"
            label="Name"
            hint={`Name of the code ${code.identifier}. Printed codes keep working.`}
            value={name}
            error={problems.fields.get("name")}
            autofocus={!problems.form}
          />
          <Actions>
            <Button>Save the name</Button>
            <LinkButton href={`${path}#codes`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
