import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeEach, expect } from "vitest";
import { startServer } from "../platform/local-server.ts";
import { get, type Json, post } from "../requests.ts";
import { startService } from "../service.ts";

export const DAY = 86_400_000;

/** How a page of a host responds: a status, where it redirects, or anything else. */
type Page = number | string | ((response: ServerResponse, request: IncomingMessage) => void);

/** A service whose requests reach a real server that plays hosts, and a clock that the test moves. */
export async function startHealth(vars: Record<string, string> = {}) {
  const pages = new Map<string, Page>();
  const requests: { method: string; url: string; userAgent: string }[] = [];
  let open = 0;
  const most = { open: 0, perHost: 0 };
  const perHost = new Map<string, number>();
  const server = await startServer((request, response) => {
    const host = String(request.headers["x-host"]);
    const url = `${host}${request.url}`;
    requests.push({ method: request.method ?? "", url, userAgent: request.headers["user-agent"] ?? "" });
    most.open = Math.max(most.open, ++open);
    perHost.set(host, (perHost.get(host) ?? 0) + 1);
    most.perHost = Math.max(most.perHost, perHost.get(host) ?? 0);
    response.on("close", () => {
      open--;
      perHost.set(host, (perHost.get(host) ?? 0) - 1);
    });
    const page = pages.get(url) ?? 200;
    if (typeof page === "function") page(response, request);
    else if (typeof page === "number") response.writeHead(page).end();
    else response.writeHead(302, { Location: page }).end();
  });
  const port = new URL(server.origin).port;
  const service = await startService({
    config: { main: "test/health/shops.worker.ts" },
    vars: {
      ...{ CHECK_DESTINATIONS: "on", SHORT_LINK_ORIGIN: "https://go.example.net" },
      ...{ API_ORIGIN: "https://api.example.net", INTERNET_PORT: port, ...vars },
    },
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });
  const key = await service.issueKey();
  let time = Date.now();
  beforeEach(async () => {
    pages.clear();
    requests.length = 0;
    // Links of earlier tests no longer redirect, and their URLs were never requested.
    await service.env.DB.prepare("UPDATE links SET status = 'inactive'").run();
    await service.env.DB.prepare("UPDATE destination_checks SET checked_at = NULL").run();
  });
  const at = (): string => new Date(time).toISOString();
  return {
    ...{ service, key, pages, requests, most, at },
    /** Runs the jobs after so many days, until nothing is left to check. */
    async check(days = 0): Promise<void> {
      time += days * DAY + 60_000;
      const due = "SELECT count(*) AS due FROM destination_checks WHERE due_at <= ?1";
      do await service.scheduled("* * * * *", new Date(time));
      while ((await service.env.DB.prepare(due).bind(at()).first<number>("due")) !== 0);
    },
    async create(fields: object): Promise<string> {
      const common = { projectId: "main", name: "Summer", retailer: "custom", intent: "custom_url" };
      const made = await post(service, "/v1/links", { ...common, ...fields }, key);
      expect([made.status, made.text]).toEqual([201, expect.any(String)]);
      return made.json.data.id;
    },
    async health(linkId: string): Promise<Json> {
      const answer = await get(service, `/v1/links/${linkId}/destination?include=health`, key);
      expect([answer.status, answer.status < 300 || service.logs()]).toEqual([200, true]);
      return answer.json.data.health;
    },
    async events(linkId: string): Promise<Json[]> {
      const all = (await get(service, "/v1/events?type=link.broken,link.mended&limit=100", key)).json.data;
      return all.filter(({ data }: Json) => data.linkId === linkId);
    },
  };
}
