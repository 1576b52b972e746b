import { ALERT_TYPES, ALERTS } from "../../../extras/events/event.ts";
import type { Delivery } from "../../../extras/webhooks/delivery-store.ts";
import { deliverAgain, listDeliveries } from "../../../extras/webhooks/manage-deliveries.ts";
import { changeWebhook, type NewWebhook, rotateSecret } from "../../../extras/webhooks/manage-webhooks.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { getProject } from "../../../features/access/get-projects.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Copyable, Facts, Time } from "../components/facts.tsx";
import { Done, Notice } from "../components/notice.tsx";
import { Paging, Table } from "../components/table.tsx";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormScreen, formScreen } from "../layout/form-screen.ts";
import { cursorIn, type Fields, oneText, optionalText, queryReader } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import {
  Act,
  DELIVERY_BADGES,
  idOf,
  isChat,
  isNotice,
  loadWebhook,
  nameOf,
  StateBadge,
  stateNote,
  tabOf,
} from "./webhook-parts.tsx";

const MESSAGES = {
  added: "The channel was added. Send a test to see a message in it.",
  changed: "Saved.",
  sent: "Sent. Below is the response.",
};
const SHOWN = 25;
const doneQuery = queryReader({ done: oneText });

/** An event, for a chat as its form calls it. */
const eventText = ({ url }: Webhook, type: string): string => {
  const alert = isChat(url) ? ALERT_TYPES.find((each) => each === type) : undefined;
  return alert ? ALERTS[alert].label : type;
};

const eventsText = (webhook: Webhook): string => {
  const { types } = webhook;
  if (types === null) return "Everything";
  if (isNotice(webhook) && types.length === ALERT_TYPES.length) return "All alerts";
  return types.map((type) => eventText(webhook, type)).join(", ");
};

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

