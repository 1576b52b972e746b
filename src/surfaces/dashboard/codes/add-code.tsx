import { requireScope } from "../../../features/access/permissions.ts";
import { getLink } from "../../../features/links/get-link.ts";
import type { Link } from "../../../features/links/link.ts";
import { CREATE_QR_CODE_SCOPE, createQrCode } from "../../../features/qr-codes/create-qr-code.ts";
import type { QrCode } from "../../../features/qr-codes/qr-code.ts";
import { qrCodeRequest } from "../../../features/qr-codes/qr-code-request.ts";
import { parse } from "../../../ground/core/validation.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { linkIdIn, linkPathIn } from "../layout/link-address.ts";

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

/** The form that adds a code to a link. */
export const AddCodePage = ({
  place,
  link,
  values,
  problems,
}: {
  place: Place;
  link: Link;
  values: FormValues;
  problems: FormProblems;
}) => {
  const path = `${place.base}/links/${link.id}`;
  return (
    <Screen place={place} here="Links" title="Add a code">
      <div class="sheet narrow">
        <p>
          Use one code for each place where you print <bdi>{link.name}</bdi>. Visits then show which place
          people scan.
        </p>
        <Form action={`${path}/add-code`} problem={problems.form}>
          <TextField
            name="name"
            label="Name"
            hint="Where it is printed, such as Shop window. Defaults to the identifier."
            value={values.text("name")}
            error={problems.fields.get("name")}
            autofocus={!problems.form}
          />
          <TextField
            name="identifier"
            label="Identifier"
            hint="3 to 64 letters, digits and hyphens. It is part of the printed URL and can't be changed. Leave empty to generate one."
            value={values.text("identifier")}
            error={problems.fields.get("identifier")}
            spellcheck={false}
          />
          <Actions>
            <Button>Add the code</Button>
            <LinkButton href={`${path}#codes`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
