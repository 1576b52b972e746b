import { isReadable, type SharedReport } from "../../visits/shared-report.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Done } from "../components/done.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Form } from "../components/form.tsx";
import { Empty, Paging, Table } from "../components/table.tsx";
import type { Place } from "../layout/context.ts";
import type { FormProblems } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { visitHref } from "../visit-report/visit-query.ts";

const MESSAGES = {
  revoked: "The report was revoked. Its address leads nowhere from now on.",
  already: "This report was revoked already.",
};

/** The shared reports, newest first. */
export const SharedListPage = ({
  place,
  page,
  now,
  isFirst,
  done,
}: {
  place: Place;
  page: { reports: readonly SharedReport[]; nextCursor: string | null };
  now: Date;
  isFirst: boolean;
  done: string | undefined;
}) => {
  const path = `${place.base}/visits`;
  return (
    <Screen
      place={place}
      here="Visits"
      title="Shared reports"
      actions={<LinkButton href={path}>All visits</LinkButton>}
    >
      <Done done={done} messages={MESSAGES} />
      {page.reports.length === 0 && isFirst ? (
        <Empty title="Nothing is shared" action={<LinkButton href={path}>Choose a view</LinkButton>}>
          Share a view of visits with somebody who has no sign-in: choose the period and the filters, then
          Share.
        </Empty>
      ) : (
        <Table
          caption="Shared reports, newest first"
          columns={[
            { label: "Name" },
            { label: "State" },
            { label: "Shared" },
            { label: "Revoke", quiet: true },
          ]}
          rows={page.reports.map((report) => [
            <a href={visitHref(path, { ...report.view, ownInterval: true })}>
              <bdi>{report.name}</bdi>
            </a>,
            <State report={report} now={now} />,
            <Time at={report.createdAt} date />,
            report.revokedAt === null ? (
              <a href={`${path}/shared/${report.id}/revoke`} aria-label={`Revoke ${report.name}`}>
                Revoke
              </a>
            ) : null,
          ])}
        />
      )}
      <Paging
        first={isFirst ? null : `${path}/shared`}
        next={
          page.nextCursor === null ? null : `${path}/shared?cursor=${encodeURIComponent(page.nextCursor)}`
        }
      />
    </Screen>
  );
};

const State = ({ report, now }: { report: SharedReport; now: Date }) => {
  if (report.revokedAt !== null) return <Badge kind="bad">Revoked</Badge>;
  if (!isReadable(report, now)) return <Badge kind="quiet">Ended</Badge>;
  return (
    <>
      <Badge kind="good">Readable</Badge>
      {report.expiresAt && (
        <small>
          {" "}
          until <Time at={report.expiresAt} />
        </small>
      )}
    </>
  );
};

/** Asks before a report is revoked, and says what will happen. */
export const RevokeReportPage = ({
  place,
  report,
  problems,
}: {
  place: Place;
  report: SharedReport;
  problems: FormProblems;
}) => {
  const path = `${place.base}/visits/shared`;
  return (
    <Screen place={place} here="Visits" title="Revoke a report?">
      <div class="sheet narrow">
        <p>
          Nobody can read{" "}
          <strong>
            <bdi>{report.name}</bdi>
          </strong>{" "}
          at its address any more. This cannot be undone; the view can be shared anew at another address.
        </p>
        <Form action={`${path}/${report.id}/revoke`} problem={problems.form}>
          <Actions>
            <Button emphasis="danger">Revoke the report</Button>
            <LinkButton href={path}>Keep the report</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
