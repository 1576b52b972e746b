import { ALERT_TYPES, ALERTS } from "../../../extras/alerts/alerts.ts";
import type { Delivery } from "../../../extras/webhooks/delivery-store.ts";
import { deliverAgain, listDeliveries } from "../../../extras/webhooks/manage-deliveries.ts";
import { changeWebhook, type NewWebhook, rotateSecret } from "../../../extras/webhooks/manage-webhooks.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { getProject } from "../../../features/access/get-projects.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Done } from "../components/done.tsx";
import { Badge, Facts, Time } from "../components/facts.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Paging, Table } from "../components/table.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { dependenciesOf, isChat, loadWebhook, secretResponse } from "./webhook-form.tsx";

const MESSAGES = {
  added: "The webhook was added. Send a test to see a message in the channel.",
  changed: "The webhook was changed.",
  sent: "The event is sent within seconds. Reload the page to see the result.",
};
const SHOWN = 25;

/** Why a webhook is off, or that it fails; nothing where all is well. */
export const stateNote = ({ status, disabledBecause, failingSince }: Webhook): string | null => {
  if (disabledBecause === "gone") return "The URL responded that it is gone (410), so the webhook is off.";
  if (disabledBecause === "failing") return "No event was accepted for five days, so the webhook is off.";
  if (disabledBecause === "secret_unreadable")
    return "The service can no longer read the signing secret, so the webhook is off. Make a new secret: then everything that it missed is sent.";
  return status === "active" && failingSince !== null ? "The last event was not accepted." : null;
};

/** The events of a webhook, for a chat as its form calls them. */
const eventsText = ({ url, types }: Webhook): string =>
  types
    ?.map((type) => {
      const alert = isChat(url) ? ALERT_TYPES.find((each) => each === type) : undefined;
      return alert ? ALERTS[alert].label : type;
    })
    .join(", ") ?? "Everything";

/** Whether a webhook is on. */
export const StateBadge = ({ status, disabledBecause }: Webhook) =>
  status === "active" ? (
    <Badge kind="good">On</Badge>
  ) : (
    <Badge kind={disabledBecause ? "bad" : "quiet"}>Off</Badge>
  );

const DELIVERY_BADGES = {
  pending: <Badge kind="warn">Waiting</Badge>,
  delivered: <Badge kind="good">Delivered</Badge>,
  failed: <Badge kind="bad">Failed</Badge>,
};

/** A form with one button, which may send a value. */
const Act = (form: { action: string; label: string; name?: string; value?: string }) => (
  <Form action={form.action}>
    {form.name && <input type="hidden" name={form.name} value={form.value} />}
    <Button emphasis="plain">{form.label}</Button>
  </Form>
);

/** What a server responded, which may break anywhere: it need not have spaces. */
const ResponseText = ({ text }: { text: string }) => (
  <small>
    <bdi>
      {(text.match(/.{1,16}/gsu) ?? []).map((part) => (
        <>
          {part}
          <wbr />
        </>
      ))}
    </bdi>
  </small>
);

const deliveryRow = ({ id, eventType, state, attempts, nextAttemptAt, last }: Delivery, path: string) => [
  <>
    {eventType} <small>{id}</small>
  </>,
  DELIVERY_BADGES[state],
  <>
    <Time at={last?.at ?? null} none="Not sent yet" />{" "}
    <small>
      {attempts > 1 && `${attempts} attempts`}{" "}
      {nextAttemptAt !== null && attempts > 0 && (
        <>
          next <Time at={nextAttemptAt} />
        </>
      )}
    </small>
  </>,
  last && (
    <>
      {last.status ?? "No response"} <small>{last.ms} ms</small>
    </>
  ),
  last && <ResponseText text={last.response} />,
  <Act
    action={`${path}/deliver`}
    label="Send again"
    name="eventId"
    value={eventType === "webhook.test" ? "" : id}
  />,
];

interface Loaded {
  webhook: Webhook;
  /** The name of its project; null for all. */
  project: string | null;
  page: { deliveries: Delivery[]; nextCursor: string | null };
}

