import { MAX_REPORT_NAME } from "../../../features/visits/share-report.ts";
import type { SharedReport } from "../../../features/visits/shared-report.ts";
import { PAGE_LANGUAGES } from "../../../ground/core/page-languages.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { Copyable, Time } from "../components/facts.tsx";
import { ChoiceField, SelectField, TextArea, TextField } from "../components/field.tsx";
import type { FormState } from "../components/form-page.tsx";
import { Notice } from "../components/notice.tsx";
import { CHOICE_LABELS } from "../labels/choice-labels.ts";
import type { Workspace } from "../layout/context.ts";
import { allTexts, endOfDay, oneOf, oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

/** The fields of a report that its author writes. */
export const reportFields = ({ field, isNew, values }: FormState) => (
  <>
    <TextField
      {...field("name")}
      label="Name"
      hint="Readers see it as the heading."
      maxLength={MAX_REPORT_NAME}
      autofocus={isNew}
      required
    />
    <TextArea {...field("note")} label="Note" hint="Readers see it above the numbers. Optional." />
    <TextField
      {...field("expiresAt")}
      type="date"
      label="Expires"
      hint="Expires at the end of this day (UTC). Optional."
    />
    <SelectField
      {...field("language")}
      label="Language"
      options={[
        { value: "", label: "Each reader's own" },
        ...PAGE_LANGUAGES.map((value) => ({ value, label: CHOICE_LABELS[value] ?? value })),
      ]}
    />
    <ChoiceField
      {...field("sales")}
      type="checkbox"
      label="Sales"
      values={values.all("sales")}
      options={[
        {
          value: "1",
          label: "Show orders, sales and commission",
          hint: "Once you have added a sales report. Off, readers see visits only.",
        },
      ]}
    />
  </>
);

/** The fields that its author writes, as the verbs take them: a report expires at the end of the day in UTC. */
export const REPORT_FIELDS = {
  name: oneText,
  note: oneText.transform((note) => note.replaceAll("\r\n", "\n")),
  expiresAt: endOfDay,
  language: oneOf(PAGE_LANGUAGES),
  sales: allTexts.transform((values) => values.length > 0 || undefined),
};

/** Shows the link of a new report once. */
export const NewReportPage = ({
  workspace,
  report,
  address,
}: {
  workspace: Workspace;
  report: SharedReport;
  address: string;
}) => (
  <Screen
    workspace={workspace}
    tab="Reports"
    title={report.name}
    heading={<bdi>{report.name}</bdi>}
    scripts={["copy"]}
  >
    <Notice kind="done" focus>
      <p>
        Anyone with this link can read the report
        {report.expiresAt && (
          <>
            {" "}
            until <Time at={report.expiresAt} />
          </>
        )}
        .
      </p>
      <p>
        <strong>Copy the link before you leave this page.</strong> We can't show this link again. You can make
        a new one.
      </p>
    </Notice>
    <div class="sheet">
      <Copyable id="report-address" label="Link to the report" text={address} />
    </div>
    <Actions>
      <LinkButton href={`${workspace.base}/reports/${report.id}`}>I copied it</LinkButton>
    </Actions>
  </Screen>
);

/** The response to a repeated form. */
export const ShownBeforePage = ({ workspace, id }: { workspace: Workspace; id: string }) => (
  <Screen workspace={workspace} tab="Reports" title="Already shown">
    <Notice kind="note" focus>
      The link was already shown and can't be shown again. If nobody copied it, give the report a new address.
    </Notice>
    <Actions>
      <LinkButton href={`${workspace.base}/reports/${id}/address`}>New address</LinkButton>
      <LinkButton href={`${workspace.base}/reports`}>Reports</LinkButton>
    </Actions>
  </Screen>
);
