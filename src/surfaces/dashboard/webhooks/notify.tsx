import { type AlertSettings, ATTENTION_TYPES } from "../../../extras/alerts/alerts.ts";
import { changeAlertSettings, getAlertSettings, MAX_ALERTED } from "../../../extras/alerts/manage-alerts.ts";
import { ALERT_TYPES, ALERTS, type AlertType } from "../../../extras/events/event.ts";
import type { Recipient } from "../../../extras/mail/mail.ts";
import type { Delivery } from "../../../extras/webhooks/delivery-store.ts";
import { listLatestDeliveries } from "../../../extras/webhooks/manage-deliveries.ts";
import { changeWebhook, listWebhooks } from "../../../extras/webhooks/manage-webhooks.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { listMembers } from "../../../features/access/list-members.ts";
import type { Member } from "../../../features/access/member.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { Button, Form, LinkButton } from "../components/actions.tsx";
import { ChoiceField } from "../components/field.tsx";
import { Done } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { LanguageField, MAIL_LANGUAGE, MailIsOff, RECIPIENT_PROBLEMS } from "../labels/mail-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import { formScreen } from "../layout/form-screen.ts";
import { allTexts, type FormValues } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import css from "./notify.css";
import { Act, isNotice, LastDelivery, nameOf, StateBadge, stateNote } from "./webhook-parts.tsx";

const STYLE = stylesheet(css);

const MESSAGES = { saved: "Saved." };

interface Loaded {
  settings: AlertSettings;
  members: Member[];
  recipients: Recipient[];
  /** The channels of chats, with their last delivery. */
  chats: (Webhook & { last: Delivery | undefined })[];
}

/** What a checkbox of a chat sends. */
const chatValue = (id: string, type: string): string => `${id} ${type}`;

/** A destination of alerts, as a column of the table. */
interface Target {
  name: "attention" | "mail" | "chat";
  /** What its checkbox of an alert sends. */
  sends: (type: AlertType) => string;
  label: string;
  /** The alerts that it can show. */
  types: readonly AlertType[];
}

const targetsOf = ({ chats }: Pick<Loaded, "chats">): Target[] => [
  { name: "attention", sends: String, label: "Overview", types: ATTENTION_TYPES },
  { name: "mail", sends: String, label: "Mail", types: ALERT_TYPES },
  ...chats.map(
    (chat): Target => ({
      name: "chat",
      sends: (type) => chatValue(chat.id, type),
      label: nameOf(chat),
      types: ALERT_TYPES,
    }),
  ),
];

/** A checkbox in a table. */
const Check = ({
  target: { name, sends, label, types },
  type,
  values,
}: {
  target: Target;
  type: AlertType;
  values: FormValues;
}) =>
  types.includes(type) ? (
    <label class="tick">
      <input
        type="checkbox"
        name={name}
        value={sends(type)}
        checked={values.all(name).includes(sends(type))}
        aria-label={`${label}: ${ALERTS[type].label}`}
      />
    </label>
  ) : (
    <span class="quiet">–</span>
  );

/** The channels of chats: whether they work, and a test. */
const Channels = ({ base, chats }: Pick<Loaded, "chats"> & { base: string }) => (
  <section class="section" id="channels">
    <div class="section-head">
      <h2>Slack and Teams</h2>
      <LinkButton href={`${base}/webhooks/chat`}>Add a channel</LinkButton>
    </div>
    {chats.length > 0 ? (
      <Table
        caption="Channels"
        columns={["Channel", "State", "Last message", { label: "Actions", quiet: true }]}
        rows={chats.map((chat) => [
          <a href={`${base}/webhooks/${chat.id}`}>
            <bdi>{nameOf(chat)}</bdi>
          </a>,
          <>
            <StateBadge {...chat} /> <small>{stateNote(chat)}</small>
          </>,
          <LastDelivery delivery={chat.last} />,
          <Act action={`${base}/webhooks/${chat.id}/deliver`} label="Send a test" name="eventId" value="" />,
        ])}
      />
    ) : (
      <p class="quiet">Your team gets these alerts in its chat, for example when a product sells out.</p>
    )}
    <p class="hint">
      Your own system can receive every event: <a href={`${base}/webhooks`}>connect it</a>.
    </p>
  </section>
);

