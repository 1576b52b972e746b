import { rotateKey } from "../../../features/access/rotate-key.ts";
import { ChoiceField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { pageResponse } from "../layout/answers.ts";
import { idempotentForm } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { firstRequest } from "./first-request.ts";
import { keyId, loadKey } from "./key.tsx";
import { GRACE_OPTIONS, graceIn } from "./key-form.ts";
import { NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

const idOfIssued = ({ issued }: { issued: { id: string } }): string => issued.id;

/** Replaces a key with a new one, which the response shows once. */
export const rotation = formPage({
  here: "API keys",
  title: "Rotate a key",
  fields: ["grace"],
  load: loadKey,
  intro: ({ name }) => (
    <p>
      You get a new key with the name, projects, permissions and expiry of{" "}
      <strong>
        <bdi>{name}</bdi>
      </strong>
      . Both keys work until the grace period ends.
    </p>
  ),
  content: ({ field }) => (
    <ChoiceField
      {...field("grace")}
      type="radio"
      label="Grace period of the old key"
      values={["24h"]}
      options={GRACE_OPTIONS}
    />
  ),
  button: "Rotate the key",
  back: ({ id }) => `/keys/${id}`,
  async save(c, values) {
    const { workspace, dependencies, origins } = c.var;
    const idempotency = await idempotentForm(c, values, idOfIssued);
    const input = { ...keyId(c), grace: graceIn(values), idempotency };
    const result = await rotateKey(workspace.actor, input, dependencies);
    if (result.kind === "replayed") {
      return pageResponse(<ShownBeforePage workspace={workspace} keyId={result.receipt} />);
    }
    const { issued, oldExpiresAt } = result.value;
    const example = firstRequest(issued, await openProjects(workspace, dependencies), origins.api);
    return pageResponse(
      <NewKeyPage workspace={workspace} issued={issued} example={example} oldExpiresAt={oldExpiresAt} />,
    );
  },
});
