import { Hono } from "hono";
import { raw } from "hono/html";
import { readContent } from "../../../extras/reports/report-mail.ts";
import { findMailedReport } from "../../../extras/reports/send-reports.ts";
import { isUnanswered } from "../../../features/visits/report-plan.ts";
import { wordsIn } from "../../../features/visits/report-words.ts";
import {
  findSharedReport,
  readSharedReport,
  type SharedReport,
} from "../../../features/visits/shared-report.ts";
import { screenColor } from "../../../ground/core/colors.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import type { PageLanguage } from "../../../ground/core/page-languages.ts";
import { UTC } from "../../../ground/core/zone.ts";
import { pause } from "../../../ground/platform/deadlines.ts";
import { ERROR_STATUS, errorHeaders } from "../../../ground/platform/error-status.ts";
import { attemptOf } from "../../../ground/platform/failed-attempts.ts";
import { Memory } from "../../../ground/platform/memory.ts";
import { clientAddress, limitRate } from "../../../ground/platform/rate-limit.ts";
import { accentStyle } from "../../pages/choice/accent.ts";
import { ERROR_PAGE_MESSAGES } from "../../pages/i18n/error-page-messages.ts";
import { preferredLanguage } from "../../pages/i18n/languages.ts";
import { csvDownload, type Markup, pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { oneOf, queryReader } from "../layout/forms.ts";
import { Document, PlainPage } from "../layout/layout.tsx";
import { type Locale, WithLocale } from "../layout/locale.tsx";
import { REASONS } from "../visit-report/row-names.ts";
import { headingOf, reportCsv, TABLES } from "../visit-report/table-rows.ts";
import { partsIn, REPORT_STYLES, Sender, SharedContent, type SharedContentProps } from "./shared-content.tsx";

/** How long a page is cached. */
const CACHED_MS = 10_000;
const MAX_PAGES = 500;
/** In bytes. V8 uses two bytes a character unless all of them are Latin-1. */
const MAX_BYTES = 10_000_000;

/** How long a request waits for another request's page, and how often it checks. */
const WAIT_MS = 5_000;
const POLL_MS = 50;

/** The cached pages of this isolate, by path. */
const pages = new Memory<string>(MAX_PAGES, CACHED_MS, {
  weigh: (page) => 2 * page.length,
  maxWeight: MAX_BYTES,
});

/**
 * Whether a request of this isolate is rendering the page. Expires, because the runtime drops requests whose client disconnects.
 */
const pending = new Memory<boolean>(MAX_PAGES, WAIT_MS);

/**
 * The page of a report, at most ten seconds old. Concurrent requests wait for the first one, so that the report is counted once. They poll, because a request can't await a promise of another request.
 */
export async function cachedPage(path: string, make: () => Promise<string>): Promise<string> {
  for (let waited = 0; ; waited += POLL_MS) {
    const known = pages.get(path, Date.now());
    if (known !== undefined) return known;
    if (!pending.get(path, Date.now()) || waited >= WAIT_MS) break;
    await pause(POLL_MS);
  }
  pending.set(path, true, Date.now());
  try {
    const page = await make();
    pages.set(path, page, Date.now());
    return page;
  } finally {
    pending.set(path, false, Date.now());
  }
}

const accentOf = ({ brand }: SharedContentProps) =>
  brand?.accent === undefined ? [] : [{ path: `/shared/style/${screenColor(brand.accent).slice(1)}.css` }];

/** A shared report for people who can't sign in. */
const SharedPage = ({ locale, ...content }: SharedContentProps & { locale: Locale }) => (
  <WithLocale locale={locale}>
    <Document
      title={content.shared.name}
      scripts={["chart"]}
      styles={[...REPORT_STYLES, ...accentOf(content)]}
    >
      <main class="report" id="content">
        <Sender {...content} />
        <div class="page-head">
          <h1>
            <bdi>{content.shared.name}</bdi>
          </h1>
        </div>
        <SharedContent {...content} />
      </main>
    </Document>
  </WithLocale>
);

/** The URL is a secret, so it is never sent as a referrer. */
const answer = (page: Markup, status = 200, headers: Record<string, string> = {}): Promise<Response> =>
  pageResponse(page, status, { ...headers, "Referrer-Policy": "no-referrer" });

/** Window of SHARED_REPORT_RATE_LIMIT in wrangler.toml, in seconds. */
const REPORT_PERIOD = 60;
/** The weight of a view in its reader's own limit: one reader can use a fifth of a report's limit. */
const READER_WEIGHT = 5;

/**
 * The pages of shared reports, below /shared, without sign-in. Clients that guess tokens are limited like those that guess short links. Each report and each of its readers has a rate limit, because anyone can pass a link on. Pages are cached for seconds; whether a report is still shared is checked each time.
 */
export const shared = new Hono<DashboardEnv>()
  .get("/style/:color{[0-9a-f]{6}\\.css}", (c) => {
    const headers = {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "public, max-age=31536000",
    };
    return new Response(accentStyle(`#${c.req.param("color").slice(0, 6)}`), { headers });
  })
  .get("/:token", async (c) => {
    const shared = await sharedIn(c);
    const language = languageOf(c, shared);
    const page = await cachedPage(`${c.req.path} ${language}`, async () => {
      const content = await readContent(shared, c.var.dependencies);
      const locale = { language, words: await wordsIn(language), zone: content.report.zone };
      const parts = await partsIn(content, language);
      return String(
        await (<SharedPage {...content} {...{ locale, parts }} csv={`${c.req.path}/table.csv`} />),
      );
    });
    return answer(raw(page));
  })
  .get("/:token/table.csv", async (c) => sharedCsv(c, await sharedIn(c)))
  .onError(async (error, c) => {
    const code = error instanceof ServiceError ? error.code : "internal_error";
    const headers = error instanceof ServiceError ? errorHeaders(error) : {};
    const language = languageOf(c);
    const words = await wordsIn(language);
    const { unknown, unavailable } = ERROR_PAGE_MESSAGES[language];
    const problems: Readonly<Record<string, readonly [title: string, text: string]>> = {
      not_found: [unknown[0], words.gone],
      rate_limited: [unavailable[0], words.busy],
      validation_failed: [words.noNumbers, words.tooMany],
    };
    const [title, text] = problems[code] ?? unavailable;
    return answer(
      <WithLocale locale={{ language, words, zone: UTC }}>
        <PlainPage title={title}>
          <p>{text}</p>
        </PlainPage>
      </WithLocale>,
      ERROR_STATUS[code],
      headers,
    );
  });

/** The language of a report, or that of its reader. */
const languageOf = ({ req }: Pick<DashboardContext, "req">, shared?: SharedReport): PageLanguage =>
  shared?.view.language ?? preferredLanguage(req.header("Accept-Language") ?? null);

/** The report at this address, or that of a mail with its token. Throws `not_found`. */
async function reportOf({ req, var: { dependencies } }: DashboardContext): Promise<SharedReport> {
  const token = req.param("token") ?? "";
  try {
    return await findSharedReport(token, dependencies);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "not_found") throw error;
    return findMailedReport(token, dependencies);
  }
}

