import type { ListedApiKey } from "../../../features/access/api-key.ts";
import { getKey } from "../../../features/access/list-keys.ts";
import type { Project } from "../../../features/access/project.ts";
import { type Grace, revokeKey, rotateKey } from "../../../features/access/rotate-key.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { ChoiceField, type Option } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { projectNames } from "../components/reach-field.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { textFor } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { namedProjects, openProjects } from "../layout/open-projects.ts";
import { Issuer, KeyState, operationsInWords, retailersInWords, works } from "./key-parts.tsx";
import { firstRequest, NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

/** The key id of a request's path. */
export const keyId = (c: DashboardContext): { id: string } => ({ id: c.req.param("key") ?? "" });

/** That key. Throws `insufficient_scope` and `not_found`. */
const loadKey = (c: DashboardContext): Promise<ListedApiKey> =>
  getKey(c.var.workspace.actor, keyId(c), c.var.dependencies);

/** One key. */
export async function showKey(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const apiKey = await loadKey(c);
  const projects = await namedProjects(workspace, [apiKey], dependencies);
  const now = dependencies.now().toISOString();
  return pageResponse(<KeyPage {...{ workspace, apiKey, projects, now }} />);
}

/** One key: its permissions, and links to rotate and revoke it. */
const KeyPage = ({
  workspace,
  apiKey,
  projects,
  now,
}: {
  workspace: Workspace;
  apiKey: ListedApiKey;
  /** Those that the key is limited to. */
  projects: readonly Project[];
  now: string;
}) => {
  const path = `${workspace.base}/keys/${apiKey.id}`;
  return (
    <Screen
      workspace={workspace}
      tab="API keys"
      title={apiKey.name}
      heading={<bdi>{apiKey.name}</bdi>}
      actions={
        works(apiKey, now) ? (
          <Actions>
            {apiKey.clientId === null && (
              <LinkButton href={`${path}/rotate`} command="Rotate this key">
                Rotate
              </LinkButton>
            )}
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
            ["Starts with", apiKey.clientId === null && <code>{apiKey.prefix}…</code>],
            [
              "For",
              apiKey.clientId !== null && "An assistant, which a member let in. It ends with the member.",
            ],
            ["Last used", <Time at={apiKey.lastUsedAt} />],
            ["Issued", <Time at={apiKey.createdAt} />],
            ["Issued by", <Issuer apiKey={apiKey} />],
            ["Revoked", apiKey.revokedAt && <Time at={apiKey.revokedAt} />],
            [
              "Projects",
              apiKey.projects === "all" ? (
                "All projects"
              ) : (
                <bdi>{projectNames(apiKey.projects, projects, apiKey.projects.length)}</bdi>
              ),
            ],
            ["Can", <span class="whole">{operationsInWords(apiKey)}</span>],
            ["Retailers", retailersInWords(apiKey)],
            ["Id", <code>{apiKey.id}</code>],
          ]}
        />
      </div>
      <p>
        <a href={`/docs?scopes=${apiKey.scopes.join(",")}`}>Open the API documentation for this key</a>
      </p>
      <p>
        <a href={`${workspace.base}/keys`}>All keys</a>
      </p>
    </Screen>
  );
};

const idOfIssued = ({ issued }: { issued: { id: string } }): string => issued.id;

/** How long the old key keeps working. */
const GRACE_OPTIONS: readonly (Option & { value: Grace })[] = [
  { value: "24h", label: "24 hours", hint: "Time to update one program." },
  { value: "7d", label: "7 days", hint: "Time to update several programs or teams." },
  {
    value: "0",
    label: "None",
    hint: "The old key stops working immediately. Choose this if it may have leaked.",
  },
];

/** The grace period of a form. */
const GRACE = textFor<Grace>();

/** Replaces a key with a new one, which the response shows once. */
export const rotation = formPage({
  tab: "API keys",
  title: "Rotate a key",
  fields: { grace: GRACE },
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
  async save(c, { grace }, { write }) {
    const { workspace, dependencies } = c.var;
    const idempotency = await write(idOfIssued);
    const input = { ...keyId(c), grace, idempotency };
    const result = await rotateKey(workspace.actor, input, dependencies);
    if (result.kind === "replayed") {
      return pageResponse(<ShownBeforePage workspace={workspace} keyId={result.receipt} />);
    }
    const { issued, oldExpiresAt } = result.value;
    const example = firstRequest(
      issued,
      await openProjects(workspace, dependencies),
      dependencies.origins.api,
    );
    return pageResponse(
      <NewKeyPage workspace={workspace} issued={issued} example={example} oldExpiresAt={oldExpiresAt} />,
    );
  },
});

/** Revokes a key after confirmation. */
export const revocation = formPage({
  tab: "API keys",
  title: "Revoke a key?",
  load: loadKey,
  intro: ({ name, prefix, lastUsedAt }) => (
    <>
      <p>
        Every program that uses{" "}
        <strong>
          <bdi>{name}</bdi>
        </strong>{" "}
        (<code>{prefix}…</code>) stops working within 10 seconds. This can't be undone.
      </p>
      <p>
        Last used: <Time at={lastUsedAt} />. Its links and codes keep working.
      </p>
    </>
  ),
  button: "Revoke the key",
  emphasis: "danger",
  back: ({ id }) => `/keys/${id}`,
  backLabel: "Keep the key",
  async save(c) {
    const { already } = await revokeKey(c.var.workspace.actor, keyId(c), c.var.dependencies);
    return `/keys?done=${already ? "already" : "revoked"}`;
  },
});
