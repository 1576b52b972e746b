import { describe, expect, test } from "vitest";
import type { VisitMessage } from "../../src/features/visits/visit-counts.ts";
import { deliver, messageOf, quarterOf } from "../visits/visit-messages.ts";
import { useDashboard } from "./dashboard.ts";
import { dayAgo, daysAgo, figures, linesOf, makeSeason, people, told, VISITS } from "./visits.ts";

const dashboard = await useDashboard();
const season = await makeSeason(dashboard.service);
await makeSeason(dashboard.service, "globex");
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
const [viewer, hank] = await Promise.all([
  dashboard.as("viewer@acme.example"),
  dashboard.as("hank@globex.example"),
]);

/** The lines of a table of acme's visits. */
const lines = (table: string, query?: Record<string, string>) => linesOf(viewer, table, query);

describe("numbers", () => {
  test("the screen says the same as the API, and compares with the period before", async () => {
    const range = { from: dayAgo(29), to: dayAgo(0) };
    const { totals } = await told(dashboard.service, "/v1/visits", range, season.key);
    expect(totals).toEqual({ scans: 82, clicks: 16, robots: 300, previews: 13, visitors: null });
    const { status, text, headers } = await viewer.open(VISITS);
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(figures(text)).toEqual({
      Visits: "98 (+292 %, 25 before)",
      Scans: "82 (+228 %, 25 before)",
      Clicks: "16 (0 before)",
      "Daily visitors": "– (Not known with this filter or period.)",
    });
    expect(text).toContain("Not included: Robots (300), Link previews (13).");
    expect(text).toContain("counted in UTC");
    expect(text).toContain("Poster &lt;spring&gt;");
    expect(text).not.toContain("style=");
  });

  test("another period, interval or filter shows the first rows of tables again, and keeps all else", async () => {
    const { text } = await viewer.open(`${VISITS}?all=country&compare=year&days=30`);
    const forms = [...text.matchAll(/<form method="get"[\s\S]*?<\/form>/g)].map(([form]) => form);
    expect(forms.length).toBeGreaterThanOrEqual(2);
    for (const form of forms) {
      expect(form).not.toContain('name="all"');
      expect(form).toMatch(/name="compare"/);
    }
  });

  test.each(["link", "qrCode", "country", "device", "visitor", "retailer"])(
    "the table by %s has the numbers of the API",
    async (by) => {
      const range = { from: dayAgo(29), to: dayAgo(0) };
      const { rows } = await told(dashboard.service, "/v1/visits", { ...range, by }, season.key);
      const found = await lines(by, range);
      expect(found.map((line) => [line[0], ...line.slice(-5, -1).map(Number)])).toEqual(
        rows.map((row: Record<string, unknown>) => [
          row.key,
          row.scans,
          row.clicks,
          row.robots,
          row.previews,
        ]),
      );
    },
  );

  test.each(["day", "week", "month"])("the series by %s has the numbers of the API", async (interval) => {
    const range = { from: dayAgo(59), to: dayAgo(0), interval };
    const { buckets } = await told(dashboard.service, "/v1/visits", range, season.key);
    expect((await lines("series", range)).map(([start, scans]) => [start, Number(scans)])).toEqual(
      buckets.map(({ start, scans }: Record<string, unknown>) => [start, scans]),
    );
  });

  test("a period without visits shows zeros", async () => {
    const { text } = await viewer.open(`${VISITS}?from=2024-01-01&to=2024-01-03`);
    expect(text).toContain("No visits in this period");
  });
});

