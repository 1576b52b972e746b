import type { MemberActor } from "../../features/access/actor.ts";
import { type FieldProblem, validationFailed } from "../../ground/core/errors.ts";
import type { DraftDependencies } from "./add-sales-report.ts";
import { salesNetwork } from "./networks.ts";
import { isCurrency } from "./read-money.ts";
import { requireSalesReport, salesReportNotFound } from "./review-sales-report.ts";
import type { Choices } from "./sales-report.ts";

/** Maximum length of the name of a network or an account. */
export const MAX_SALES_NAME = 60;

/** What a person chooses for a draft. */
export interface DraftChoices extends Choices {
  network: string;
  account: string;
}

const isDay = (text: string): boolean => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const label = (text: string): string => text.trim().replace(/\s+/g, " ");

/** Names as earlier reports have them: in other upper and lower case they would be another network, whose sales are added. */
async function knownNames(
  organizationId: string,
  network: string,
  account: string,
  { salesReports }: Pick<DraftDependencies, "salesReports">,
): Promise<{ network: string; account: string }> {
  const reported = await salesReports.networks(organizationId);
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const known = reported.filter((each) => isSame(each.network, network));
  return {
    network: salesNetwork(network)?.name ?? known[0]?.network ?? network,
    account: known.find((each) => isSame(each.account, account))?.account ?? account,
  };
}

/** Changes how a draft is read. Throws `validation_failed`, `project_access_denied` and `not_found`. */
export async function chooseForDraft(
  actor: MemberActor,
  { reportId, network, account, ...choices }: DraftChoices & { reportId: string },
  dependencies: Pick<DraftDependencies, "salesReports" | "now">,
): Promise<void> {
  const report = await requireSalesReport(actor, reportId, dependencies);
  if (report.state !== "draft") throw salesReportNotFound();
  const named = await knownNames(report.organizationId, label(network), label(account), dependencies);
  const problems: FieldProblem[] = [];
  for (const [field, text] of Object.entries(named))
    if (text.length > MAX_SALES_NAME)
      problems.push({ field, message: `must be at most ${MAX_SALES_NAME} characters` });
  const { columns, currency, firstDay, lastDay } = choices;
  if (named.network === "") problems.push({ field: "network", message: "must be the name of the network" });
  if (columns && columns.day === undefined)
    problems.push({
      field: "columns",
      message: "must include the date: a report without days can’t be added",
    });
  if (columns && columns.amount === undefined && columns.commission === undefined)
    problems.push({ field: "columns", message: "must include an amount or a commission" });
  if (currency !== null && !isCurrency(currency))
    problems.push({ field: "currency", message: "must be a currency, such as USD" });
  for (const [field, day] of Object.entries({ firstDay, lastDay }))
    if (day !== null && !isDay(day)) problems.push({ field, message: "must be a day, such as 2026-11-21" });
  if (firstDay !== null && lastDay !== null && firstDay > lastDay)
    problems.push({ field: "lastDay", message: "must not be before the first day" });
  if (problems.length > 0) throw validationFailed(problems);
  await dependencies.salesReports.choose({ ...report, ...named, choices });
}
