import type { ListedApiKey } from "../../access/api-key-rows.ts";
import { rotateKey } from "../../access/rotate-key.ts";
import { pageResponse } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { firstRequest } from "./first-request.ts";
import { keyId, loadKey } from "./key.tsx";
import { graceIn } from "./key-form.ts";
import { RotateKeyPage } from "./key-page.tsx";
import { NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

const idOfIssued = ({ issued }: { issued: { id: string } }): string => issued.id;

/** Replaces a key by a new one, which the answer shows once. */
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
