import { requireScope } from "../../access/permissions.ts";
import { CHANGE_QR_CODE_SCOPE, changeQrCode } from "../../qr-codes/change-qr-code.ts";
import { getQrCode } from "../../qr-codes/get-qr-codes.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { readQrCodePatch } from "../../qr-codes/qr-code-request.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";
import { RenameCodePage } from "./code-form-pages.tsx";

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
