import { requireScope } from "../../access/permissions.ts";
import { parse } from "../../core/validation.ts";
import { getLink } from "../../links/get-link.ts";
import type { Link } from "../../links/link.ts";
import { CREATE_QR_CODE_SCOPE, createQrCode } from "../../qr-codes/create-qr-code.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { qrCodeRequest } from "../../qr-codes/qr-code-request.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";
import { AddCodePage } from "./code-form-pages.tsx";

const FIELDS = ["identifier", "name"];

/** Adds a code to a link. */
export const newCode: FormScreen<Link> = {
  fields: FIELDS,
  async load(c) {
    const { place, dependencies } = c.var;
    requireScope(place.actor, CREATE_QR_CODE_SCOPE);
    return (await getLink(place.actor, linkIdIn(c), dependencies)).link;
  },
  page: (c, link, values, problems) => (
    <AddCodePage place={c.var.place} link={link} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies, origins } = c.var;
    const typed = FIELDS.map((name) => [name, values.text(name)]).filter(([, text]) => text !== "");
    const request = parse(qrCodeRequest, Object.fromEntries(typed));
    const idempotency = await idempotentForm(c, values, ({ identifier }: QrCode) => identifier);
    const input = { linkId: linkIdIn(c), request, idempotency };
    await createQrCode(place.actor, input, { ...dependencies, origins });
    return seeOther(`${linkPathIn(c)}?done=code-added#codes`);
  },
};
