import { expect } from "vitest";
import { addSalesReport } from "../../src/extras/sales/add-sales-report.ts";
import { chooseForDraft, type DraftChoices } from "../../src/extras/sales/choose-for-draft.ts";
import { getSales, type SalesDimension, type SalesInput } from "../../src/extras/sales/get-sales.ts";
import { confirmSalesReport } from "../../src/extras/sales/manage-sales-reports.ts";
import { reviewSalesReport } from "../../src/extras/sales/review-sales-report.ts";
import { NO_CHOICES } from "../../src/extras/sales/sales-report.ts";
import type { SalesRow } from "../../src/extras/sales/sales-rows.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { type Json, post } from "../requests.ts";
import type { SharedService } from "../use-service.ts";

export const owner = memberOf("owner");
export const NOW = new Date("2026-12-01T12:00:00.000Z");
export const refused = (code: string) => expect.objectContaining({ code });

/** The verbs of sales reports in the organization `acme` of a running service. */
export function selling(service: SharedService) {
  const dependenciesAt = (now: Date) => ({ ...dependenciesOf(service.env), now: () => now });
  const used = dependenciesAt(NOW);
  const add = async (content: string | Uint8Array, choices: Partial<DraftChoices> = {}, actor = owner) => {
    const draft = await addSalesReport(actor, { fileName: "report.csv", content }, used);
    if (Object.keys(choices).length > 0) {
      const { network, account } = draft;
      await chooseForDraft(
        actor,
        { ...NO_CHOICES, ...draft.choices, network, account, ...choices, reportId: draft.id },
        used,
      );
    }
    return draft.id;
  };
  return {
    used,
    dependenciesAt,
    add,
    review: (reportId: string) => reviewSalesReport(owner, { reportId }, used),
    /** What a file says: its totals, or what is asked or wrong. */
    async read(content: string | Uint8Array, choices: Partial<DraftChoices> = {}): Promise<string[]> {
      const reportId = await add(content, choices);
      const { reading, totals, isAhead } = await reviewSalesReport(owner, { reportId }, used);
      if (reading.fileProblem !== null) return [reading.fileProblem];
      const problems = reading.problems.map(({ row, heading, message }) => `${row} ${heading} ${message}`);
      return [...reading.questions, ...problems, ...said(totals), ...(isAhead ? ["ahead"] : [])];
    },
    /** Adds a report and confirms it. */
    async confirmed(content: string | Uint8Array, choices: Partial<DraftChoices> = {}): Promise<string> {
      const reportId = await add(content, choices);
      await confirmSalesReport(owner, { reportId }, used);
      return reportId;
    },
    /** The sales of November 2026. */
    sales: (
      by: readonly SalesDimension[] = [],
      filter: SalesInput["filter"] = {},
      actor: Parameters<typeof getSales>[0] = owner,
    ) => getSales(actor, { from: "2026-11-01", to: "2026-11-30", by, filter }, used),
    /** Creates a link and returns its ids. */
    async link(key: string, body: object = {}): Promise<{ id: string; shortId: string }> {
      const basic = { projectId: "main", name: "Cereal", retailer: "bigbox_w", intent: "product_detail" };
      const products = [{ retailerProductId: "123456789" }];
      const { json, text } = await post(service, "/v1/links", { ...basic, products, ...body }, { key });
      if (!json?.data) throw new Error(text);
      const data = json.data as Json;
      return { id: data.id, shortId: data.shortId };
    },
  };
}

/** Rows as `KEY USD 2 orders 30.00 3.00`, in cents. */
export const said = (rows: readonly SalesRow[]): string[] =>
  rows.map(({ key, currency, orders, amount, commission }) =>
    [key, currency, orders, amount, commission].filter((part) => part !== "").join(" "),
  );

/** The text of a file with these lines. */
export const lines = (...rows: string[]): string => rows.map((row) => `${row}\r\n`).join("");
