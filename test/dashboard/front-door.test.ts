import { describe, expect, test } from "vitest";
import { MANIFEST, SCRIPTS, STYLESHEET } from "../../src/surfaces/dashboard/layout/assets.ts";
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

  test("can be installed: the manifest has icons of the stated sizes, and there is no service worker", async () => {
    const answer = await service.fetch(MANIFEST.path);
    expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string; type: string }[] };
    expect(manifest).toMatchObject({ start_url: "/dashboard", display: "standalone" });
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["any", "192x192", "512x512", "512x512"]);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await service.fetch(src);
      expect([src, icon.status, icon.headers.get("Content-Type")]).toEqual([src, 200, type]);
      const bytes = Buffer.from(await icon.arrayBuffer());
      if (type === "image/png") expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    for (const { content } of Object.values(SCRIPTS)) expect(content).not.toContain("serviceWorker");
  });

  test("serves styles and scripts at content-hashed paths, cached forever", async () => {
    const paths = [STYLESHEET, ...Object.values(SCRIPTS)].map(({ path }) => path);
    for (const path of paths) {
      const { status, headers } = await service.fetch(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("Content-Type")).toMatch(path.endsWith(".css") ? /^text\/css/ : /^text\/javascript/);
    }
    expect((await service.fetch("/assets/0000000.css")).status).toBe(404);
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
