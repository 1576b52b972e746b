import { Hono } from "hono";
import { listWebhooks } from "../../../extras/webhooks/manage-webhooks.ts";
import { LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { Empty, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { newChat, newWebhook, webhookChange, webhookDeletion } from "./webhook-form.tsx";
import { delivery, rotation, StateBadge, stateNote, switching } from "./webhook-page.tsx";

async function showWebhooks(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const [webhooks, projects] = await Promise.all([
    listWebhooks(workspace.actor, dependencies),
    openProjects(workspace, dependencies),
  ]);
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const path = `${workspace.base}/webhooks`;
  const add = (
    <>
      <LinkButton href={`${path}/chat`} emphasis="primary" command="Post to Slack or Teams" shortcut="c">
        Post to Slack or Teams
      </LinkButton>
      <LinkButton href={`${path}/new`} command="Connect your own system">
        Connect your own system
      </LinkButton>
    </>
  );
  return pageResponse(
    <Screen workspace={workspace} here="Webhooks" title="Webhooks" actions={webhooks.length > 0 && add}>
      {webhooks.length > 0 ? (
        <Table
          caption="Webhooks"
          columns={["URL", "State", "Project", "Description", "Added"]}
          rows={webhooks.map((webhook) => [
            <a href={`${path}/${webhook.id}`}>{new URL(webhook.url).host}</a>,
            <>
              <StateBadge {...webhook} /> <small>{stateNote(webhook)}</small>
            </>,
            webhook.projectId ? (
              <bdi>{names.get(webhook.projectId) ?? webhook.projectId}</bdi>
            ) : (
              "All projects"
            ),
            <bdi>{webhook.description}</bdi>,
            <Time at={webhook.createdAt} date />,
          ])}
        />
      ) : (
        <Empty title="No webhooks yet" action={add}>
          Your team reads in Slack or Teams what needs attention, such as a product that sold out. Or your own
          system gets every event.
        </Empty>
      )}
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
