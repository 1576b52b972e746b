import type { ListedApiKey } from "../../../features/access/api-key-rows.ts";
import { rotateKey } from "../../../features/access/rotate-key.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { firstRequest } from "./first-request.ts";
import { keyId, loadKey } from "./key.tsx";
import { GRACE_OPTIONS, graceIn } from "./key-form.ts";
import { NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

const idOfIssued = ({ issued }: { issued: { id: string } }): string => issued.id;

/** Replaces a key with a new one, which the response shows once. */
export const rotation: FormScreen<ListedApiKey> = {
  fields: ["grace"],
  load: loadKey,
  page: (c, key, _, problems) => <RotateKeyPage place={c.var.place} apiKey={key} problems={problems} />,
  async save(c, values) {
    const { place, dependencies, origins } = c.var;
    const idempotency = await idempotentForm(c, values, idOfIssued);
    const input = { ...keyId(c), grace: graceIn(values), idempotency };
    const result = await rotateKey(place.actor, input, dependencies);
    if (result.kind === "replayed") {
      return pageResponse(<ShownBeforePage place={place} keyId={result.receipt} />);
    }
    const { issued, oldExpiresAt } = result.value;
    const example = firstRequest(issued, await openProjects(place, dependencies), origins.api);
    return pageResponse(
      <NewKeyPage place={place} issued={issued} example={example} oldExpiresAt={oldExpiresAt} />,
    );
  },
};

/** The form that replaces a key. */
export const RotateKeyPage = ({
  place,
  apiKey,
  problems,
}: {
  place: Place;
  apiKey: ListedApiKey;
  problems: FormProblems;
}) => {
  const path = `${place.base}/keys/${apiKey.id}`;
  return (
    <Screen place={place} here="API keys" title="Rotate a key">
      <div class="sheet narrow">
        <p>
          You get a new key with the name, projects, permissions and expiry of{" "}
          <strong>
            <bdi>{apiKey.name}</bdi>
          </strong>
          . Both keys work until the grace period ends.
        </p>
        <Form action={`${path}/rotate`} problem={problems.form}>
          <ChoiceField
            name="grace"
            type="radio"
            label="Grace period of the old key"
            values={["24h"]}
            options={GRACE_OPTIONS}
            error={problems.fields.get("grace")}
          />
          <Actions>
            <Button>Rotate the key</Button>
            <LinkButton href={path}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
