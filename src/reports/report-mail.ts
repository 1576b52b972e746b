import type { Brand } from "../brands/brand.ts";
import { lastDayUntil } from "../core/zone.ts";
import type { EndingLink, LinkProblem } from "../links/attention-store.ts";
import type { MailBlock, MailContent, Recipient } from "../mail/mail.ts";
import { THE_REST } from "../visits/breakdown.ts";
import type { VisitReport } from "../visits/get-visit-report.ts";
import { answerOf } from "../visits/report-plan.ts";
import type { SharedReport } from "../visits/shared-report.ts";
import type { VisitNumbers } from "../visits/statistics.ts";
import { type ReportMessages, reportMessages } from "./report-messages.ts";

/** A report of some days. */
export interface MailedContent {
  shared: SharedReport;
  report: VisitReport;
  brand: Brand | null;
}

/** What needs attention in the projects of a report that a member may use. */
export interface ReportAttention {
  problems: readonly LinkProblem[];
  ending: readonly EndingLink[];
}

const MAX_LINKS = 5;

const people = ({ scans, clicks }: VisitNumbers): number => scans + clicks;
/** The middle of a day in UTC, whose date is that of the day everywhere. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Days and numbers as a language writes them. */
function formatsOf(language: Recipient["language"]) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const short = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, {
    ...{ style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 },
  });
  return {
    day: (text: string) => day.format(noon(text)),
    shortDay: (text: string) => short.format(noon(text)),
    days: (from: string, to: string) => day.formatRange(noon(from), noon(to)),
    number: (value: number) => number.format(value),
    change: (now: number, before: number) => (before === 0 ? "" : ` (${percent.format(now / before - 1)})`),
  };
}
type Formats = ReturnType<typeof formatsOf>;

/** The mail with a report in the language of its recipient, with what needs attention unless that is null. */
export function reportMail(
  { shared, report, brand }: MailedContent,
  { language, origin }: Recipient,
  attention: ReportAttention | null,
): MailContent {
  const messages = reportMessages(language);
  const formats = formatsOf(language);
  const days = formats.days(report.zone.dayOf(report.from), lastDayUntil(report.to, report.zone));
  const series = answerOf(report.series);
  const links = answerOf(report.breakdowns.find(({ by }) => by === "link")?.answer ?? null);
  const base = `${origin}/dashboard/o/${encodeURIComponent(shared.organizationId)}`;
  const blocks: MailBlock[] = [
    { type: "text", text: days },
    ...(shared.note === "" ? [] : [{ type: "text", text: shared.note } as const]),
    ...(series ? totals(series.totals, answerOf(report.comparison)?.totals ?? null, messages, formats) : []),
    ...(series ? bars(report, series.buckets, messages, formats) : []),
    ...(links ? topLinks(links.rows, messages, formats) : []),
    ...(attention ? attentionList(attention, report, base, messages, formats) : []),
    { type: "button", text: messages.open, url: `${origin}/shared/{token}` },
  ];
  const { name } = shared;
  return {
    subject: `${name}: ${days}`,
    heading: name,
    blocks,
    ...(brand && { brand: { name: brand.name, accent: brand.accent } }),
  };
}

function totals(
  now: VisitNumbers,
  before: VisitNumbers | null,
  { visits, scans, clicks, before: earlier }: ReportMessages,
  { number, change }: Formats,
): MailBlock[] {
  const figures = [
    [visits, people],
    [scans, (numbers: VisitNumbers) => numbers.scans],
    [clicks, (numbers: VisitNumbers) => numbers.clicks],
  ] as const;
  const rows = figures.map(([label, of]) => [
    label,
    number(of(now)),
    ...(before ? [number(of(before)) + change(of(now), of(before))] : []),
  ]);
  return [{ type: "table", columns: ["", "", ...(before ? [earlier] : [])], rows }];
}

function bars(
  { interval, from, zone }: VisitReport,
  buckets: readonly (VisitNumbers & { start: string })[],
  { visits }: ReportMessages,
  { day, shortDay, number }: Formats,
): MailBlock[] {
  const most = Math.max(1, ...buckets.map(people));
  const rows = buckets.map((bucket) => {
    // The first week of a month may begin before it.
    const start = [bucket.start.slice(0, 10), zone.dayOf(from)].sort().at(-1) ?? "";
    const label = interval === "day" ? shortDay(start) : day(start);
    return { label, value: number(people(bucket)), share: people(bucket) / most };
  });
  return [
    { type: "heading", text: visits },
    { type: "bars", rows },
  ];
}

function topLinks(
  found: readonly (VisitNumbers & { key: string; name?: string; publicName: string | null })[],
  { topLinks: title, scans, clicks }: ReportMessages,
  { number }: Formats,
): MailBlock[] {
  const links = found.filter((row) => row.key !== THE_REST && people(row) > 0).slice(0, MAX_LINKS);
  if (links.length === 0) return [];
  const publicNames = links.map(({ publicName }) => publicName);
  const rows = links.map(({ name = "", publicName, ...numbers }) => {
    const isShared = publicNames.filter((each) => each === publicName).length > 1;
    const label = publicName === null ? name : isShared && name ? `${publicName} (${name})` : publicName;
    return [label, number(numbers.scans), number(numbers.clicks)];
  });
  return [
    { type: "heading", text: title },
    { type: "table", columns: ["", scans, clicks], rows },
  ];
}

function attentionList(
  { problems, ending }: ReportAttention,
  { zone }: VisitReport,
  base: string,
  { attention, pageFailed, broken, unavailable, ends }: ReportMessages,
  { day }: Formats,
): MailBlock[] {
  const texts = { page_failed: pageFailed, destination_broken: broken, products_unavailable: unavailable };
  const item = (linkId: string, name: string, what: string) => ({
    ...{ text: `${name}: ${what}`, url: `${base}/links/${linkId}` },
  });
  const items = [
    ...problems.flatMap(({ linkId, name, kind }) =>
      kind === "product_ids" ? [] : item(linkId, name, texts[kind]),
    ),
    ...ending.map(({ linkId, name, activeUntil }) => {
      const end = day(zone.dayOf(new Date(activeUntil)));
      return item(
        linkId,
        name,
        ends.replace("{date}", () => end),
      );
    }),
  ];
  if (items.length === 0) return [];
  return [
    { type: "heading", text: attention },
    { type: "list", items },
  ];
}