describe("filters", () => {
  const cases: [Record<string, string>, number][] = [
    [{ projectId: "shop" }, 2],
    [{ device: "phone" }, 80],
    [{ device: "tablet" }, 7],
    [{ country: "CA" }, 20],
    [{ country: "XX" }, 5],
    [{ retailer: "bigbox_w" }, 8],
    [{ retailer: "bigbox_w", device: "phone" }, 8],
    [{ projectId: "main", country: "US" }, 60],
  ];
  test.each(cases)("%j: every table that can be told adds up", async (query, expected) => {
    expect(people(await lines("series", query), 1)).toBe(expected);
    expect(people(await lines("link", query), 2)).toBe(expected);
  });

  test("a link's numbers are those of the API, with any other filter from its counters", async () => {
    const { poster, key } = season;
    const link = { link: poster.id };
    const { totals } = await told(dashboard.service, `/v1/links/${poster.id}/visits`, {}, key);
    expect(people(await lines("series", link), 1)).toBe(totals.scans + totals.clicks);
    const qrCode = `qr_${poster.id}_poster-1`;
    expect(people(await lines("series", { qrCode }), 1)).toBe(27);
    expect(await lines("country", { qrCode })).toEqual([
      ["CA", "Canada", "20", "0", "0", "0", ""],
      ["US", "United States", "7", "0", "0", "0", ""],
    ]);
    expect(people(await lines("series", { ...link, country: "US", device: "tablet" }), 1)).toBe(7);
    expect(people(await lines("qrCode", { ...link, country: "US" }), 3)).toBe(57);
    expect(people(await lines("series", { ...link, retailer: "marketplace" }), 1)).toBe(0);
    const { text } = await viewer.open(`${VISITS}?qrCode=${qrCode}&country=CA`);
    expect(text).toContain("QR code: <bdi>Poster code</bdi>");
    expect(text).toContain("Country: <bdi>Canada</bdi>");
  });

  test("codes and sources that occurred are menus, and another link drops the code of the one before", async () => {
    const { poster, cart } = season;
    const { DB } = dashboard.service.env;
    const message = messageOf([]);
    const apart = [
      [cart.id, "source", "podcast", "clicks", quarterOf(daysAgo(6)), 2],
    ] satisfies VisitMessage["apart"];
    await deliver(DB, [{ ...message, apart }]);
    const menus = async (query: string) => {
      const { status, text } = await viewer.open(`${VISITS}${query}`);
      expect([query, status]).toEqual([query, 200]);
      const options = (name: string) => {
        const [, menu] = new RegExp(`<select id="${name}".*?>(.*?)</select>`, "s").exec(text) ?? [];
        return menu && Array.from(menu.matchAll(/<option[^>]*>([^<]*)/g), ([, label]) => label);
      };
      return { text, qrCode: options("qrCode"), source: options("source") };
    };
    const all = await menus("");
    expect(all.qrCode).toEqual([
      "Any code",
      "Poster &lt;spring&gt;: Default QR code",
      "Poster &lt;spring&gt;: Poster code",
      "Cart: Default QR code",
    ]);
    expect(all.source).toEqual(["Any source", "podcast"]);
    const code = `qr_${poster.id}_poster-1`;
    const filtered = await menus(`?qrCode=${code}`);
    expect(filtered.qrCode).toEqual(["Any code", "Poster code"]);
    // A code has no sources, so there is no menu of them.
    expect(filtered.source).toBeUndefined();
    expect((await menus("?source=podcast")).text).toContain("Source: <bdi>podcast</bdi>");
    const other = await menus(`?link=${cart.id}&qrCode=${code}`);
    expect(other.text).toContain("Link: <bdi>Cart</bdi>");
    expect(other.text).not.toContain("QR code: <bdi>");
  });

  test("filters that are combined fill every panel", async () => {
    const { text } = await viewer.open(`${VISITS}?country=CA&device=phone`);
    expect(figures(text).Scans).toMatch(/^20 /);
    for (const table of [">Links</h2>", ">QR codes</a>", ">Retailers</h2>"]) expect(text).toContain(table);
    expect(text).not.toMatch(/stored for 90 days|to look at/);
    expect(text).toContain("Referrers are not shown.");
    expect((await viewer.open(`${VISITS}/table.csv?table=qrCode&country=CA&device=phone`)).status).toBe(200);
  });

  test.each([
    ["89 days ago is shown by hour", 89, 24],
    ["90 days ago, whose hours are no longer stored, by day", 90, 1],
  ])("a day %s, unless an interval is chosen", async (_, ago, buckets) => {
    const day = { from: dayAgo(ago), to: dayAgo(ago) };
    expect(await lines("series", day)).toHaveLength(buckets);
    expect((await viewer.open(`${VISITS}?${new URLSearchParams(day)}`)).status).toBe(200);
  });

  test("what is no longer kept is said, not guessed", async () => {
    const old = `from=${dayAgo(210)}&to=${dayAgo(150)}`;
    const { text: aged } = await viewer.open(`${VISITS}?${old}&link=${season.poster.id}&hour=12`);
    expect(aged).toContain("stored for 90 days");
    const { text: country } = await viewer.open(`${VISITS}?${old}&link=${season.poster.id}&country=FR`);
    expect(figures(country).Scans).toBe("9 (0 before)");
    const csv = `${VISITS}/table.csv?table=series&${old}&country=CA&device=phone`;
    expect((await viewer.open(csv)).status).toBe(200);
  });

  test("a row leads to the same view with its filter, and a filter can be taken away", async () => {
    const { text } = await viewer.open(`${VISITS}?days=90&country=CA`);
    expect(text).toContain(`href="${VISITS}?days=90&amp;link=${season.poster.id}&amp;country=CA"`);
    const [, remove = ""] = /href="([^"]+)"><span class="hidden">Remove the filter Country/.exec(text) ?? [];
    expect(remove).toBe(`${VISITS}?days=90`);
  });

  test.each([
    "from=2026-02-30",
    "to=2026-01-01",
    "from=2026-02-01&to=2026-01-01",
    "interval=year",
    "country=Canada",
    "device=fridge",
    "retailer=none",
    "qrCode=poster",
    "from=2000-01-01&to=2099-01-01",
    "interval=hour&days=90",
  ])("an address that fits nothing says what is wrong: %s", async (query) => {
    const { status, text } = await viewer.open(`${VISITS}?${query}`);
    expect(status).toBe(400);
    expect(text).toContain('role="alert"');
  });
});

