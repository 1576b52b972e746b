import { describe, expect, test } from "vitest";
import { withVariables } from "../faults/with-variables.ts";
import { useService } from "../use-service.ts";

const shared = await useService({ config: { main: "test/faults/worker.ts" } });
const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("one host for everything", () => {
  const service = shared;

  test("redirects people to the dashboard", async () => {
    const answer = await service.fetch("/", { headers: BROWSER, redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/dashboard"]);
  });

  test("returns the important URLs to programs", async () => {
    const answer = await service.fetch("/", { headers: { Accept: "application/json" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toContain("application/json");
    const { origin } = service.url;
    expect(await answer.json()).toMatchObject({
      service: "shoppable-links",
      documentation: `${origin}/docs`,
      contract: `${origin}/openapi.json`,
      links: `${origin}/v1/links`,
    });
    expect((await service.fetch("/", { method: "POST" })).status).toBe(405);
  });
});

describe("a separate host for short links", () => {
  const service = withVariables(shared, {
    SHORT_LINK_ORIGIN: "https://go.example",
    API_ORIGIN: "https://api.example",
  });

  /** Asks the Worker under another host, as its routes do in production. */
  const open = (url: string) => service.fetch(url, { headers: BROWSER, redirect: "manual" });

  test("explains the address to shoppers; the other host redirects to the dashboard", async () => {
    const shoppers = await open("https://go.example/");
    expect(shoppers.status).toBe(200);
    expect(await shoppers.text()).toContain("This site opens the shopping links");
    expect((await open("https://api.example/")).status).toBe(303);
  });
});
