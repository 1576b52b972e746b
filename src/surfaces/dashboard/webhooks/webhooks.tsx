import { Hono } from "hono";
import { listLatestDeliveries } from "../../../extras/webhooks/manage-deliveries.ts";
import { listWebhooks } from "../../../extras/webhooks/manage-webhooks.ts";
import { listPage } from "../components/list-page.tsx";
import type { DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { openProjects } from "../layout/open-projects.ts";
import { newChat, newWebhook, webhookChange, webhookDeletion } from "./webhook-form.tsx";
import { delivery, rotation, switching } from "./webhook-page.tsx";
import { isNotice, LastDelivery, nameOf, StateBadge, stateNote } from "./webhook-parts.tsx";

/** The list of systems. Channels of chats are on the screen of alerts. */
const showWebhooks = listPage({
  tab: "Webhooks",
  title: "Webhooks",
  async load({ var: { workspace, dependencies } }) {
    const [all, latest, projects] = await Promise.all([
      listWebhooks(workspace.actor, dependencies),
      listLatestDeliveries(workspace.actor, dependencies),
      openProjects(workspace, dependencies),
    ]);
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    return { systems: all.filter((webhook) => !isNotice(webhook)), latest, names };
  },
  rows: ({ systems }) => systems,
  columns: ["System", "State", "Last delivery", "Project"],
  cells: (webhook, { latest, names }, { var: { workspace } }) => [
    <>
      <a href={`${workspace.base}/webhooks/${webhook.id}`}>
        <bdi>{nameOf(webhook)}</bdi>
      </a>
      {webhook.description && <small> {new URL(webhook.url).host}</small>}
    </>,
    <>
      <StateBadge {...webhook} /> <small>{stateNote(webhook)}</small>
    </>,
    <LastDelivery delivery={latest.get(webhook.id)} />,
    webhook.projectId ? (
      <bdi>{names.get(webhook.projectId) ?? webhook.projectId}</bdi>
    ) : (
      <span class="quiet">All</span>
    ),
  ],
  add: {
    path: "/webhooks/new",
    label: "Connect your own system",
    command: "Connect your own system",
  },
  about: () => "Your own system receives every event as a signed request.",
  empty: () => "No system connected yet",
  after: (_, { var: { workspace } }) => (
    <p class="hint section">
      Slack, Teams and mail are on <a href={`${workspace.base}/notify`}>Notify me</a>.
    </p>
  ),
});

/** The screens of webhooks, below /webhooks. */
export const webhooks = new Hono<DashboardEnv>()
  .get("/", showWebhooks)
  .on(FORM, "/new", newWebhook)
  .on(FORM, "/chat", newChat)
  .get("/:id", delivery)
  .on(FORM, "/:id/change", webhookChange)
  .on(FORM, "/:id/delete", webhookDeletion)
  .post("/:id/deliver", delivery)
  .post("/:id/status", switching)
  .post("/:id/secret", rotation);