/** Which alerts are sent, where, and to whom. */
export const alertSettings = formScreen({
  fields: { members: allTexts, mail: allTexts, attention: allTexts, chat: allTexts, language: MAIL_LANGUAGE },
  marked: ["members", "language", "chat"],
  async load(c): Promise<Loaded> {
    const { workspace, dependencies } = c.var;
    const { actor } = workspace;
    const query = { organization: null, limit: MAX_ALERTED, after: null };
    // First, so that only owners read the others.
    const settings = await getAlertSettings(actor, dependencies);
    const [{ members }, recipients, webhooks, latest] = await Promise.all([
      listMembers(actor, query, dependencies),
      dependencies.recipients.list(workspace.organizationId),
      listWebhooks(actor, dependencies),
      listLatestDeliveries(actor, dependencies),
    ]);
    const chats = webhooks.filter(isNotice).map((chat) => ({ ...chat, last: latest.get(chat.id) }));
    return { settings, members, recipients, chats };
  },
  initial: ({ settings: { members, mailOff, attentionOff }, chats }) => {
    const mail = ALERT_TYPES.filter((type) => !mailOff.includes(type));
    const attention = ATTENTION_TYPES.filter((type) => !attentionOff.includes(type));
    const chat = chats.flatMap(({ id, types }) => (types ?? []).map((type) => chatValue(id, type)));
    return Object.entries({ members, mail, attention, chat }).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    );
  },
  page: (c, { members, recipients, chats }, values, problems) => {
    const { workspace, dependencies } = c.var;
    const targets = targetsOf({ chats });
    const problemOf = (id: string) => recipients.find((recipient) => recipient.id === id)?.problem;
    return (
      <Screen workspace={workspace} tab="Notify me" title="Notify me" styles={[STYLE]}>
        <Done c={c} messages={MESSAGES} />
        {dependencies.mailSender === null && <MailIsOff />}
        <Form action={`${workspace.base}/notify`} problem={problems.form}>
          <div class="sheet narrow">
            <ChoiceField
              type="checkbox"
              name="members"
              label="Mail goes to"
              hint="Only about the projects that they may use."
              values={values.all("members")}
              error={problems.fields.get("members")}
              options={members.map(({ id, email }) => {
                const problem = problemOf(id);
                const { word, note } = (problem && RECIPIENT_PROBLEMS[problem]) ?? {};
                return { value: id, label: email, hint: word && `${word}. ${note}` };
              })}
            />
            <p class="hint nobody">
              Nobody gets mail yet. What is ticked under Mail starts once somebody is chosen.
            </p>
            <LanguageField {...{ values, problems }} hint="For members who get no mail yet." />
          </div>
          <div class="fit">
            <Table
              caption="Alerts, and where they go"
              columns={["Tell us when", ...targets.map(({ label }) => ({ label, numeric: true }))]}
              rows={ALERT_TYPES.map((type) => [
                ALERTS[type].label,
                ...targets.map((target) => <Check {...{ target, type, values }} />),
              ])}
            />
          </div>
          {problems.fields.has("chat") && <p class="problem">{problems.fields.get("chat")}</p>}
          <Button>Save</Button>
        </Form>
        <Channels base={workspace.base} chats={chats} />
      </Screen>
    );
  },
  async save(c, { members, mail, attention, chat: ticks, language }, { load }) {
    const { workspace, dependencies } = c.var;
    const { chats } = await load();
    const chosen = chats.map((chat) => ({
      chat,
      types: ALERT_TYPES.filter((type) => ticks.includes(chatValue(chat.id, type))),
    }));
    const silent = chosen.find(({ types }) => types.length === 0)?.chat;
    if (silent) {
      const message = `Choose at least one alert for ${nameOf(silent)}, or switch it off.`;
      throw validationFailed([{ field: "chat", message }]);
    }
    const input = {
      members,
      mailOff: ALERT_TYPES.filter((type) => !mail.includes(type)),
      attentionOff: ATTENTION_TYPES.filter((type) => !attention.includes(type)),
      language,
      origin: dependencies.origins.api,
    };
    await changeAlertSettings(workspace.actor, input, dependencies);
    for (const { chat, types } of chosen) {
      await changeWebhook(workspace.actor, { webhookId: chat.id, patch: { types } }, c.var.dependencies);
    }
    return seeOther(`${workspace.base}/notify?done=saved`);
  },
});