describe("access", () => {
  test("another organization's visits, links and projects are not to be seen", async () => {
    expect((await hank.open(VISITS)).status).toBe(404);
    expect((await hank.open(`${VISITS}/table.csv?table=link`)).status).toBe(404);
    const own = "/dashboard/o/globex/visits";
    const { text } = await hank.open(own);
    expect(text).not.toContain(season.poster.id);
    for (const query of [`link=${season.poster.id}`, `qrCode=qr_${season.poster.id}_poster-1`]) {
      expect((await hank.open(`${own}?${query}`)).status).toBe(404);
      expect((await hank.open(`${own}/table.csv?table=country&${query}`)).status).toBe(404);
    }
    expect((await viewer.open(`${VISITS}?projectId=nothing`)).status).toBe(403);
    expect((await viewer.open(`${VISITS}?link=${season.poster.id}&projectId=shop`)).status).toBe(404);
    expect((await viewer.open(`${VISITS}?qrCode=qr_${season.poster.id}_nothing`)).status).toBe(404);
  });
});

test("days that a filter excludes are not in the chart", async () => {
  // Those of which somebody came.
  const kept = [2, 3].map((ago) => new Date(`${dayAgo(ago)}T00:00:00Z`).getUTCDay());
  const names = kept.map((day) => ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][day]);
  const { text } = await viewer.open(`${VISITS}?dayOfWeek=${names}&days=30`);
  const rows =
    text
      .split("<figure")[1]
      ?.split("</figure>")[0]
      ?.match(/<tr data-row/g) ?? [];
  const days = Array.from({ length: 30 }, (_, ago) => new Date(`${dayAgo(ago)}T00:00:00Z`).getUTCDay());
  expect(rows).toHaveLength(days.filter((day) => kept.includes(day)).length);
});
