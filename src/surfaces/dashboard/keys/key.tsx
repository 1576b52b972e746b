import type { ListedApiKey } from "../../../features/access/api-key-rows.ts";
import { getKey } from "../../../features/access/list-keys.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { Issuer, KeyState, operationsInWords, retailersInWords, works } from "./key-parts.tsx";

/** The key id of a request's path. */
export const keyId = (c: DashboardContext): { id: string } => ({ id: c.req.param("key") ?? "" });

/** That key. Throws `insufficient_scope` and `not_found`. */
export const loadKey = (c: DashboardContext): Promise<ListedApiKey> =>
  getKey(c.var.workspace.actor, keyId(c), c.var.dependencies);

/** One key. */
export async function showKey(c: DashboardContext): Promise<Response> {
  const now = c.var.dependencies.now().toISOString();
  return pageResponse(<KeyPage workspace={c.var.workspace} apiKey={await loadKey(c)} now={now} />);
}

/** One key: its permissions, and links to rotate and revoke it. */
export const KeyPage = ({
  workspace,
  apiKey,
  now,
}: {
  workspace: Workspace;
  apiKey: ListedApiKey;
  now: string;
}) => {
  const path = `${workspace.base}/keys/${apiKey.id}`;
  return (
    <Screen
      workspace={workspace}
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
            ["Starts with", <code>{apiKey.prefix}…</code>],
            ["Last used", <Time at={apiKey.lastUsedAt} />],
            ["Issued", <Time at={apiKey.createdAt} />],
            ["Issued by", <Issuer apiKey={apiKey} />],
            ["Revoked", apiKey.revokedAt && <Time at={apiKey.revokedAt} />],
            ["Projects", apiKey.projects === "all" ? "All projects" : apiKey.projects.join(", ")],
            ["Can", operationsInWords(apiKey)],
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