/** The report of the token in the path, for a reader within the limits. */
async function sharedIn(c: DashboardContext): Promise<SharedReport> {
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  await attempt.begin();
  try {
    const shared = await reportOf(c);
    attempt.recordSuccess();
    const limiter = c.env.SHARED_REPORT_RATE_LIMIT;
    const reader = `${shared.id} ${clientAddress(c.req.raw)}`;
    await limitRate(limiter, reader, REPORT_PERIOD, READER_WEIGHT);
    await limitRate(limiter, shared.id, REPORT_PERIOD);
    return shared;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") await attempt.recordFailure();
    throw error;
  }
}

const tableQuery = queryReader({ table: oneOf(TABLES) });

/** A table of a shared report as CSV. Throws `not_found` without numbers. */
export async function sharedCsv(c: DashboardContext, shared: SharedReport): Promise<Response> {
  const report = await readSharedReport(shared, c.var.dependencies);
  const { table = "series" } = tableQuery(c);
  const language = languageOf(c, shared);
  const locale = { language, words: await wordsIn(language), zone: report.zone };
  const lines = reportCsv(report, table, locale);
  if (isUnanswered(lines)) throw new ServiceError("not_found", REASONS[lines.unanswered]);
  const columns = lines.columns.map((column) => headingOf(column, locale));
  const rows = lines.rows.map((row) =>
    Object.fromEntries(lines.columns.map((column, index) => [columns[index] ?? column, row[column] ?? ""])),
  );
  return csvDownload(c, { columns, rows }, `${shared.name}-${table}.csv`);
}
