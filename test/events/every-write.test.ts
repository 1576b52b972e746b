import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { takeBackDomain } from "../../src/features/links/take-back-domain.ts";
import type { EventType } from "../../src/features/writes/event.ts";
import { EVENT_TYPES } from "../../src/features/writes/event.ts";
import { setQuotas } from "../../src/features/writes/quota-check.ts";
import { startFakeWalmart, WALMART_SECRETS } from "../availability/fake-retailers.ts";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "../dashboard/dashboard.ts";
import { added, customRows, finished, IMPORT } from "../dashboard/import.ts";
import { apiError, startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { type Json, send } from "../requests.ts";
import { hourOf, storeAll } from "../visits/visit-messages.ts";
import { createWebhook, startReceiver } from "../webhooks/receiver.ts";
import { feedOf } from "./feed.ts";

const HOUR = 3_600_000;
const LINKS = "/dashboard/o/acme/links";

const walmart = await startFakeWalmart();
const deliveryApp = await startDeliveryApp();
afterAll(async () => {
  await walmart.close();
  await deliveryApp.close();
});
const dashboard = await useDashboard(undefined, {
  WALMART_BASE_URL: walmart.origin,
  ...WALMART_SECRETS,
  DELIVERY_APP_BASE_URL: deliveryApp.origin,
  DELIVERY_APP_API_KEY: deliveryApp.key,
});
const { service } = dashboard;
const key = await service.issueKey({ createProjects: ["main"] });
await dashboard.add("acme", "owner@acme.example", "owner");
const owner = await dashboard.as("owner@acme.example");
const feed = feedOf(service, key);
const operator = { ...dependenciesOf(service.env), ownHosts: ownHosts([]) };

const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL("/mcp", service.url), {
    requestInit: { headers: { "X-Service-API-Key": key.key } },
  }),
);
afterAll(() => client.close());

const api = async (method: string, path: string, body: unknown): Promise<Json> => {
  const answer = await send(service, method, path, body, key);
  expect([answer.status < 300 || answer.text]).toEqual([true]);
  return answer.json.data;
};
const custom = (changes: object = {}) => linkBody("custom custom_url", changes);
const newLink = (changes: object = {}, pair = "custom custom_url") =>
  api("POST", "/v1/links", linkBody(pair, changes));
const tool = async (name: string, args: Record<string, unknown>): Promise<Json> => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [text] = content as { text?: string }[];
  expect([isError ?? false, text?.text]).toEqual([false, text?.text]);
  return JSON.parse(text?.text ?? "").data;
};
const form = async (path: string, fields: Record<string, string | string[]>): Promise<string> => {
  const { status, location, text } = await owner.send(path, fields);
  expect([status, status === 303 || text]).toEqual([303, true]);
  return location ?? "";
};
const codeOf = (link: Json, identifier = "default") => `qr_${link.id}_${identifier}`;
const cron = (hours: number) => service.scheduled("* * * * *", new Date(Date.now() + hours * HOUR));
const cart = {
  products: [{ retailerProductId: "1", backupProductIds: ["2"] }],
};

/** A link whose products the retailer has looked up. */
async function checkedLink(stock: string): Promise<Json> {
  walmart.products.set("1", { stock }).set("2", { stock: "Not available" });
  const link = await newLink(cart, "bigbox_w add_to_cart");
  await expect
    .poll(
      () =>
        service.env.DB.prepare("SELECT outcome FROM availability_checks WHERE link_id = ?1")
          .bind(link.id)
          .first("outcome"),
      { timeout: 30_000 },
    )
    .not.toBeNull();
  return link;
}

