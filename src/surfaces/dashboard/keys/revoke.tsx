import type { ListedApiKey } from "../../../features/access/api-key-rows.ts";
import { revokeKey } from "../../../features/access/revoke-key.ts";
import { AskPage } from "../components/ask-page.tsx";
import { Time } from "../components/facts.tsx";
import { seeOther } from "../layout/answers.ts";
import type { Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { FormProblems } from "../layout/forms.ts";
import { keyId, loadKey } from "./key.tsx";

/** Revokes a key after confirmation. */
export const revocation: FormScreen<ListedApiKey> = {
  load: loadKey,
  page: (c, key, _, problems) => <RevokeKeyPage place={c.var.place} apiKey={key} problems={problems} />,
  async save(c) {
    const { place, dependencies } = c.var;
    const { already } = await revokeKey(place.actor, keyId(c), dependencies);
    return seeOther(`${place.base}/keys?done=${already ? "already" : "revoked"}`);
  },
};

/** Asks for confirmation and explains the consequences. */
export const RevokeKeyPage = ({
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
    <AskPage
      place={place}
      here="API keys"
      title="Revoke a key?"
      action={`${path}/revoke`}
      problem={problems.form}
      button="Revoke the key"
      back={{ href: path, label: "Keep the key" }}
    >
      <p>
        Every program that uses{" "}
        <strong>
          <bdi>{apiKey.name}</bdi>
        </strong>{" "}
        (<code>{apiKey.prefix}…</code>) stops working within 10 seconds. This can't be undone.
      </p>
      <p>
        Last used: <Time at={apiKey.lastUsedAt} />. Its links and codes keep working.
      </p>
    </AskPage>
  );
};
