import { Hono } from "hono";
import { listKeys } from "../../../features/access/list-keys.ts";
import { LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { listPage } from "../components/list-page.tsx";
import type { DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { PAGE_SIZE } from "../layout/forms.ts";
import { revocation, rotation, showKey } from "./key.tsx";
import { Issuer, KeyState } from "./key-parts.tsx";
import { newKey } from "./new.tsx";

/** The list of API keys. */
const showKeys = listPage({
  tab: "API keys",
  title: "API keys",
  caption: "API keys, newest first",
  load({ var: { workspace, dependencies } }, cursor) {
    const query = { organization: workspace.organizationId, limit: PAGE_SIZE, cursor };
    return listKeys(workspace.actor, query, dependencies);
  },
  rows: ({ keys }) => keys,
  next: ({ nextCursor }) => nextCursor,
  columns: ["Name", "Starts with", "State", "Last used", "Issued", "Issued by"],
  cells: (key, _, { var: { workspace, dependencies } }) => [
    <a href={`${workspace.base}/keys/${key.id}`}>
      <bdi>{key.name}</bdi>
    </a>,
    <code>{key.prefix}…</code>,
    <KeyState apiKey={key} now={dependencies.now().toISOString()} />,
    <Time at={key.lastUsedAt} />,
    <Time at={key.createdAt} date />,
    <Issuer apiKey={key} />,
  ],
  add: (_, { var: { workspace } }) => (
    <LinkButton
      href={`${workspace.base}/keys/new`}
      emphasis="primary"
      command="Issue an API key"
      shortcut="c"
    >
      Issue a key
    </LinkButton>
  ),
  about: () =>
    "Programs use an API key to create and read links. A key is shown only once, when it is issued.",
  empty: () => "No keys yet",
  messages: {
    revoked: "The key was revoked. It stops working everywhere within 10 seconds.",
    already: "This key was already revoked.",
  },
});

/** The screens of the organization's API keys, below /keys. */
export const keys = new Hono<DashboardEnv>()
  .get("/", showKeys)
  .on(FORM, "/new", newKey)
  .get("/:key", showKey)
  .on(FORM, "/:key/rotate", rotation)
  .on(FORM, "/:key/revoke", revocation);
