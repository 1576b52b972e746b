import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { textTable } from "../../ground/core/text-table.ts";

/** The names of the texts of reports, in mails and on pages. Braces have what the report fills in. */
// biome-ignore format: in the order of the rows.
const REPORT_TEXTS = ["visits", "scans", "clicks", "before", "topLinks", "attention", "pageFailed", "broken", "unavailable", "ends", "open", "period", "until", "noNumbers", "wasBefore", "overTime", "asCsv", "soFar", "asTable", "robots", "previews", "weekOf", "visitsBy", "compared", "upTo", "tooOld", "firstPart", "noDevices", "leftOut", "lastVisit", "noRecent", "links", "qrCodes", "retailers", "countries", "devices", "visitors", "referrers", "choices", "sentTo", "lots", "sources", "source", "withoutSource", "link", "qrCode", "retailer", "country", "device", "tag", "name", "chosen", "choiceNote", "phone", "tablet", "desktop", "otherDevice", "unknownCountry", "others", "unnamed", "withoutCode", "direct", "lastMonth", "lastYear", "sameWeekdays", "earlier", "gone", "busy", "tooMany", "dailyVisitors", "visitorsUnknown"] as const;

/** The English texts, which the dashboard has too. */
// biome-ignore format: a row, as for the other languages.
export const ENGLISH = textTable(REPORT_TEXTS, {
  en: ["Visits", "Scans", "Clicks", "Before", "Top links", "Needs attention", "The page could not be created", "A destination no longer works", "Products are unavailable", "Ends on {date}", "Open the report", "Period", "Available until", "No numbers for this period.", "{count} before", "Over time", "{name} as CSV", "So far", "Show as a table", "Robots", "Link previews", "Week of {date}", "Visits by {name}", "Compared with {period}.", ", up to {time}", "The earlier period is no longer stored at this detail.", "The first bar starts on the first day of the period.", "Robots and link previews have no device and aren't included.", "Not included: {list}.", "Last visit counted: {time}.", "No visits in the last two days.", "Links", "QR codes", "Retailers", "Countries", "Devices", "Who came", "Referrers", "Which shop", "Where people were sent", "Lots", "Sources", "Source", "Without a source", "Link", "QR code", "Retailer", "Country", "Device", "Tag", "Name", "Chosen", "{taps} of {visits} visits chose a shop ({share}).", "Phone", "Tablet", "Desktop", "Other device", "Unknown country", "All others", "Unnamed", "Without a QR code", "Direct or unknown", "Same days last month", "Same days last year", "Same weekdays, {earlier}", "{length} earlier", "This report doesn't exist, has expired or was revoked. Ask the person who sent you the link.", "Many people are reading this report. Wait a minute and open the link again.", "This report covers too many links. Ask the person who sent you the link for a report of one project.", "Daily visitors", "Not known with this filter or period."],
}).en;
export type ReportWords = typeof ENGLISH;

/** The texts in a language. Only readers of reports need those of other languages, so they are loaded on demand. */
export async function wordsIn(language: PageLanguage): Promise<ReportWords> {
  if (language === "en") return ENGLISH;
  const { REPORT_ROWS } = await import("./report-messages.ts");
  return textTable(REPORT_TEXTS, REPORT_ROWS)[language];
}
