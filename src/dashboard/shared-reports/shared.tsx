import { Hono } from "hono";
import { raw } from "hono/html";
import { ServiceError } from "../../core/errors.ts";
import { clientAddress } from "../../platform/client-address.ts";
import { ERROR_STATUS, errorHeaders } from "../../platform/error-status.ts";
import { attemptOf } from "../../platform/failed-attempts.ts";
import { limitRate } from "../../platform/rate-limit.ts";
import { findSharedReport, readSharedReport } from "../../visits/shared-report.ts";
import { type Markup, pageResponse } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { PlainPage } from "../layout/layout.tsx";
import { cachedPage } from "./kept-pages.ts";
import { SharedPage } from "./shared-page.tsx";

/** The address is a secret: no page may learn it by a referrer, and no search engine may keep it. */
const answer = (page: Markup, status = 200, headers: Record<string, string> = {}): Promise<Response> =>
  pageResponse(page, status, { ...headers, "Referrer-Policy": "no-referrer" });

/** Window of SHARED_REPORT_RATE_LIMIT in wrangler.toml, in seconds. */
const REPORT_PERIOD = 60;
/** As how many views one counts for its reader's own limit: a fifth of what a report has, so that one leaves some to others. */
const READER_WEIGHT = 5;

/**
 * The pages of shared reports, below /shared, which people read without sign-in. Clients that guess tokens are limited
 * like those that guess short links. Whoever has an address may give it to any number of people, so each report has a
 * limit too, and each of its readers; what the report counts is kept for some seconds. Whether it is still shared is asked
 * each time.
 */
export const shared = new Hono<DashboardEnv>()
  .get("/:token", async (c) => {
    const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
    await attempt.begin();
    try {
      const shared = await findSharedReport(c.req.param("token"), c.var.dependencies);
      attempt.recordSuccess();
      const limiter = c.env.SHARED_REPORT_RATE_LIMIT;
      const reader = `${shared.id} ${clientAddress(c.req.raw)}`;
      await limitRate(limiter, reader, REPORT_PERIOD, READER_WEIGHT);
      await limitRate(limiter, shared.id, REPORT_PERIOD);
      const page = await cachedPage(shared.id, async () => {
        const report = await readSharedReport(shared, c.var.dependencies);
        return String(await (<SharedPage shared={shared} report={report} />));
      });
      return answer(raw(page));
    } catch (error) {
      if (error instanceof ServiceError && error.code === "not_found") await attempt.recordFailure();
      throw error;
    }
  })
  .onError((error) => {
    const code = error instanceof ServiceError ? error.code : "internal_error";
    const headers = error instanceof ServiceError ? errorHeaders(error) : {};
    const { title, text } = PROBLEMS[code] ?? OTHER;
    return answer(
      <PlainPage title={title}>
        <p>{text}</p>
      </PlainPage>,
      ERROR_STATUS[code],
      headers,
    );
  });

const OTHER = { title: "Back in a moment", text: "Something is out of order on our side. Please try again." };

const PROBLEMS: Readonly<Record<string, { title: string; text: string }>> = {
  not_found: {
    title: "Nothing here",
    text: "There is no report at this address. It may have ended, or it was revoked. Ask whoever gave you the address.",
  },
  validation_failed: {
    title: "Too large to be counted",
    text: "This report is about more links than can be counted for one page. Ask whoever gave you the address for one of a project.",
  },
  rate_limited: { title: "Too many readers", text: "Wait a minute and open the address again." },
};
