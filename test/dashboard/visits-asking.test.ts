import { describe, expect, test } from "vitest";
import { useDashboard } from "./dashboard.ts";
import { dayAgo, figures, linesOf, makeSeason, people, VISITS } from "./visits.ts";

const dashboard = await useDashboard();
await makeSeason(dashboard.service);
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
const [viewer, hank] = await Promise.all([
  dashboard.as("viewer@acme.example"),
  dashboard.as("hank@globex.example"),
]);

/** The lines of a table of acme's visits. */
const lines = (table: string, query?: Record<string, string>) => linesOf(viewer, table, query);

describe("asking", () => {
  /** The visits that a page tells. */
  const visitsOf = async (query: string): Promise<string> => {
    const { status, text } = await viewer.open(`${VISITS}?${query}`);
    expect(status).toBe(200);
    return /<dt><a[^>]*>Visits<\/a><\/dt><dd><span class="value">([^<]+)</.exec(text)?.[1] ?? "none";
  };
  const dayName = (ago: number): string =>
    ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][new Date(`${dayAgo(ago)}T12:00Z`).getUTCDay()] ?? "";

  test("a day of the week and an hour filter every table and its file", async () => {
    const query = `days=7&dayOfWeek=${dayName(2)}&hour=12`;
    expect(await visitsOf(query)).toBe("57");
    expect(await visitsOf("days=7&hour=13")).toBe("none");
    expect(await visitsOf("days=7&hour=12&country=CA&device=phone")).toBe("20");
    expect(people(await lines("link", { days: "7", hour: "12", dayOfWeek: dayName(2) }), 2)).toBe(57);
    expect((await viewer.open(`${VISITS}?${query}`)).text).toContain("Hour: <bdi>12:00–13:00</bdi>");
    expect((await viewer.open(`${VISITS}?hour=24`)).status).toBe(400);
  });

  test("days of the week can be ticked in a form, which names each of them", async () => {
    const all = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => `dayOfWeek=${day}`).join("&");
    expect(await visitsOf(`days=30&${all}`)).toBe("98");
    expect(await visitsOf(`days=30&dayOfWeek=${dayName(2)}&dayOfWeek=${dayName(3)}`)).not.toBe("98");
  });

  test("numbers are compared with what the menu says, or with nothing", async () => {
    const page = async (compare: string) => (await viewer.open(`${VISITS}?compare=${compare}`)).text;
    expect(figures(await page("none")).Visits).toBe("98 ()");
    expect(await page("year")).toContain("Same days last year");
    expect(await page("month")).toMatch(/aria-current="true">Same days last month/);
  });

  test("the bar names the chosen days, and offers weeks, months and quarters", async () => {
    const { text } = await viewer.open(`${VISITS}?from=2026-01-05&to=2026-01-11`);
    const summaries = Array.from(
      text.matchAll(/name="visit-bar"><summary>(.*?)<\/summary>/gs),
      ([, summary = ""]) => summary.replace(/<[^>]+>/g, ""),
    );
    expect(summaries[0]).toMatch(/^5–11 Jan( 2026)?$/);
    expect(summaries[1]).toBe("vs same weekdays, 1 week earlier: 29 Dec 2025 – 4 Jan 2026");
    for (const name of ["Last week", "This month so far", "Last month", "Last quarter"])
      expect(text).toContain(`>${name}</a>`);
    expect(text).toMatch(/>Same days last year <small>5–11 Jan 2025<\/small>/);
  });

  test("a range that is too long is said in plain words, and what was chosen stays", async () => {
    const { text } = await viewer.open(`${VISITS}?days=90&interval=hour`);
    expect(text).toContain("By hour works for up to 31 days. Shorten the dates or group by day.");
    expect(text).toMatch(/<option value="hour" selected="">/);
    expect(text).toMatch(/days=90&amp;interval=hour|aria-current="page">90 days|days=7/);
    const { text: turned } = await viewer.open(`${VISITS}?from=2026-02-02&to=2026-02-01`);
    expect(turned).toContain("The last day is before the first.");
  });

  test("a page is at most 14 kB as it is sent", async () => {
    for (const query of ["", "?days=90&all=link", "?days=1"]) {
      const { text } = await viewer.open(`${VISITS}${query}`);
      const sent = await new Response(
        new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")),
      ).arrayBuffer();
      expect([query, sent.byteLength < 14_000]).toEqual([query, true]);
    }
  });
});

describe("the time zone", () => {
  test("is chosen by an owner from all that there are, and named as people say it", async () => {
    const path = "/dashboard/o/globex/time-zone";
    const { text } = await hank.open(path);
    expect(text).toContain('<option value="America/New_York">New York time</option>');
    expect((await hank.send(path, { timeZone: "America/New_York" })).status).toBe(303);
    expect((await viewer.open(VISITS)).text).not.toContain("Change the time zone");
    const { results } = await dashboard.service.env.DB.prepare(
      "SELECT time_zone FROM organizations WHERE id = 'globex'",
    ).all();
    expect(results).toEqual([{ time_zone: "America/New_York" }]);
  });
});
