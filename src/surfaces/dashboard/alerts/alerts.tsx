import { type AlertSettings, ATTENTION_TYPES } from "../../../extras/alerts/alerts.ts";
import { changeAlertSettings, getAlertSettings, MAX_ALERTED } from "../../../extras/alerts/manage-alerts.ts";
import { ALERT_TYPES, ALERTS, type AlertType } from "../../../extras/events/event.ts";
import type { Recipient } from "../../../extras/mail/mail.ts";
import { listWebhooks } from "../../../extras/webhooks/manage-webhooks.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { listMembers } from "../../../features/access/list-members.ts";
import type { Member } from "../../../features/access/member.ts";
import { mayManageWebhooks } from "../../../features/access/permissions.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
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

const CHECKS: Readonly<Record<string, string>> = { mail: "Mail", attention: "Needs attention" };
const MESSAGES = {
  saved: "The alerts were saved.",
  added: "The number was added.",
  deleted: "The number was deleted.",
};

interface Loaded {
  settings: AlertSettings;
  members: Member[];
  recipients: Recipient[];
  webhooks: Webhook[];
  /** Null for members who may not change them. */
  numbers: VisitNumbers | null;
}

const isShown = (type: AlertType): boolean => ATTENTION_TYPES.some((shown) => shown === type);

/** A checkbox in a table. */
const Check = ({ name, type, values }: { name: string; type: AlertType; values: FormValues }) => (
  <label class="tick">
    <input
      type="checkbox"
      name={name}
      value={type}
      checked={values.all(name).includes(type)}
      aria-label={`${CHECKS[name]}: ${ALERTS[type].label}`}
    />
  </label>
);

/** How many webhooks get the event of an alert. */
function webhooksText(webhooks: readonly Webhook[], type: AlertType): string {
  const { length } = webhooks.filter(
    ({ status, types }) => status === "active" && (types === null || types.includes(type)),
  );
  return length === 0 ? "None" : String(length);
}

/** What members are alerted of, how, and who gets mail. */
export const alertSettings: FormScreen<Loaded> = {
  fields: ["members", "language"],
  async load(c) {
    const { workspace, dependencies } = c.var;
    const { actor } = workspace;
    const query = { organization: null, limit: MAX_ALERTED, after: null };
    // First, so that only owners read the others.
    const settings = await getAlertSettings(actor, dependencies);
    const [{ members }, recipients, webhooks, numbers] = await Promise.all([
      listMembers(actor, query, dependencies),
      dependencies.recipients.list(workspace.organizationId),
      mayManageWebhooks(actor) ? listWebhooks(actor, dependencies) : [],
      mayManageWebhooks(actor) ? readVisitNumbers(c) : null,
    ]);
    return { settings, members, recipients, webhooks, numbers };
  },
  initial: ({ settings: { members, mailOff, attentionOff } }) => {
    const mail = ALERT_TYPES.filter((type) => !mailOff.includes(type));
    const attention = ATTENTION_TYPES.filter((type) => !attentionOff.includes(type));
    return Object.entries({ members, mail, attention }).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    );
  },
  page: (c, { members, recipients, webhooks, numbers }, values, problems) => {
    const { workspace, dependencies } = c.var;
    const problemOf = (id: string) => recipients.find((recipient) => recipient.id === id)?.problem;
    return (
      <Screen workspace={workspace} here="Notify me" title="Notify me">
        <Done done={c.req.query("done")} messages={MESSAGES} />
        {dependencies.mailSender === null ? (
          <MailIsOff />
        ) : (
          values.all("members").length === 0 && (
            <Notice kind="note">Nobody gets mail about alerts yet. Choose who below.</Notice>
          )
        )}
        <Form action={`${workspace.base}/notify`} problem={problems.form}>
          <Table
            caption="Alerts"
            columns={["Alert", ...Object.values(CHECKS), { label: "Webhooks", numeric: true }]}
            rows={ALERT_TYPES.map((type) => [
              ALERTS[type].label,
              <Check name="mail" {...{ type, values }} />,
              isShown(type) ? (
                <Check name="attention" {...{ type, values }} />
              ) : (
                <span class="quiet">Not shown</span>
              ),
              webhooksText(webhooks, type),
            ])}
          />
          <section class="section">
            <p class="hint">
              Each <a href={`${workspace.base}/webhooks`}>webhook</a> chooses its own events.
            </p>
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
              <Actions>
                <Button>Save</Button>
                <LinkButton href={`${workspace.base}`}>Cancel</LinkButton>
              </Actions>
            </div>
          </section>
        </Form>
        {numbers && (
          <VisitNumbersSection
            base={workspace.base}
            numbers={numbers}
            values={values}
            problems={NO_PROBLEMS}
          />
        )}
      </Screen>
    );
  },
  async save(c, values) {
    const { workspace, dependencies, origins } = c.var;
    const [mail, attention] = [values.all("mail"), values.all("attention")];
    const input = {
      members: values.all("members"),
      mailOff: ALERT_TYPES.filter((type) => !mail.includes(type)),
      attentionOff: ATTENTION_TYPES.filter((type) => !attention.includes(type)),
      ...{ language: languageIn(values), origin: origins.api },
    };
    await changeAlertSettings(workspace.actor, input, dependencies);
    return seeOther(`${workspace.base}/notify?done=saved`);
  },
};
