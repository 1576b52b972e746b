import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { hourOf, storeAll } from "../visits/visit-messages.ts";
import { useDashboard } from "./dashboard.ts";

const BASE = "/dashboard/o/acme";
const dashboard = await useDashboard();
const { service } = dashboard;
const key = await service.issueKey({ createProjects: ["main"] });
for (const role of ["owner", "editor"] as const) await dashboard.add("acme", `${role}@acme.example`, role);
const owner = await dashboard.as("owner@acme.example");
const linkId = (await post(service, "/v1/links", linkBody("custom custom_url"), key)).json.data.id;

test.each([
  ["link", `/links/${linkId}`],
  ["project", "/projects/main"],
])("an owner adds and deletes thresholds of a %s, and sees how far they are", async (_, path) => {
  expect((await owner.open(BASE + path)).text).toContain("Add a threshold");
  const screen = `${BASE}/thresholds${path}`;
  await service.env.DB.prepare("DELETE FROM visit_days").run();
  const added = await owner.send(screen, { at: "1000", counts: "scans" });
  expect(added.location).toBe(`${screen}?done=added`);
  await storeAll(service.env.DB, [{ linkId, qr: "default", hour: hourOf(Date.now()), visits: 8 }]);
  expect((await owner.open(BASE + path)).text).toMatch(/1,000 scans: .*so far/);
  await storeAll(service.env.DB, [{ linkId, qr: "default", hour: hourOf(Date.now()), visits: 992 }]);
  const { text } = await owner.open(screen);
  expect(text).toMatch(/1,000 scans[\s\S]*reached/);
  const [, thresholdId = ""] = /value="(thr_\w+)"/.exec(text) ?? [];
  const deleted = await owner.send(screen, { delete: thresholdId });
  expect(deleted.location).toBe(`${screen}?done=deleted`);
  expect((await owner.open(BASE + path)).text).toContain("Add a threshold");
});

test("an invalid number is refused beside its field", async () => {
  const { status, text } = await owner.send(`${BASE}/thresholds/links/${linkId}`, {
    at: "many",
    counts: "all",
  });
  expect(status).toBe(400);
  expect(text).toContain('id="at-error"');
});

test("an editor neither sees nor opens thresholds", async () => {
  const editor = await dashboard.as("editor@acme.example");
  expect((await editor.open(`${BASE}/links/${linkId}`)).text).not.toContain("threshold");
  expect((await editor.open(`${BASE}/thresholds/links/${linkId}`)).status).toBe(403);
});
