import { expect, test } from "vitest";
import { NAVIGATION } from "../../src/surfaces/dashboard/layout/navigation.ts";
import { useDashboard } from "./dashboard.ts";

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "both@acme.example", "viewer");
await dashboard.add("globex", "both@acme.example", "viewer");
const owner = await dashboard.as("owner@acme.example");

test.each([
  "/dashboard/o/acme/nothing-here",
  "/dashboard/o/acme/links/nothing/here",
  "/dashboard/nothing-here",
])("the unknown path %s keeps the navigation", async (path) => {
  const { status, text } = await owner.open(path);
  expect(status).toBe(404);
  expect(text).toContain("Page not found");
  for (const { path: screen } of NAVIGATION) expect(text).toContain(`href="/dashboard/o/acme${screen}"`);
});

test("a person with several organizations gets a plain page for a path without one", async () => {
  const { status, text } = await (await dashboard.as("both@acme.example")).open("/dashboard/nothing-here");
  expect([status, text.includes("<nav")]).toEqual([404, false]);
  expect(text).toContain('href="/dashboard"');
});

test("every screen offers help: three guides that exist", async () => {
  const docs = await (await dashboard.service.fetch("/docs", { headers: { Accept: "text/html" } })).text();
  for (const { path } of NAVIGATION) {
    const { text } = await owner.open(`/dashboard/o/acme${path}`);
    const guides = new Set([...text.matchAll(/href="\/docs#([\w-]+)"/g)].map(([, id = ""]) => id));
    expect([path, guides.size]).toEqual([path, 3]);
    for (const id of guides) expect(docs).toContain(`id="${id}"`);
  }
});