/** Every way to write, its event, and the id of what it is about. */
const WRITES: [write: string, type: EventType, run: () => Promise<string>][] = [
  ["API: create", "link.created", async () => (await newLink()).id],
  [
    "API: bulk",
    "link.created",
    async () => (await api("POST", "/v1/links/bulk", { links: [custom(), custom()] }))[1].body.data.id,
  ],
  [
    "API: change",
    "link.updated",
    async () => (await api("PATCH", `/v1/links/${(await newLink()).id}`, { name: "Changed" })).id,
  ],
  [
    "API: switch off",
    "link.status_changed",
    async () => (await api("PATCH", `/v1/links/${(await newLink()).id}`, { status: "inactive" })).id,
  ],
  [
    "API: code",
    "qr_code.created",
    async () => (await api("POST", `/v1/links/${(await newLink()).id}/qr-codes`, {})).id,
  ],
  [
    "API: change of a code",
    "qr_code.updated",
    async () =>
      (await api("PATCH", `/v1/links/${(await newLink()).id}/qr-codes/default`, { name: "Door" })).id,
  ],
  ["MCP: create", "link.created", async () => (await tool("create_link", { link: custom() })).id],
  [
    "MCP: change",
    "link.updated",
    async () => {
      const { id } = await newLink();
      const { content } = await client.callTool({ name: "get_link", arguments: { linkId: id } });
      const { revision } = JSON.parse((content as { text: string }[])[0]?.text ?? "");
      return (await tool("update_link", { linkId: id, patch: { name: "Changed" }, revision })).id;
    },
  ],
  [
    "MCP: code",
    "qr_code.created",
    async () => (await tool("create_qr_code", { linkId: (await newLink()).id, qrCode: {} })).id,
  ],
  [
    "dashboard: create",
    "link.created",
    async () => {
      const path = `${LINKS}/new?retailer=custom&intent=custom_url`;
      const fields = { name: "Screen", projectId: "main", customUrl: "https://example.com/" };
      return /lnk_\w+/.exec(await form(path, fields))?.[0] ?? "";
    },
  ],
  [
    "dashboard: switch off",
    "link.status_changed",
    async () => {
      const { id } = await newLink();
      await form(`${LINKS}/${id}/switch-off`, {});
      return id;
    },
  ],
  [
    "dashboard: switch off many",
    "link.status_changed",
    async () => {
      const links = [await newLink(), await newLink()];
      await form(`${LINKS}/bulk-edit`, { status: "inactive", link: links.map(({ id }) => id), list: "" });
      return links[1].id;
    },
  ],
  [
    "dashboard: restore",
    "link.updated",
    async () => {
      const { id } = await newLink();
      await api("PATCH", `/v1/links/${id}`, { name: "Changed" });
      await feed.next();
      await form(`${LINKS}/${id}/restore/1`, { revision: "2" });
      return id;
    },
  ],
  [
    "dashboard: rename a code",
    "qr_code.updated",
    async () => {
      const link = await newLink();
      await form(`${LINKS}/${link.id}/rename-code/default`, { name: "Door" });
      return codeOf(link);
    },
  ],
  [
    "import",
    "import.finished",
    async () => {
      const path = await added(dashboard, "owner@acme.example", { file: customRows(3) });
      await form(`${path}/start`, {});
      await finished(owner, path);
      return path.slice(IMPORT.length + 1);
    },
  ],
  [
    "CLI: take a domain back",
    "link.updated",
    async () => {
      const host = "go.brand.example";
      await addDomain(OPERATOR, { host, organizationId: "acme", projectId: "main" }, operator);
      operator.domains.forget();
      const { id } = await newLink();
      await service.env.DB.prepare("UPDATE links SET domain = ?1 WHERE id = ?2").bind(host, id).run();
      await takeBackDomain(OPERATOR, { host }, operator);
      return id;
    },
  ],
  [
    "job: a retailer has it no more",
    "product.unavailable",
    async () => {
      const { id } = await checkedLink("Available");
      walmart.products.set("1", { stock: "Not available" });
      await cron(7);
      return id;
    },
  ],
  [
    "job: a retailer has it again",
    "product.back",
    async () => {
      const { id } = await checkedLink("Not available");
      walmart.products.set("1", { stock: "Available" });
      await cron(14);
      return id;
    },
  ],
  [
    "job: a backup in its place",
    "destination.switched",
    async () => {
      const { id } = await checkedLink("Available");
      walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
      await cron(21);
      return id;
    },
  ],
  ["job: the page of a list", "page.made", async () => (await newLink({}, "delivery_app shopping_list")).id],
  [
    "job: a page that is refused",
    "page.failed",
    async () => {
      deliveryApp.next(apiError(400, 1001));
      return (await newLink({}, "delivery_app recipe")).id;
    },
  ],
  [
    "job: the end of a schedule",
    "link.ended",
    async () => {
      const { id } = await newLink({
        schedule: { activeUntil: new Date(Date.now() + 24 * HOUR).toISOString() },
      });
      await cron(25);
      await cron(26);
      return id;
    },
  ],
  [
    "job: a key that expires",
    "api_key.expiring",
    async () => {
      const { id } = await service.issueKey({
        expiresAt: new Date(Date.now() + 100 * 24 * HOUR).toISOString(),
      });
      await cron(94 * 24);
      await cron(95 * 24);
      return id;
    },
  ],
];

