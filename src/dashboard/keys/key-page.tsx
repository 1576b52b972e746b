import type { ListedApiKey } from "../../access/api-key-rows.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { AskPage } from "../components/ask-page.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { ChoiceField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { GRACE_OPTIONS } from "./key-form.ts";
import { Issuer, KeyState, operationsInWords, retailersInWords, works } from "./key-parts.tsx";

/** One key: what it may do, and the ways to rotate and revoke it. */
export const KeyPage = ({ place, apiKey, now }: { place: Place; apiKey: ListedApiKey; now: string }) => {
  const path = `${place.base}/keys/${apiKey.id}`;
  return (
    <Screen
      place={place}
      here="API keys"
      title={apiKey.name}
      heading={<bdi>{apiKey.name}</bdi>}
      actions={
        works(apiKey, now) ? (
          <Actions>
            <LinkButton href={`${path}/rotate`} command="Rotate this key">
              Rotate
            </LinkButton>
            <LinkButton href={`${path}/revoke`} emphasis="danger" command="Revoke this key">
              Revoke
            </LinkButton>
          </Actions>
        ) : null
      }
    >
      <div class="sheet">
        <Facts
          facts={[
            ["State", <KeyState apiKey={apiKey} now={now} />],
            ["Begins with", <code>{apiKey.prefix}…</code>],
            ["Last used", <Time at={apiKey.lastUsedAt} />],
            ["Issued", <Time at={apiKey.createdAt} />],
            ["Issued by", <Issuer apiKey={apiKey} />],
            ["Revoked", apiKey.revokedAt && <Time at={apiKey.revokedAt} />],
            ["Projects", apiKey.projects === "all" ? "All projects" : apiKey.projects.join(", ")],
            ["May", operationsInWords(apiKey)],
            ["Writes at", retailersInWords(apiKey)],
            ["Id in the activity", <code>{apiKey.id}</code>],
          ]}
        />
      </div>
      <p>
        <a href={`/docs?scopes=${apiKey.scopes.join(",")}`}>What programs can do with this key</a>
      </p>
      <p>
        <a href={`${place.base}/keys`}>All keys</a>
      </p>
    </Screen>
  );
};

interface KeyFormProps {
  place: Place;
  apiKey: ListedApiKey;
  problems: FormProblems;
}

/** The form that replaces a key. */
export const RotateKeyPage = ({ place, apiKey, problems }: KeyFormProps) => {
  const path = `${place.base}/keys/${apiKey.id}`;
  return (
    <Screen place={place} here="API keys" title="Rotate a key">
      <div class="sheet narrow">
        <p>
          You get a new key with the name, projects, scopes and end of{" "}
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

/** Asks before a key is revoked, and says what will happen. */
export const RevokeKeyPage = ({ place, apiKey, problems }: KeyFormProps) => {
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
        (<code>{apiKey.prefix}…</code>) is refused within 10 seconds. This cannot be undone.
      </p>
      <p>
        It was last used: <Time at={apiKey.lastUsedAt} />. Links and codes that it created keep working.
      </p>
    </AskPage>
  );
};
