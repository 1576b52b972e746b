import type { Projects } from "../../features/access/actor.ts";
import type { ProjectStore } from "../../features/access/project-store.ts";
import { type Brand, brandOf } from "../../features/brands/brand.ts";
import type { EndingLink, LinkProblem } from "../../features/links/attention-store.ts";
import { THE_REST } from "../../features/visits/breakdown.ts";
import type { VisitReport } from "../../features/visits/get-visit-report.ts";
import type { PartInLanguage, ReadReportPart, ReportPart } from "../../features/visits/report-part.ts";
import { answerOf } from "../../features/visits/report-plan.ts";
import { type ReportWords, wordsIn } from "../../features/visits/report-words.ts";
import { readSharedReport, type SharedReport } from "../../features/visits/shared-report.ts";
import type { VisitNumbers } from "../../features/visits/statistics.ts";
import { lastDayUntil } from "../../ground/core/zone.ts";
import type { MailBlock, MailContent, Recipient } from "../mail/mail.ts";

/** A shared report with its current numbers. */
export interface ReportContent {
  shared: SharedReport;
  report: VisitReport;
  /** That of the project that the report is about; null without a brand, or about several projects. */
  brand: Brand | null;
  projects: Projects;
  /** What extras add to it. */
  parts: readonly PartInLanguage[];
}

/** The current content of a shared report. Throws what `readSharedReport` throws. */
export async function readContent(
  shared: SharedReport,
  dependencies: Parameters<typeof readSharedReport>[1] & {
    projects: ProjectStore;
    reportParts: readonly ReadReportPart[];
  },
): Promise<ReportContent> {
  const { organizationId, view } = shared;
  const report = await readSharedReport(shared, dependencies);
  const projectId = report.link?.projectId ?? report.filter.projectId;
  const project = projectId === null ? null : await dependencies.projects.find(organizationId, projectId);
  const projects: Projects = projectId === null ? (view.projects ?? "all") : [projectId];
  const read = { shared, report, projects };
  const parts = await Promise.all(dependencies.reportParts.map((part) => part(read)));
  return { ...read, brand: brandOf(project), parts: parts.filter((part) => part !== null) };
}

/** What needs attention in the projects of a report that a member may use. */
export interface ReportAttention {
  problems: readonly LinkProblem[];
  ending: readonly EndingLink[];
}

const MAX_LINKS = 5;

