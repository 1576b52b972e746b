import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { linkBody } from "../bodies.ts";
import { startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { withVariables } from "./with-variables.ts";

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** The stored state of a link's page, and the link's destination. */
interface PageRow {
  state: string;
  attempts: number;
  next_attempt_at: string | null;
  last_error: string | null;
  page_url: string | null;
  made_at: string | null;
  expires_at: string | null;
  lease_id: string | null;
  destination: string;
  version: number;
  url_type: string;
}

/**
 * Starts a fake delivery app, which is closed after the last test of the file, and gives a shared service that asks it
 * for pages; without the variables of each request, it asks nobody. No test finds what another asked for or left due.
 */
export async function useDeliveryAppService() {
  const app = await startDeliveryApp();
  const shared = await useService({ config: { main: "test/faults/worker.ts" } }, "acme");
  const service = withVariables(shared, {
    DELIVERY_APP_BASE_URL: app.origin,
    DELIVERY_APP_POSTAL_CODES: "60601",
    DELIVERY_APP_API_KEY: app.key,
  });
  const { key } = await service.issueKey();
  // Discovery uses the same server; here it has no work.
  await service.env.DB.prepare(
    "INSERT INTO delivery_app_postal_codes (postal_code, next_at) VALUES ('60601', '9999-01-01T00:00:00.000Z')",
  ).run();
  afterAll(() => app.close());
  beforeEach(() => {
    app.asked.length = 0;
  });
  afterEach(async () => {
    app.always(null);
    // Due work of one test must not affect another.
    await service.env.DB.prepare(
      "UPDATE delivery_app_pages SET next_attempt_at = NULL, expires_at = NULL",
    ).run();
  });

  const rowOf = (linkId: string): Promise<PageRow | null> =>
    service.env.DB.prepare(
      `SELECT delivery_app_pages.*, destination, version, url_type FROM delivery_app_pages
       JOIN links ON links.id = link_id WHERE link_id = ?1`,
    )
      .bind(linkId)
      .first<PageRow>();

  /** The row once no attempt is running and it has the given number of attempts since the last page. */
  const settled = (linkId: string, attempts: number): Promise<PageRow> =>
    vi.waitUntil(
      async () => {
        const row = await rowOf(linkId);
        return row && row.lease_id === null && row.attempts === attempts && (row.page_url || attempts > 0)
          ? row
          : null;
      },
      { timeout: 30_000 },
    );

  const createLink = async (pair: string, changes: object = {}) =>
    expectLink(await post(service, "/v1/links", linkBody(pair, changes), { key }));

  const cron = (time: Date) => service.scheduled("* * * * *", time);
  const location = async (shortId: string) => (await get(service, `/${shortId}`)).headers.get("Location");

  return { app, shared, service, key, rowOf, settled, createLink, cron, location };
}
