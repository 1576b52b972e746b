import { getSchedule, type ReportSchedule, setSchedule } from "../../../extras/reports/manage-schedule.ts";
import { CADENCES } from "../../../extras/reports/schedule-store.ts";
import { Actions, Button, Form } from "../components/actions.tsx";
import { Badge } from "../components/badge.tsx";
import { Time } from "../components/facts.tsx";
import { ChoiceField, TextArea } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { Table } from "../components/table.tsx";
import { CHOICE_LABELS } from "../labels/choice-labels.ts";
import { LanguageField, MAIL_LANGUAGE, MailIsOff, RECIPIENT_PROBLEMS } from "../labels/mail-labels.tsx";
import { oneOf, oneText } from "../layout/forms.ts";
import { reachText } from "./list.tsx";
import { reportId } from "./report-actions.tsx";

const CADENCE_LABELS = {
  weekly: { label: "Weekly", hint: "Mondays at 08:00, with the week before" },
  monthly: { label: "Monthly", hint: "On the first at 08:00, with the month before" },
} as const;

/** When and to whom a report is sent, below its heading. */
export const SchedulePanel = ({
  path,
  schedule,
  recipients,
  isOff,
  isOver,
}: Omit<ReportSchedule, "report"> & { path: string; isOff: boolean; isOver: boolean }) => (
  <section class="panel screen-only">
    <div class="panel-head">
      <h2>By mail</h2>
      {!isOver && <a href={`${path}/schedule`}>{schedule ? "Change schedule" : "Send by mail"}</a>}
    </div>
    {isOff && <MailIsOff />}
    {schedule ? (
      <>
        <p>
          {CADENCE_LABELS[schedule.cadence].label} {reachText(schedule)}
          {isOver ? (
            ", but no longer, because the report has expired."
          ) : (
            <>
              , next <Time at={schedule.nextAt} />.
            </>
          )}
        </p>
        <details>
          <summary>Recipients</summary>
          <Recipients recipients={recipients} />
        </details>
        {!isOff && !isOver && schedule.reached > 0 && (
          <div>
            <Form action={`${path}/send`}>
              <Actions>
                <Button emphasis="plain">Send now</Button>
              </Actions>
            </Form>
          </div>
        )}
      </>
    ) : (
      <p class="quiet">Send this report to members or clients every week or month.</p>
    )}
  </section>
);

/** Those who get mail first, then the others with the reason. */
const Recipients = ({ recipients }: Pick<ReportSchedule, "recipients">) => (
  <Table
    caption="Recipients"
    columns={["Recipient", "State", "Language", "Last mail"]}
    rows={recipients
      .toSorted((a, b) => Number(a.problem !== null) - Number(b.problem !== null))
      .map(({ email, problem, language, mail }) => [
        email ?? "Removed member",
        problem ? (
          <>
            <Badge kind="warn">{RECIPIENT_PROBLEMS[problem].word}</Badge>{" "}
            <small>{RECIPIENT_PROBLEMS[problem].note}</small>
          </>
        ) : (
          <Badge kind="good">Gets mail</Badge>
        ),
        CHOICE_LABELS[language] ?? language,
        mail?.state === "pending" ? (
          "On its way"
        ) : mail?.state === "failed" ? (
          <>
            Not sent <small>({mail.code})</small>
          </>
        ) : (
          <Time at={mail?.sentAt ?? null} />
        ),
      ])}
  />
);

/** When a report is sent by mail, and to whom. */
export const scheduling = formPage({
  tab: "Reports",
  title: "Send by mail",
  fields: {
    cadence: oneOf(CADENCES),
    recipients: oneText.transform((text) => text.split(/[\s,;]+/)),
    language: MAIL_LANGUAGE,
  },
  load: (c) => getSchedule(c.var.workspace.actor, reportId(c), c.var.dependencies),
  initial: ({ schedule, recipients }) => ({
    cadence: schedule?.cadence ?? "monthly",
    recipients: recipients.flatMap(({ email }) => email ?? []).join("\n"),
  }),
  intro: ({ report }) => (
    <p>
      <bdi>{report.name}</bdi>: numbers, visits over time, top links, and a link to the report. Members also
      see what needs attention.
    </p>
  ),
  content: ({ field, values, problems }) => (
    <>
      <ChoiceField
        {...field("cadence")}
        type="radio"
        label="How often"
        values={[values.text("cadence")]}
        options={[
          ...CADENCES.map((value) => ({ value, ...CADENCE_LABELS[value] })),
          { value: "", label: "Don't send" },
        ]}
      />
      <TextArea
        {...field("recipients")}
        label="Recipients"
        hint="Email addresses, one per line. People outside your team confirm once by mail."
        rows={8}
      />
      <LanguageField {...{ values, problems }} hint="For new recipients." />
    </>
  ),
  button: "Save",
  back: ({ report }) => `/reports/${report.id}`,
  async save(c, { cadence = null, recipients: addresses, language }) {
    const { workspace, dependencies } = c.var;
    const { id } = reportId(c);
    const input = { id, cadence, addresses, language, origin: dependencies.origins.api };
    await setSchedule(workspace.actor, input, dependencies);
    return `/reports/${id}?done=${cadence ? "scheduled" : "unscheduled"}`;
  },
});
