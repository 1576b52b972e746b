import { expect, test } from "vitest";
import { LOGO } from "../logos.ts";
import { useDashboard } from "./dashboard.ts";
import { upload } from "./import.ts";

const BASE = "/dashboard/o/acme";
const SETTINGS = `${BASE}/settings`;

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "editor@acme.example", "editor");
const owner = await dashboard.as("owner@acme.example");
const editor = await dashboard.as("editor@acme.example");

test("owners reach every setting from one screen, with its current value", async () => {
  const empty = (await owner.open(SETTINGS)).text;
  expect(empty).toContain(`href="${BASE}/projects/new"`);
  for (const path of ["/domains", "/time-zone", "/members", "/keys", "/projects"])
    expect(empty).toContain(`<h2><a href="${BASE}${path}">`);
  expect(empty).toContain("UTC");
  await owner.send(`${BASE}/projects/new`, { name: "Maple & Pine", id: "maple" });
  await owner.send(`${BASE}/projects/new`, { name: "Oak", id: "oak" });
  const fields = { "brand.name": "Maple", "brand.accent": "#c8102e" };
  await upload(dashboard, "owner@acme.example", `${BASE}/projects/maple/brand`, { fields, file: LOGO });
  await owner.send(`${BASE}/domains/new`, { host: "go.brand.example" });
  const moved = await owner.send(`${BASE}/time-zone`, { timeZone: "America/New_York" });
  const { text } = await owner.open(moved.location ?? "");
  expect(text).toContain("The time zone was changed.");
  expect(text).toContain("New York time");
  expect(text).toContain("1 pending");
  expect(text).toMatch(
    /projects\/maple\/brand"><bdi>Maple &amp; Pine<\/bdi><\/a><img src="\/brands\/[^"]+" alt="" height="20"\/><svg [^>]*aria-label="Color #c8102e"/,
  );
  expect(text).toMatch(/projects\/oak\/brand"><bdi>Oak<\/bdi><\/a><span class="quiet">Not set/);
});

test("the overview offers the time zone of the browser to owners, until they chose one", async () => {
  await dashboard.add("zones", "owner@zones.example", "owner");
  await dashboard.add("zones", "editor@zones.example", "editor");
  const [first, other] = [
    await dashboard.as("owner@zones.example"),
    await dashboard.as("editor@zones.example"),
  ];
  const offer = /<div data-zone-offer="" hidden="">.*?action="\/dashboard\/o\/zones\/time-zone"/s;
  expect((await first.open("/dashboard/o/zones")).text).toMatch(offer);
  expect((await other.open("/dashboard/o/zones")).text).not.toMatch(offer);
  // Without the script, the form is hidden and sends nothing that is valid.
  expect((await first.send("/dashboard/o/zones/time-zone", { timeZone: "" })).status).toBe(400);
  expect((await first.send("/dashboard/o/zones/time-zone", { timeZone: "UTC" })).status).toBe(303);
  expect((await first.open("/dashboard/o/zones")).text).not.toMatch(offer);
});

test("others neither see nor open the settings", async () => {
  expect((await editor.open(SETTINGS)).status).toBe(403);
  expect((await editor.open(BASE)).text).not.toContain(SETTINGS);
  expect((await owner.open(BASE)).text).toContain(`href="${SETTINGS}"`);
});
