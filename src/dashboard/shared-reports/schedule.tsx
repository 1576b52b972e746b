import type { RecipientProblem } from "../../mail/mail.ts";
import { LANGUAGES, type Language } from "../../pages/i18n/languages.ts";
import { getSchedule, type ReportSchedule, setSchedule } from "../../reports/manage-schedule.ts";
import { CADENCES } from "../../reports/schedule.ts";
import type { SharedReport } from "../../visits/shared-report.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { ChoiceField, SelectField, TextArea } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { Screen } from "../layout/layout.tsx";
import { loadReport, reportId } from "./report-actions.tsx";

const CADENCE_LABELS = {
  weekly: { label: "Weekly", hint: "Mondays at 08:00, with the week before" },
  monthly: { label: "Monthly", hint: "On the first at 08:00, with the month before" },
} as const;

const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** Why a recipient gets no mail. */
const PROBLEMS: Readonly<Record<RecipientProblem, readonly [word: string, note: string]>> = {
  unconfirmed: ["Unconfirmed", "We asked once by mail. Nothing is sent until they confirm."],
  unsubscribed: ["Unsubscribed", "They want no mail, and get none."],
  bounced: ["Bounced", "The address can't be reached, and gets no more mail."],
  not_member: ["No longer a member", "They get no more mail."],
};

/** When and to whom a report is sent, below its heading. */
export const SchedulePanel = ({
  path,
  schedule,
  recipients,
  isOff,
}: ReportSchedule & { path: string; isOff: boolean }) => (
  <section class="panel screen-only">
    <div class="panel-head">
      <h2>By mail</h2>
      <a href={`${path}/schedule`}>{schedule ? "Change" : "Send by mail"}</a>
    </div>
    {isOff && <Notice kind="note">This service sends no mail. Its operator can set a sender.</Notice>}
    {schedule ? (
      <>
        <p>
          {CADENCE_LABELS[schedule.cadence].label}, next <Time at={schedule.nextAt} />.
        </p>
        <Table
          caption="Recipients"
          columns={["Recipient", "State", "Language", "Last mail"]}
          rows={recipients.map(({ recipient: { email, problem, language }, mail }) => [
            email ?? "Removed member",
            problem ? (
              <>
                <Badge kind="warn">{PROBLEMS[problem][0]}</Badge> <small>{PROBLEMS[problem][1]}</small>
              </>
            ) : (
              <Badge kind="good">Gets mail</Badge>
            ),
            NAMES.of(language) ?? language,
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
        {!isOff && (
          <div class="after-table">
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

interface Loaded extends ReportSchedule {
  report: SharedReport;
}

async function load(c: DashboardContext): Promise<Loaded> {
  const { place, dependencies } = c.var;
  const report = await loadReport(c);
  return { report, ...(await getSchedule(place.actor, report, dependencies)) };
}

const language = (text: string): Language => LANGUAGES.find((each) => each === text) ?? "en";

/** When a report is sent by mail, and to whom. */
export const scheduling: FormScreen<Loaded> = {
  fields: ["recipients"],
  load,
  initial: ({ schedule, recipients }) => ({
    cadence: schedule?.cadence ?? "monthly",
    recipients: recipients.flatMap(({ recipient: { email } }) => email ?? []).join("\n"),
  }),
  page: ({ var: { place } }, { report }, values, problems) => (
    <Screen place={place} here="Reports" title="Send by mail">
      <div class="sheet narrow">
        <p>
          <bdi>{report.name}</bdi>: numbers, visits over time, top links, and a link to the report. Members
          also see what needs attention.
        </p>
        <Form action={`${place.base}/reports/${report.id}/schedule`} problem={problems.form}>
          <ChoiceField
            type="radio"
            name="cadence"
            label="How often"
            values={[values.text("cadence")]}
            options={[
              ...CADENCES.map((value) => ({ value, ...CADENCE_LABELS[value] })),
              { value: "", label: "Don't send" },
            ]}
          />
          <TextArea
            name="recipients"
            label="Recipients"
            hint="Email addresses, one per line. Members get it directly; other addresses are asked by mail first, once."
            value={values.text("recipients")}
            error={problems.fields.get("recipients")}
          />
          <SelectField
            name="language"
            label="Language for new recipients"
            value={language(values.text("language"))}
            options={LANGUAGES.map((value) => ({ value, label: NAMES.of(value) ?? value }))}
          />
          <Actions>
            <Button>Save</Button>
            <LinkButton href={`${place.base}/reports/${report.id}`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { place, dependencies, origins } = c.var;
    const { id } = reportId(c);
    const input = {
      cadence: CADENCES.find((each) => each === values.text("cadence")) ?? null,
      addresses: values.text("recipients").split(/[\s,;]+/),
      language: language(values.text("language")),
      origin: origins.api,
    };
    await setSchedule(place.actor, { id, ...input, organizationName: place.organizationId }, dependencies);
    return seeOther(`${place.base}/reports/${id}?done=${input.cadence ? "scheduled" : "unscheduled"}`);
  },
};
