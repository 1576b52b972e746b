import { sendNow } from "../../../extras/reports/manage-schedule.ts";
import {
  getSharedReport,
  renewSharedReport,
  revokeSharedReport,
} from "../../../features/visits/manage-shared-reports.ts";
import type { SharedReport } from "../../../features/visits/shared-report.ts";
import { type FormPage, formPage } from "../components/form-page.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { NewReportPage, ShownBeforePage } from "./share-pages.tsx";

/** The id in the path. */
export const reportId = (c: DashboardContext): { id: string } => ({ id: c.req.param("report") ?? "" });

/** The report of the path, for a member who manages it. */
export const loadReport = (c: DashboardContext): Promise<SharedReport> =>
  getSharedReport(c.var.workspace.actor, reportId(c), c.var.dependencies);

/** A form that asks before it does something with a report. */
const asking = (
  part: Pick<FormPage<SharedReport, Record<never, never>>, "emphasis" | "save"> & {
    button: string;
    title: string;
    text: string;
  },
) =>
  formPage({
    ...part,
    tab: "Reports",
    load: loadReport,
    intro: ({ name }) => (
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        : {part.text}
      </p>
    ),
    back: ({ id }) => `/reports/${id}`,
  });

/** Revokes a shared report after confirmation. */
export const revocation = asking({
  title: "Revoke a report?",
  button: "Revoke the report",
  emphasis: "danger",
  text: "Nobody can open the report after you revoke it, and it is no longer sent. This can't be undone, but you can share the view again.",
  async save(c) {
    const { already } = await revokeSharedReport(c.var.workspace.actor, reportId(c), c.var.dependencies);
    return `/reports?done=${already ? "already" : "revoked"}`;
  },
});

/** Gives a report a new address after confirmation. The response shows it once. */
export const newAddress = asking({
  title: "New address?",
  button: "New address",
  text: "The report gets a new link, which is shown once. The former link stops working immediately; links in mails keep working for their recipients.",
  async save(c, _, { write }) {
    const { workspace, dependencies } = c.var;
    const idempotency = await write(({ id }: { id: string }) => id);
    const result = await renewSharedReport(workspace.actor, { ...reportId(c), idempotency }, dependencies);
    if (result.kind === "replayed")
      return pageResponse(<ShownBeforePage workspace={workspace} id={result.receipt} />);
    const address = `${dependencies.origins.api}/shared/${result.value.token}`;
    return pageResponse(<NewReportPage workspace={workspace} report={result.value} address={address} />);
  },
});

/** Sends a report to its recipients now. */
export const sending = asking({
  title: "Send now?",
  button: "Send now",
  text: "Everyone who gets mail receives the last whole week or month.",
  async save(c) {
    const sent = await sendNow(c.var.workspace.actor, reportId(c), c.var.dependencies);
    return `/reports/${reportId(c).id}?done=${sent > 0 ? "sent" : "not-sent"}`;
  },
});
