import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { textTable } from "../../ground/core/text-table.ts";

/** The names of the texts beside visits, in the dashboard, in mails and on the pages of reports. Braces have what is filled in. */
// biome-ignore format: in the order of the rows.
const SALES_TEXTS = ["title", "orders", "sales", "commission", "perThousand", "pending", "reversed", "until", "share", "none"] as const;

/** The English texts, which the dashboard has too. */
// biome-ignore format: a row, as for the other languages.
export const ENGLISH_SALES = textTable(SALES_TEXTS, {
  en: ["Orders and sales", "Orders", "Sales", "Commission", "Sales per 1,000 visits", "{value} pending", "{value} reversed", "Sales reports are in until {days}.", "{share} of visits went to shops that report sales.", "No orders in this period."],
}).en;
export type SalesWords = typeof ENGLISH_SALES;

/** The texts in a language. Only readers of reports need those of other languages, so they are loaded on demand. */
export async function salesWordsIn(language: PageLanguage): Promise<SalesWords> {
  if (language === "en") return ENGLISH_SALES;
  const { SALES_ROWS } = await import("./sales-messages.ts");
  return textTable(SALES_TEXTS, SALES_ROWS)[language];
}
