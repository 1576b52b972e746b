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
import { Button, LinkButton } from "../components/actions.tsx";
import { ChoiceField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Done, Notice } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { LanguageField, languageIn, MailIsOff, RECIPIENT_PROBLEMS } from "../labels/mail.tsx";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormValues, NO_PROBLEMS } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { readVisitNumbers, type VisitNumbers, VisitNumbersSection } from "./visit-numbers.tsx";
import {
  Act,
  dependenciesOf,
  isNotice,
  LastDelivery,
  nameOf,
  StateBadge,
  stateNote,
} from "./webhook-parts.tsx";

const MESSAGES = {
  saved: "Saved.",
  added: "The number was added.",
  deleted: "The number was deleted.",
};

interface Loaded {
  settings: AlertSettings;
  members: Member[];
  recipients: Recipient[];
  /** The channels of chats, with their last delivery. */
  chats: (Webhook & { last: Delivery | undefined })[];
  numbers: VisitNumbers;
}

/** A destination of alerts, as a column of the table. */
interface Target {
  name: string;
  label: string;
  /** The alerts that it can show. */
  types: readonly AlertType[];
}

const targetsOf = ({ chats }: Pick<Loaded, "chats">): Target[] => [
  { name: "attention", label: "Overview", types: ATTENTION_TYPES },
  { name: "mail", label: "Mail", types: ALERT_TYPES },
  ...chats.map((chat) => ({ name: chat.id, label: nameOf(chat), types: ALERT_TYPES })),
];

/** A checkbox in a table. */
const Check = ({
  target: { name, label, types },
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
        value={type}
        checked={values.all(name).includes(type)}
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
export const alertSettings: FormScreen<Loaded> = {
  fields: ["members", "language", "channels"],
  async load(c) {
    const { workspace, dependencies } = c.var;
    const { actor } = workspace;
    const query = { organization: null, limit: MAX_ALERTED, after: null };
    // First, so that only owners read the others.
    const settings = await getAlertSettings(actor, dependencies);
    const [{ members }, recipients, webhooks, latest, numbers] = await Promise.all([
      listMembers(actor, query, dependencies),
      dependencies.recipients.list(workspace.organizationId),
      listWebhooks(actor, dependencies),
      listLatestDeliveries(actor, dependencies),
      readVisitNumbers(c),
    ]);
    const chats = webhooks.filter(isNotice).map((chat) => ({ ...chat, last: latest.get(chat.id) }));
    return { settings, members, recipients, chats, numbers };
  },
  initial: ({ settings: { members, mailOff, attentionOff }, chats }) => {
    const mail = ALERT_TYPES.filter((type) => !mailOff.includes(type));
    const attention = ATTENTION_TYPES.filter((type) => !attentionOff.includes(type));
    const chosen = Object.fromEntries(chats.map(({ id, types }) => [id, types ?? []]));
    return Object.entries({ members, mail, attention, ...chosen }).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    );
  },
  page: (c, { members, recipients, chats, numbers }, values, problems) => {
    const { workspace, dependencies } = c.var;
    const targets = targetsOf({ chats });
    const problemOf = (id: string) => recipients.find((recipient) => recipient.id === id)?.problem;
    return (
      <Screen workspace={workspace} here="Notify me" title="Notify me">
        <Done done={c.req.query("done")} messages={MESSAGES} />
        {dependencies.mailSender === null ? (
          <MailIsOff />
        ) : (
          values.all("members").length === 0 && (
            <Notice kind="note">Nobody gets mail yet. Choose who below.</Notice>
          )
        )}
        <Form action={`${workspace.base}/notify`} problem={problems.form}>
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
          {problems.fields.has("channels") && <p class="problem">{problems.fields.get("channels")}</p>}
          <section class="section">
            <div class="sheet narrow">
              <ChoiceField
                type="checkbox"
                name="members"
                label="Who gets mail"
                hint="Only about the projects that they may use."
                values={values.all("members")}
                error={problems.fields.get("members")}
                options={members.map(({ id, email }) => {
                  const problem = problemOf(id);
                  const { word, note } = (problem && RECIPIENT_PROBLEMS[problem]) ?? {};
                  return { value: id, label: email, hint: word && `${word}. ${note}` };
                })}
              />
              <LanguageField {...{ values, problems }} hint="For members who get no mail yet." />
              <Button>Save</Button>
            </div>
          </section>
        </Form>
        <Channels base={workspace.base} chats={chats} />
        <VisitNumbersSection base={workspace.base} numbers={numbers} values={values} problems={NO_PROBLEMS} />
      </Screen>
    );
  },
  async save(c, values, load) {
    const { workspace, dependencies, origins } = c.var;
    const { chats } = await load();
    const chosen = chats.map((chat) => ({
      chat,
      types: ALERT_TYPES.filter((type) => values.all(chat.id).includes(type)),
    }));
    const silent = chosen.find(({ types }) => types.length === 0)?.chat;
    if (silent) {
      const message = `Choose at least one alert for ${nameOf(silent)}, or switch it off.`;
      throw validationFailed([{ field: "channels", message }]);
    }
    const [mail, attention] = [values.all("mail"), values.all("attention")];
    const input = {
      members: values.all("members"),
      mailOff: ALERT_TYPES.filter((type) => !mail.includes(type)),
      attentionOff: ATTENTION_TYPES.filter((type) => !attention.includes(type)),
      ...{ language: languageIn(values), origin: origins.api },
    };
    await changeAlertSettings(workspace.actor, input, dependencies);
    for (const { chat, types } of chosen) {
      await changeWebhook(workspace.actor, { webhookId: chat.id, patch: { types } }, dependenciesOf(c));
    }
    return seeOther(`${workspace.base}/notify?done=saved`);
  },
};
