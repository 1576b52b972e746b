import { afterAll, expect, vi } from "vitest";
import { addMember } from "../../src/features/access/manage-members.ts";
import { startFakeWalmart, WALMART_SECRETS } from "../availability/fake-retailers.ts";
import { linkBody } from "../bodies.ts";
import { visitor } from "../dashboard/dashboard.ts";
import { startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { type Answer, get, post, type RequestOptions, send } from "../requests.ts";
import { startService } from "../service.ts";
import { type Fault, faultHeader, LATER } from "./faults.ts";

/** How a binding is down. */
const DOWN_KINDS: readonly Fault[] = ["throws", "hangs"];
const DESTINATION = "https://example.com/welcome";
export const DAY_MS = 86_400_000;
const LIMITERS = ["API", "AUTHENTICATION", "UNKNOWN_LINK", "IMAGE", "SHARED_REPORT"].map(
  (name) => `${name}_RATE_LIMIT`,
);

/** Runs a check for each way to be down, all at once: most of the time of a part that hangs is its deadline. */
const inEveryWay = (check: (fault: Fault) => Promise<void>) => async (): Promise<void> => {
  await Promise.all(DOWN_KINDS.map(check));
};
/** The same, one after the other. */
export const inEachWay = (check: (fault: Fault) => Promise<void>) => async (): Promise<void> => {
  for (const fault of DOWN_KINDS) await check(fault);
};
/** The text of a cell in the table, and its test. */
type Cell = [says: string, holds: () => Promise<void>];
/** A row of the table in RELIABILITY.md. */
export interface Promised {
  fails: string;
  redirects: Cell;
  api: Cell;
}
export type FailingParts = Awaited<ReturnType<typeof startFailing>>;

/** Faults of several bindings. */
export const down = (fault: Fault, ...bindings: string[]): Record<string, Fault> =>
  Object.fromEntries(bindings.map((name) => [name, fault]));
export const limitersDown = (fault: Fault) => down(fault, ...LIMITERS);

/**
 * Starts the Worker with the faults of worker.ts, a retailer and the delivery app that can fail too, and limits that
 * nothing here reaches. All of it is closed after the last test of the file.
 */
export async function startFailing() {
  const [walmart, app] = await Promise.all([startFakeWalmart(), startDeliveryApp()]);
  const service = await startService({
    // The local identity shares the report.
    behindMiniflare: true,
    config: {
      main: "test/faults/worker.ts",
      ratelimits: LIMITERS.map((name, index) => ({
        name,
        namespace_id: String(index),
        simple: { limit: 100_000, period: 60 },
      })),
    },
    vars: {
      WALMART_BASE_URL: walmart.origin,
      DELIVERY_APP_BASE_URL: app.origin,
      DELIVERY_APP_POSTAL_CODES: "60601",
    },
    secrets: { ...WALMART_SECRETS, DELIVERY_APP_API_KEY: app.key },
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([walmart.close(), app.close()]);
  });
  const { key } = await service.issueKey();

  const api = (
    method: string,
    path: string,
    faults: Record<string, Fault> = {},
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<Answer> => send(service, method, path, body, { key, ...options, headers: faultHeader(faults) });
  const create = (faults: Record<string, Fault> = {}, changes: object = {}, idempotencyKey?: string) =>
    api(
      "POST",
      "/v1/links",
      faults,
      linkBody("custom custom_url", changes),
      idempotencyKey ? { idempotencyKey } : {},
    );
  /** A link in KV that no isolate has redirected yet. */
  async function newLink(body: object = linkBody()) {
    const link = expectLink(await post(service, "/v1/links", body, { key }));
    await vi.waitUntil(() => service.env.LINKS.get(`link:${link.shortId}`), { timeout: 30_000 });
    return link;
  }
  const visit = (shortId: string, faults: Record<string, Fault> = {}, later = 0) =>
    get(service, `/${shortId}`, { headers: { ...faultHeader(faults), [LATER]: String(later) } });

  /** Expects a redirect, by default to the destination of this file's links. */
  async function leadsOn(shortId: string, faults: Record<string, Fault> = {}, later = 0, to = DESTINATION) {
    const answer = await visit(shortId, faults, later);
    expect([answer.status, answer.headers.get("Location")], answer.text).toEqual([302, to]);
  }

  /** Redirects of a link that the isolate has not cached, has just cached, and cached 11 s ago. */
  const unaffected = (...bindings: string[]) =>
    inEveryWay(async (fault) => {
      const { shortId } = await newLink();
      for (const later of [0, 0, 11_000]) await leadsOn(shortId, down(fault, ...bindings), later);
    });
  /** Every kind of operation returns 503 with Retry-After. */
  const refused = (...bindings: string[]) =>
    inEveryWay(async (fault) => {
      const faults = down(fault, ...bindings);
      const { id } = await newLink();
      const answers = await Promise.all([
        create(faults),
        create(faults, {}, `refused-${fault}-${bindings.length}`),
        api("GET", `/v1/links/${id}`, faults),
        api("GET", "/v1/links", faults),
        api("GET", "/v1/visits", faults),
        api("PATCH", `/v1/links/${id}`, faults, { name: "Changed" }),
        api("POST", `/v1/links/${id}/qr-codes`, faults, {}),
      ]);
      for (const answer of answers) {
        expectError(answer, 503, "service_unavailable");
        expect(answer.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
      }
    });
  /** Creates, reads, changes and lists, and opens the link by its short URL. */
  const works = (...bindings: string[]) =>
    inEveryWay(async (fault) => {
      const faults = down(fault, ...bindings);
      const { id, shortId } = expectLink(await create(faults));
      expectLink(await api("PATCH", `/v1/links/${id}`, faults, { name: "Changed" }), 200);
      expect(expectLink(await api("GET", `/v1/links/${id}`, faults), 200).name).toBe("Changed");
      expectQrCode(await api("POST", `/v1/links/${id}/qr-codes`, faults, {}));
      expect((await api("GET", "/v1/links", faults)).status).toBe(200);
      await leadsOn(shortId, faults);
    });

  return {
    ...{ service, walmart, app, api, create, newLink, visit, leadsOn, unaffected, refused, works },
    /** The number of counted visits of a link. */
    counted: (linkId: string) =>
      service.env.DB.prepare(
        "SELECT coalesce(sum(scans + clicks + robots + previews), 0) AS n FROM visit_days WHERE link_id = ?1",
      )
        .bind(linkId)
        .first<number>("n"),
    /** Creates a public report of visits, and returns its path. */
    async sharedReport(): Promise<string> {
      const dependencies = dependenciesOf(service.env);
      await addMember(
        OPERATOR,
        { organization: "acme", email: "owner@demo.example", role: "owner" },
        dependencies,
      );
      const owner = visitor(service.url.origin, {});
      const { text } = await owner.send("/dashboard/o/acme/visits/share", { name: "Shared", expiresAt: "" });
      return new URL(/id="report-address">([^<]+)</.exec(text)?.[1] ?? "").pathname;
    },
  };
}
