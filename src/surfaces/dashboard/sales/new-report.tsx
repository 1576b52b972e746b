import {
  CONTENT_FIELD,
  invalidFile,
  MAX_FILE_BYTES,
  MAX_FILE_MIB,
} from "../../../extras/files/file-content.ts";
import { addSalesReport } from "../../../extras/sales/add-sales-report.ts";
import { SALES_NETWORKS } from "../../../extras/sales/networks.ts";
import { MAX_REPORT_ROWS } from "../../../extras/sales/sales-report.ts";
import { requireSalesManager } from "../../../features/access/sales-permissions.ts";
import { count } from "../charts/numbers.ts";
import { Facts } from "../components/facts.tsx";
import { FILE_ZONE, FileZone } from "../components/file-zone.tsx";
import { formPage } from "../components/form-page.tsx";
import { reportIdPath } from "./sales-view.ts";

/** Takes the file of a report. It becomes a draft. */
export const newReport = formPage({
  tab: "Sales",
  title: "Add a sales report",
  upload: MAX_FILE_BYTES,
  marked: [CONTENT_FIELD],
  styles: [FILE_ZONE],
  load: (c) => requireSalesManager(c.var.workspace.actor),
  intro: () => (
    <p>
      The report of an affiliate network as a CSV file, with a row for each order or item. You see what is in
      it before anything counts.
    </p>
  ),
  content: ({ problems, isNew }) => (
    <FileZone
      name="file"
      hint={`CSV, also as Excel saves it. Up to ${count(MAX_REPORT_ROWS)} rows and ${MAX_FILE_MIB} MiB.`}
      accept=".csv,.tsv,.txt,text/csv"
      error={problems.fields.get(CONTENT_FIELD)}
      autofocus={isNew}
    />
  ),
  button: "Read the file",
  back: () => "/sales",
  after: () => (
    <section class="section sheet narrow" aria-labelledby="which-report">
      <h2 id="which-report">Which report to download</h2>
      <Facts facts={[...SALES_NETWORKS.map(({ name, report }) => [name, report] as const), ANOTHER]} />
    </section>
  ),
  async save(c, _, { file }) {
    if (!file) throw invalidFile("Choose a file.");
    const { workspace, dependencies } = c.var;
    const { id } = await addSalesReport(
      workspace.actor,
      { fileName: file.name, content: file.bytes },
      dependencies,
    );
    return reportIdPath(id);
  },
});

const ANOTHER = [
  "Another network",
  "Any report with a row for each order: you are asked what its columns are.",
] as const;