const isNumber = (value: number | null | undefined): value is number => typeof value === "number";

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
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  return {
    day: (text: string) => day.format(noon(text)),
    shortDay: (text: string) => short.format(noon(text)),
    days: (from: string, to: string) => day.formatRange(noon(from), noon(to)),
    number: (value: number) => number.format(value),
    change: (now: number, before: number) => (before === 0 ? "" : ` (${percent.format(now / before - 1)})`),
  };
}
/** The mail with a report in the language of its recipient, with what needs attention unless that is null. */
export async function reportMail(
  { shared, report, brand, parts }: ReportContent,
  { language, origin }: Recipient,
  attention: ReportAttention | null,
): Promise<MailContent> {
  const messages = await wordsIn(language);
  const { day, shortDay, days, number, change } = formatsOf(language);
  const { zone, interval } = report;
  const from = zone.dayOf(report.from);
  const period = days(from, lastDayUntil(report.to, zone));
  const blocks: MailBlock[] = [{ type: "text", text: period }];
  if (shared.note !== "") blocks.push({ type: "text", text: shared.note });

  const series = answerOf(report.series);
  if (series) {
    const before = answerOf(report.comparison)?.totals;
    const figures = [
      [messages.visits, people],
      [messages.scans, ({ scans }: VisitNumbers) => scans],
      [messages.clicks, ({ clicks }: VisitNumbers) => clicks],
    ] as const;
    const rows = figures.map(([label, of]) => {
      const then = before && number(of(before)) + change(of(series.totals), of(before));
      return [label, number(of(series.totals)), ...(then === undefined ? [] : [then])];
    });
    const { visitors } = series.totals;
    const earlier = before?.visitors;
    if (visitors !== null)
      rows.push([
        messages.dailyVisitors,
        number(visitors),
        ...(before ? [isNumber(earlier) ? number(earlier) + change(visitors, earlier) : "–"] : []),
      ]);
    const most = Math.max(1, ...series.buckets.map(people));
    const bars = series.buckets.map((bucket) => {
      // The first week of a month may begin before it.
      const start = [bucket.start.slice(0, 10), from].sort().at(-1) ?? "";
      const label = interval === "day" ? shortDay(start) : day(start);
      return { label, value: number(people(bucket)), share: people(bucket) / most };
    });
    blocks.push(
      { type: "table", columns: ["", "", ...(before ? [messages.before] : [])], rows },
      { type: "bars", title: messages.visits, rows: bars },
    );
  }

  for (const part of parts) blocks.push(...partBlocks(await part(language)));

  const links = topLinks(report).map(({ label, scans, clicks }) => [label, number(scans), number(clicks)]);
  const columns = ["", messages.scans, messages.clicks];
  if (links.length > 0) blocks.push({ type: "table", title: messages.topLinks, columns, rows: links });

  const base = `${origin}/dashboard/o/${encodeURIComponent(shared.organizationId)}`;
  const items = attentionItems(attention, messages, (time) => day(zone.dayOf(new Date(time)))).map(
    ({ linkId, name, what }) => ({ text: `${name}: ${what}`, url: `${base}/links/${linkId}` }),
  );
  if (items.length > 0) blocks.push({ type: "list", title: messages.attention, items });

  blocks.push({ type: "button", text: messages.open, url: `${origin}/shared/{token}` });
  const { name } = shared;
  return {
    subject: `${name}: ${period}`,
    heading: name,
    blocks,
    ...(brand && { brand: { name: brand.name, accent: brand.accent } }),
  };
}

/** The figures of an extra and what is known of them. */
const partBlocks = ({ title, figures, hint }: ReportPart): MailBlock[] => [
  ...(figures.length === 0
    ? []
    : [
        {
          type: "table" as const,
          title,
          columns: ["", ""],
          rows: figures.map(({ label, texts, note }) => [
            label,
            `${texts.join(" · ")}${note === undefined ? "" : ` (${note})`}`,
          ]),
        },
      ]),
  { type: "text", ...(figures.length === 0 && { title }), text: hint },
];

/** The links with the most visits, by names that readers can distinguish. */
function topLinks(report: VisitReport): (VisitNumbers & { label: string })[] {
  const found = answerOf(report.breakdowns.find(({ by }) => by === "link")?.answer ?? null)?.rows ?? [];
  const links = found.filter((row) => row.key !== THE_REST && people(row) > 0).slice(0, MAX_LINKS);
  return links.map(({ name = "", publicName, ...numbers }) => {
    const isShared = links.filter((each) => each.publicName === publicName).length > 1;
    const label = isShared && name ? `${publicName} (${name})` : publicName;
    return { ...numbers, label: publicName === null ? name : (label ?? name) };
  });
}

/** What needs attention, and why. */
function attentionItems(
  attention: ReportAttention | null,
  { pageFailed, broken, unavailable, ends }: ReportWords,
  dayOf: (time: string) => string,
): { linkId: string; name: string; what: string }[] {
  const texts: Partial<Record<LinkProblem["kind"], string>> = {
    page_failed: pageFailed,
    destination_broken: broken,
    products_unavailable: unavailable,
  };
  const { problems = [], ending = [] } = attention ?? {};
  return [
    ...problems.map(({ kind, ...link }) => ({ ...link, what: texts[kind] ?? "" })),
    ...ending.map(({ activeUntil, ...link }) => ({
      ...link,
      what: ends.replace("{date}", () => dayOf(activeUntil)),
    })),
  ];
}