async function load(c: DashboardContext): Promise<Loaded> {
  const webhook = await loadWebhook(c);
  const input = { webhookId: webhook.id, limit: SHOWN, cursor: c.req.query("cursor") };
  const { projectId } = webhook;
  const { workspace, dependencies } = c.var;
  const [page, project] = await Promise.all([
    listDeliveries(workspace.actor, input, dependencies),
    projectId === null ? null : getProject(workspace.actor, { projectId }, dependencies),
  ]);
  return { webhook, page, project: project?.name ?? null };
}

/** A webhook with what was sent; what it saves is given by each of its buttons. */
const screen = (save: FormScreen<Loaded>["save"]): FormScreen<Loaded> => ({
  load,
  save,
  page(c, { webhook, page, project }, _, problems) {
    const { workspace } = c.var;
    const path = `${workspace.base}/webhooks/${webhook.id}`;
    const { url, description, status, createdAt, createdBy } = webhook;
    const note = stateNote(webhook);
    const { host } = new URL(url);
    return (
      <Screen
        workspace={workspace}
        here="Webhooks"
        title={host}
        actions={<LinkButton href={`${path}/change`}>Change</LinkButton>}
      >
        <Done done={c.req.query("done")} messages={MESSAGES} />
        {problems.form && <Notice kind="problem">{problems.form}</Notice>}
        {note && <Notice kind="warn">{note}</Notice>}
        <Facts
          facts={[
            ["State", <StateBadge {...webhook} />],
            ["URL", url],
            ["Events", eventsText(webhook)],
            ["Project", project === null ? "All projects" : <bdi>{project}</bdi>],
            ["Description", description],
            ["Added", <Time at={createdAt} />],
            ["Added by", createdBy.name ?? createdBy.id],
          ]}
        />
        <Actions>
          <Act action={`${path}/deliver`} label="Send a test" name="eventId" value="" />
          <Act
            action={`${path}/status`}
            label={status === "active" ? "Switch off" : "Switch on"}
            name="status"
            value={status === "active" ? "inactive" : "active"}
          />
          {(!isChat(url) || webhook.disabledBecause === "secret_unreadable") && (
            <Act action={`${path}/secret`} label="Make a new secret" />
          )}
          <LinkButton href={`${path}/delete`}>Delete</LinkButton>
        </Actions>
        <section class="section">
          <h2>Deliveries of the last 30 days</h2>
          {page.deliveries.length === 0 ? (
            <p class="quiet">Nothing was sent yet.</p>
          ) : (
            <Table
              caption="Deliveries"
              columns={[
                "Event",
                "State",
                "Last attempt",
                "Response",
                "Beginning of the response",
                { label: "Actions", quiet: true },
              ]}
              rows={page.deliveries.map((delivery) => deliveryRow(delivery, path))}
            />
          )}
          <Paging
            first={c.req.query("cursor") ? path : null}
            next={page.nextCursor && `${path}?cursor=${encodeURIComponent(page.nextCursor)}`}
          />
        </section>
      </Screen>
    );
  },
});

const idOf = (c: DashboardContext) => ({ webhookId: c.req.param("id") ?? "" });

/** Sends an event again, or a test. */
export const delivery = screen(async (c, values) => {
  const eventId = values.text("eventId") || undefined;
  const idempotency = await idempotentForm(c, values, ({ id }: Delivery) => id);
  await deliverAgain(c.var.workspace.actor, { ...idOf(c), eventId, idempotency }, c.var.dependencies);
  return seeOther(`${c.var.workspace.base}/webhooks/${idOf(c).webhookId}?done=sent`);
});

/** Switches a webhook off or on. */
export const switching = screen(async (c, values) => {
  const patch = { status: values.text("status") };
  await changeWebhook(c.var.workspace.actor, { ...idOf(c), patch }, dependenciesOf(c));
  return seeOther(`${c.var.workspace.base}/webhooks/${idOf(c).webhookId}?done=changed`);
});

/** Gives a webhook another secret, and shows it once. */
export const rotation = screen(async (c, values) => {
  const idempotency = await idempotentForm(c, values, ({ webhook }: NewWebhook) => webhook.id);
  const result = await rotateSecret(c.var.workspace.actor, { ...idOf(c), idempotency }, dependenciesOf(c));
  return result.kind === "made"
    ? secretResponse(c.var.workspace, result.value, "changed")
    : seeOther(`${c.var.workspace.base}/webhooks/${result.receipt}`);
});
