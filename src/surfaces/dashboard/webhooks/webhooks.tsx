import { Hono } from "hono";
import { listLatestDeliveries } from "../../../extras/webhooks/manage-deliveries.ts";
import { listWebhooks } from "../../../extras/webhooks/manage-webhooks.ts";
import { LinkButton } from "../components/actions.tsx";
import { Empty, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { newChat, newWebhook, webhookChange, webhookDeletion } from "./webhook-form.tsx";
import { delivery, rotation, switching } from "./webhook-page.tsx";
import { isNotice, LastDelivery, nameOf, StateBadge, stateNote } from "./webhook-parts.tsx";

async function showWebhooks(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const [all, latest, projects] = await Promise.all([
    listWebhooks(workspace.actor, dependencies),
    listLatestDeliveries(workspace.actor, dependencies),
    openProjects(workspace, dependencies),
  ]);
  const systems = all.filter((webhook) => !isNotice(webhook));
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const path = `${workspace.base}/webhooks`;
  const add = (
    <LinkButton href={`${path}/new`} emphasis="primary" command="Connect your own system" shortcut="c">
      Connect your own system
    </LinkButton>
  );
  return pageResponse(
    <Screen workspace={workspace} here="Webhooks" title="Webhooks" actions={systems.length > 0 && add}>
      {systems.length > 0 ? (
        <Table
          caption="Webhooks"
          columns={["System", "State", "Last delivery", "Project"]}
          rows={systems.map((webhook) => [
            <>
              <a href={`${path}/${webhook.id}`}>
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
          ])}
        />
      ) : (
        <Empty title="No system connected yet" action={add}>
          A program of yours gets every event as a signed request.
        </Empty>
      )}
      <p class="hint section">
        Slack, Teams and mail are on <a href={`${workspace.base}/notify`}>Notify me</a>.
      </p>
    </Screen>,
  );
}

/** The screens of webhooks, below /webhooks. */
export const webhooks = new Hono<DashboardEnv>()
  .get("/", showWebhooks)
  .get("/new", showForm(newWebhook))
  .post("/new", takeForm(newWebhook))
  .get("/chat", showForm(newChat))
  .post("/chat", takeForm(newChat))
  .get("/:id", showForm(delivery))
  .get("/:id/change", showForm(webhookChange))
  .post("/:id/change", takeForm(webhookChange))
  .get("/:id/delete", showForm(webhookDeletion))
  .post("/:id/delete", takeForm(webhookDeletion))
  .post("/:id/deliver", takeForm(delivery))
  .post("/:id/status", takeForm(switching))
  .post("/:id/secret", takeForm(rotation));
