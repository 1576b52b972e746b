import { sendNow } from "../../../extras/reports/manage-schedule.ts";
import {
  getSharedReport,
  renewSharedReport,
  revokeSharedReport,
} from "../../../features/visits/manage-shared-reports.ts";
import type { SharedReport } from "../../../features/visits/shared-report.ts";
import { AskPage } from "../components/ask-page.tsx";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { NewReportPage, ShownBeforePage } from "./share-pages.tsx";

/** The id in the path. */
export const reportId = (c: DashboardContext): { id: string } => ({ id: c.req.param("report") ?? "" });

/** The report of the path, for a member who manages it. */
export const loadReport = (c: DashboardContext): Promise<SharedReport> =>
  getSharedReport(c.var.place.actor, reportId(c), c.var.dependencies);

/** A form that asks before it does something with a report. */
const asking = (
  action: "revoke" | "address" | "send",
  { title, button, text }: { title: string; button: string; text: string },
  save: FormScreen<SharedReport>["save"],
): FormScreen<SharedReport> => ({
  load: loadReport,
  page: ({ var: { place } }, { id, name }, _, problems) => (
    <AskPage
      place={place}
      here="Reports"
      title={title}
      action={`${place.base}/reports/${id}/${action}`}
      problem={problems.form}
      emphasis={action === "revoke" ? "danger" : "primary"}
      button={button}
      back={{ href: `${place.base}/reports/${id}` }}
    >
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        : {text}
      </p>
    </AskPage>
  ),
  save,
});

/** Revokes a shared report after confirmation. */
export const revocation = asking(
  "revoke",
  {
    title: "Revoke a report?",
    button: "Revoke the report",
    text: "Nobody can open the report after you revoke it, and it is no longer sent. This can't be undone, but you can share the view again.",
  },
  async (c) => {
    const { place, dependencies } = c.var;
    const { already } = await revokeSharedReport(place.actor, reportId(c), dependencies);
    return seeOther(`${place.base}/reports?done=${already ? "already" : "revoked"}`);
  },
);

/** Gives a report a new address after confirmation. The response shows it once. */
export const newAddress = asking(
  "address",
  {
    title: "New address?",
    button: "New address",
    text: "The report gets a new link, which is shown once. The former link stops working immediately; links in mails keep working for their recipients.",
  },
  async (c, values) => {
    const { place, dependencies, origins } = c.var;
    const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
    const result = await renewSharedReport(place.actor, { ...reportId(c), idempotency }, dependencies);
    if (result.kind === "replayed")
      return pageResponse(<ShownBeforePage place={place} id={result.receipt} />);
    const address = `${origins.api}/shared/${result.value.token}`;
    return pageResponse(<NewReportPage place={place} report={result.value} address={address} />);
  },
);

/** Sends a report to its recipients now. */
export const sending = asking(
  "send",
  {
    title: "Send now?",
    button: "Send now",
    text: "Everyone who gets mail receives the last whole week or month.",
  },
  async (c) => {
    const { place, dependencies } = c.var;
    const sent = await sendNow(place.actor, reportId(c), dependencies);
    return seeOther(`${place.base}/reports/${reportId(c).id}?done=${sent > 0 ? "sent" : "not-sent"}`);
  },
);