const deliveryRow = (
  { id, eventType, state, attempts, nextAttemptAt, last }: Delivery,
  webhook: Webhook,
  path: string,
) => [
  <>
    {eventText(webhook, eventType)} {!isChat(webhook.url) && <code>{id}</code>}
  </>,
  DELIVERY_BADGES[state],
  <>
    <Time at={last?.at ?? null} none="Not sent yet" />{" "}
    <small>
      {attempts > 1 && `${attempts} attempts. `}
      {nextAttemptAt !== null && attempts > 0 && (
        <>
          Next: <Time at={nextAttemptAt} />
        </>
      )}
    </small>
  </>,
  last && (
    <>
      {last.status ?? "No response"} <span class="quiet">after {last.ms} ms</span>
      <ResponseText text={last.response} />
    </>
  ),
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

async function loadPage(c: DashboardContext, webhook: Webhook): Promise<Loaded> {
  const input = { webhookId: webhook.id, limit: SHOWN, cursor: cursorIn(c) };
  const { projectId } = webhook;
  const { workspace, dependencies } = c.var;
  const [page, project] = await Promise.all([
    listDeliveries(workspace.actor, input, dependencies),
    projectId === null ? null : getProject(workspace.actor, { projectId }, dependencies),
  ]);
  return { webhook, page, project: project?.name ?? null };
}

/** A webhook with what was sent. A new `secret` is shown once. */
function WebhookPage(
  c: DashboardContext,
  { webhook, page, project }: Loaded,
  { secret, problem }: { secret?: string | undefined; problem?: string | undefined },
) {
  const { workspace } = c.var;
  const path = `${workspace.base}/webhooks/${webhook.id}`;
  const { url, status, createdAt, createdBy } = webhook;
  const note = stateNote(webhook);
  const isSending =
    doneQuery(c).done === "sent" &&
    page.deliveries.some(({ state, attempts }) => state === "pending" && attempts === 0);
  return (
    <Screen
      workspace={workspace}
      tab={tabOf(webhook)}
      title={nameOf(webhook)}
      heading={<bdi>{nameOf(webhook)}</bdi>}
      scripts={[...(secret ? (["copy"] as const) : []), ...(isSending ? (["refresh"] as const) : [])]}
      actions={<LinkButton href={`${path}/change`}>Change</LinkButton>}
    >
      <Done c={c} messages={MESSAGES} />
      {problem && <Notice kind="problem">{problem}</Notice>}
      {note && <Notice kind="warn">{note}</Notice>}
      {secret && (
        <>
          <Notice kind="done" focus>
            <strong>Copy the secret before you leave this page.</strong> We can't show it again. You can make
            a new one.
          </Notice>
          <Copyable id="secret" label="Signing secret" text={secret} />
        </>
      )}
      <Facts
        facts={[
          ["State", <StateBadge {...webhook} />],
          ["Project", project === null ? "All projects" : <bdi>{project}</bdi>],
          ["Added", <Time at={createdAt} />],
          ["Added by", createdBy.name ?? createdBy.id],
          ["Address", <span class="whole">{url}</span>],
          ["Events", <span class="whole">{eventsText(webhook)}</span>],
        ]}
      />
      <Actions>
        <Act
          action={`${path}/deliver`}
          label="Send a test"
          name="eventId"
          value=""
          emphasis={page.deliveries.length === 0 ? "primary" : "plain"}
        />
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
      <section class="section" data-refresh={isSending ? "" : undefined}>
        <h2>Sent in the last 30 days</h2>
        {page.deliveries.length === 0 ? (
          <p class="quiet">Nothing was sent yet.</p>
        ) : (
          <Table
            caption="Deliveries"
            columns={["Event", "State", "Last attempt", "Response", { label: "Actions", quiet: true }]}
            rows={page.deliveries.map((delivery) => deliveryRow(delivery, webhook, path))}
          />
        )}
        <Paging
          first={cursorIn(c) ? path : null}
          next={page.nextCursor && `${path}?cursor=${encodeURIComponent(page.nextCursor)}`}
        />
      </section>
    </Screen>
  );
}

/** The page of a webhook; what it saves is given by each of its buttons. */
const screen = <F extends Fields>(fields: F, save: FormScreen<Loaded, F>["save"]) =>
  formScreen<Loaded, F>({
    load: async (c) => loadPage(c, await loadWebhook(c)),
    fields,
    marked: [],
    save,
    page: (c, loaded, _, problems) => WebhookPage(c, loaded, { problem: problems.form }),
  });

/** The page of a webhook with its new secret. A chat needs none. */
export const secretResponse = async (
  c: DashboardContext,
  { webhook, secret }: NewWebhook,
  done: "added" | "changed",
): Promise<Response> =>
  isChat(webhook.url)
    ? seeOther(`${c.var.workspace.base}/webhooks/${webhook.id}?done=${done}`)
    : pageResponse(WebhookPage(c, await loadPage(c, webhook), { secret }));

/** Sends an event again, or a test. */
export const delivery = screen({ eventId: optionalText }, async (c, { eventId }, { write }) => {
  const idempotency = await write(({ id }: Delivery) => id);
  await deliverAgain(c.var.workspace.actor, { ...idOf(c), eventId, idempotency }, c.var.dependencies);
  return seeOther(`${c.var.workspace.base}/webhooks/${idOf(c).webhookId}?done=sent`);
});

/** Switches a webhook off or on. */
export const switching = screen({ status: oneText }, async (c, patch) => {
  await changeWebhook(c.var.workspace.actor, { ...idOf(c), patch }, c.var.dependencies);
  return seeOther(`${c.var.workspace.base}/webhooks/${idOf(c).webhookId}?done=changed`);
});

/** Gives a webhook another secret, and shows it once. */
export const rotation = screen({}, async (c, _, { write }) => {
  const idempotency = await write(({ webhook }: NewWebhook) => webhook.id);
  const result = await rotateSecret(c.var.workspace.actor, { ...idOf(c), idempotency }, c.var.dependencies);
  return result.kind === "made"
    ? secretResponse(c, result.value, "changed")
    : seeOther(`${c.var.workspace.base}/webhooks/${result.receipt}`);
});
