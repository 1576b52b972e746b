import { requireScope } from "../../../features/access/permissions.ts";
import { getLink } from "../../../features/links/get-link.ts";
import { CREATE_QR_CODE_SCOPE, createQrCode } from "../../../features/qr-codes/create-qr-code.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { qrCodeRequest } from "../../../features/qr-codes/qr-code-request.ts";
import { parse } from "../../../ground/core/validation.ts";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { idempotentForm } from "../layout/forms.ts";
import { linkIdIn } from "../layout/link-address.ts";

const FIELDS = ["identifier", "name"];

/** Adds a code to a link. */
export const newCode = formPage({
  here: "Links",
  title: "Add a code",
  fields: FIELDS,
  async load(c) {
    const { workspace, dependencies } = c.var;
    requireScope(workspace.actor, CREATE_QR_CODE_SCOPE);
    return (await getLink(workspace.actor, linkIdIn(c), dependencies)).link;
  },
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
        hint="Where it is printed, such as Shop window. Defaults to the identifier."
        autofocus={isNew}
      />
      <TextField
        {...field("identifier")}
        label="Identifier"
        hint="3 to 64 letters, digits and hyphens. It is part of the printed URL and can't be changed. Leave empty to generate one."
        spellcheck={false}
      />
    </>
  ),
  button: "Add the code",
  back: ({ id }) => `/links/${id}#codes`,
  async save(c, values) {
    const { workspace, dependencies, origins } = c.var;
    const typed = FIELDS.map((name) => [name, values.text(name)]).filter(([, text]) => text !== "");
    const request = parse(qrCodeRequest, Object.fromEntries(typed));
    const idempotency = await idempotentForm(c, values, ({ identifier }: QrCode) => identifier);
    const linkId = linkIdIn(c);
    await createQrCode(workspace.actor, { linkId, request, idempotency }, { ...dependencies, origins });
    return `/links/${linkId}?done=code-added#codes`;
  },
});
