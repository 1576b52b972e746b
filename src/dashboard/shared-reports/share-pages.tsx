import type { Project } from "../../access/project.ts";
import type { VisitReport } from "../../visits/get-visit-report.ts";
import { MAX_REPORT_NAME } from "../../visits/share-report.ts";
import type { SharedReport } from "../../visits/shared-report.ts";
import { rangeName } from "../charts/bucket-names.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Copyable, Facts, Time } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import type { Place } from "../layout/context.ts";
import { type FormProblems, type FormValues, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { namedFilters } from "../visit-report/filter-names.ts";
import { COMPARISON_NAMES } from "../visit-report/series-panel.tsx";
import { type VisitQuery, visitHref } from "../visit-report/visit-query.ts";

/** The form that shares a view: what its readers will see, a name and an end. */
export const ShareFormPage = ({
  place,
  query,
  report,
  project,
  values,
  problems,
}: {
  place: Place;
  query: VisitQuery;
  report: VisitReport;
  /** The project that it is narrowed to. */
  project: Project | null;
  values: FormValues;
  problems: FormProblems;
}) => {
  const path = `${place.base}/visits`;
  const { period, filter } = query;
  return (
    <Screen place={place} here="Visits" title="Share this view">
      <div class="sheet narrow">
        <p>
          Whoever has the address can read this report without signing in. They see names of links and codes
          with their public names where they have one, and counts; no destinations and no ids. They cannot
          change what it shows. You can revoke it at any time.
        </p>
        <Facts
          facts={[
            [
              "Period",
              "days" in period
                ? `The last ${period.days} days, whenever it is read`
                : rangeName(report, report.zone),
            ],
            ["Compared with", query.compare === null ? null : COMPARISON_NAMES[query.compare]],
            ["Project", project ? <bdi>{project.name}</bdi> : report.link ? null : "All projects"],
            ...namedFilters(filter, report.link, true).map(
              ({ label, value }) => [label, <bdi>{value}</bdi>] as const,
            ),
          ]}
        />
        <Form action={visitHref(`${path}/share`, query)} problem={problems.form}>
          <TextField
            name="name"
            label="Name"
            hint="Its readers see it as the heading."
            value={values.text("name")}
            error={problems.fields.get("name")}
            maxLength={MAX_REPORT_NAME}
            autofocus={isUntouched(problems)}
            required
          />
          <TextField
            name="expiresAt"
            type="date"
            label="Last day"
            hint="It ends with this day, in UTC. Leave it empty for a report without an end."
            value={values.text("expiresAt")}
            error={problems.fields.get("expiresAt")}
          />
          <Actions>
            <Button>Share</Button>
            <LinkButton href={visitHref(path, query)}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** Shows the address of a new report, once. */
export const NewReportPage = ({
  place,
  report,
  address,
}: {
  place: Place;
  report: SharedReport;
  address: string;
}) => (
  <Screen
    place={place}
    here="Visits"
    title={report.name}
    heading={<bdi>{report.name}</bdi>}
    scripts={["copy"]}
  >
    <Notice kind="done" focus>
      <p>
        The report is shared
        {report.expiresAt && (
          <>
            {" "}
            until <Time at={report.expiresAt} />
          </>
        )}
        .
      </p>
      <p>
        <strong>Copy the address before you leave this page.</strong> Only a hash of it is stored, so it
        cannot be shown again.
      </p>
    </Notice>
    <div class="sheet">
      <Copyable id="report-address" label="Address of the report" text={address} />
    </div>
    <Actions>
      <LinkButton href={`${place.base}/visits/shared`}>I have copied it</LinkButton>
    </Actions>
  </Screen>
);

/** What a repeated form is answered with. */
export const ShownBeforePage = ({ place, id }: { place: Place; id: string }) => (
  <Screen place={place} here="Visits" title="Shown already">
    <Notice kind="note" focus>
      This form was sent before, and the address was shown then. It is stored nowhere and cannot be shown
      again. If nobody kept it, revoke the report and share the view anew.
    </Notice>
    <Actions>
      <LinkButton href={`${place.base}/visits/shared/${id}/revoke`}>Revoke the report</LinkButton>
      <LinkButton href={`${place.base}/visits/shared`}>Shared reports</LinkButton>
    </Actions>
  </Screen>
);
