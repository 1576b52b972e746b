import { expect, test } from "vitest";
import { SETTINGS } from "../../src/surfaces/dashboard/layout/navigation.ts";
import { useDashboard } from "./dashboard.ts";

const BASE = "/dashboard/o/acme";

const dashboard = await useDashboard();
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "editor@acme.example", "editor");
const owner = await dashboard.as("owner@acme.example");
const editor = await dashboard.as("editor@acme.example");

test("the tabs of the settings are on each of them, and the command menu finds them", async () => {
  for (const { name, path } of SETTINGS) {
    const { status, text } = await owner.open(`${BASE}${path}`);
    const tabs = /<nav class="tabs".*?<\/nav>/s.exec(text)?.[0] ?? "";
    expect([path, status, [...tabs.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)]).toEqual([
      path,
      200,
      SETTINGS.map((tab) => `${BASE}${tab.path}`),
    ]);
    expect(tabs).toContain(`href="${BASE}${path}" aria-current="page"`);
    const { text: found } = await owner.open(`${BASE}/find?${new URLSearchParams({ q: name })}`);
    expect(found).toContain(`"kind":"Settings","name":"${name}"`);
  }
});

test("the time zone is chosen on its own screen, which says so", async () => {
  const moved = await owner.send(`${BASE}/time-zone`, { timeZone: "America/New_York" });
  expect((await owner.open(moved.location ?? "")).text).toContain("The time zone was changed.");
});

test.each([
  ["another", "Europe/Berlin"],
  ["UTC", "UTC"],
])(
  "the overview asks owners for the time zone in its first line, until they chose %s",
  async (name, zone) => {
    const organization = `zones-${name}`;
    await dashboard.add(organization, "owner@zones.example", "owner");
    await dashboard.add(organization, "editor@zones.example", "editor");
    const [first, other] = [
      await dashboard.as("owner@zones.example"),
      await dashboard.as("editor@zones.example"),
    ];
    const home = `/dashboard/o/${organization}`;
    const line = /<div class="notice note zone-line"><form method="post" action="([^"]+)".*?<\/form>/s;
    const { text } = await first.open(`${home}?days=7`);
    const [asked = "", action] = line.exec(text) ?? [];
    expect(text.indexOf(asked)).toBeLessThan(text.indexOf('class="date-bar"'));
    expect(asked).toMatch(/<span data-zone-offer=""[^>]*><button [^>]*name="timeZone"/);
    expect(asked).toContain('name="timeZone" value="UTC">Keep UTC<');
    expect((await other.open(home)).text).not.toMatch(line);
    const chosen = await first.send(action ?? "", { timeZone: zone, from: "overview" });
    expect(chosen).toMatchObject({ status: 303, location: home });
    expect((await first.open(home)).text).not.toMatch(line);
  },
);

test.each([
  ...[
    ["Kyiv", "Europe/Kyiv"],
    ["Kolkata", "Asia/Kolkata"],
    ["Ho Chi Minh", "Asia/Ho_Chi_Minh"],
  ],
  ...[
    ["Yangon", "Asia/Yangon"],
    ["Kiev", "Europe/Kiev"],
    ["Calcutta", "Asia/Calcutta"],
    ["Saigon", "Asia/Saigon"],
  ],
  ...[
    ["Nuuk", "America/Nuuk"],
    ["Buenos Aires", "America/Argentina/Buenos_Aires"],
    ["Kathmandu", "Asia/Kathmandu"],
  ],
  ...[
    ["Faroe", "Atlantic/Faroe"],
    ["New York", "America/New_York"],
    ["Berlin", "Europe/Berlin"],
  ],
] as [string, string][])(
  "the menu of time zones finds %s by its first letters, and sets it",
  async (city, name) => {
    const { text } = await owner.open(`${BASE}/time-zone`);
    const options = [...text.matchAll(/<option value="([^"]+)"[^>]*>([^<]+)</g)];
    const found = options
      .filter(([, , label = ""]) => label.trim().startsWith(city))
      .map(([, value]) => value);
    expect(found).toEqual([name]);
    const set = await owner.send(`${BASE}/time-zone`, { timeZone: name });
    expect([set.status, set.text]).toEqual([303, ""]);
    expect((await owner.open(`${BASE}/time-zone`)).text).toMatch(new RegExp(`value="${name}" selected`));
  },
);

test("others neither see nor open what owners set", async () => {
  const { text } = await editor.open(`${BASE}/projects`);
  const { text: found } = await editor.open(`${BASE}/find?q=keys`);
  for (const { path } of SETTINGS.slice(1)) {
    expect((await editor.open(`${BASE}${path}`)).status).toBe(403);
    expect(text + found).not.toContain(`"${BASE}${path}"`);
  }
});
