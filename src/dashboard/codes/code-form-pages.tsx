import type { Link } from "../../links/link.ts";
import type { QrCode } from "../../qr-codes/qr-code.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems, FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

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
          One code for each place where you print <bdi>{link.name}</bdi> tells you which of them people scan.
        </p>
        <Form action={`${path}/add-code`} problem={problems.form}>
          <TextField
            name="name"
            label="Name"
            hint="Where it is printed, such as Shop window. Empty: the identifier."
            value={values.text("name")}
            error={problems.fields.get("name")}
            autofocus={!problems.form}
          />
          <TextField
            name="identifier"
            label="Identifier"
            hint="3 to 64 letters, digits and hyphens. It is part of the printed address and can't be changed. Empty: we choose one."
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

/** The form that renames a code. */
export const RenameCodePage = ({
  place,
  code,
  name,
  problems,
}: {
  place: Place;
  code: QrCode;
  /** As it was typed. */
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
            hint={`Of the code ${code.identifier}. What is printed stays the same.`}
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