/** When daily queries run. */
const daily = new Date(`${new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10)}T16:00:00.000Z`);
const before = (days: number) => new Date(daily.getTime() - days * 24 * HOUR);
const cronDaily = () => service.scheduled("* * * * *", daily);
WRITES.push(
  [
    "daily: a schedule that ends soon",
    "link.ending",
    async () => {
      const { id } = await newLink({ schedule: { activeUntil: before(-2).toISOString() } });
      await cronDaily();
      return id;
    },
  ],
  [
    "daily: a printed code that nobody scans",
    "code.not_scanned",
    async () => {
      const link = await newLink();
      expect((await service.fetch(`/qr/${codeOf(link)}.eps`)).status).toBe(200);
      const isNoted = "SELECT 1 AS noted FROM qr_codes WHERE link_id = ?1 AND downloaded_at IS NOT NULL";
      const noted = () => service.env.DB.prepare(isNoted).bind(link.id).first("noted");
      await expect.poll(noted, { timeout: 30_000 }).toBe(1);
      await service.env.DB.prepare("UPDATE qr_codes SET downloaded_at = ?1 WHERE link_id = ?2")
        .bind(before(15).toISOString(), link.id)
        .run();
      await cronDaily();
      return codeOf(link);
    },
  ],
  [
    "daily: an unusual number of visits",
    "visits.unusual",
    async () => {
      const { id: linkId } = await newLink();
      const visits = [1, 8, 15].map((days) => ({
        ...{ linkId, hour: hourOf(before(days).getTime()), visits: days === 1 ? 9_000 : 9 },
      }));
      await storeAll(service.env.DB, visits);
      await cronDaily();
      return "main";
    },
  ],
  [
    "daily: a quota that is nearly used",
    "quota.near",
    async () => {
      await setQuotas(service.env.DB, "acme", { projects: 1 });
      await cronDaily();
      return "acme";
    },
  ],
);

const gone = await startReceiver();
gone.always((response) => response.writeHead(410).end());
WRITES.push([
  "queue: a webhook that is gone",
  "webhook.disabled",
  async () => {
    const { id } = await createWebhook(service, key, gone.url);
    await newLink();
    return id;
  },
]);

test.each(WRITES)("%s: %s is recorded once", async (_, type, run) => {
  await feed.next();
  const id = await run();
  const isIt = (event: Json) => event.type === type && event.related.id === id;
  const events = [...(await feed.until(isIt)), ...(await feed.next())];
  expect(events.filter(isIt)).toHaveLength(1);
});

test("the table above has every type of event", () => {
  const told = new Set(WRITES.map(([, type]) => type));
  // test/health/destinations.test.ts records those of checks, which need hosts.
  expect(EVENT_TYPES.filter((type) => !told.has(type))).toEqual(["link.broken", "link.mended"]);
});

test("an import records each link that it creates", async () => {
  await feed.next();
  const path = await added(dashboard, "owner@acme.example", { file: customRows(120) });
  await form(`${path}/start`, {});
  const events = await feed.until(({ type }) => type === "import.finished");
  expect(events.filter(({ type }) => type === "link.created")).toHaveLength(120);
  expect(events.find(({ type }) => type === "import.finished").data).toMatchObject({
    created: 120,
    failed: 0,
  });
});
