import { expect, test } from "vitest";
import { shareInterval, splitVerdict } from "../../src/surfaces/dashboard/labels/share-interval.ts";
import { utmMarks, withUtmMarks } from "../../src/surfaces/dashboard/labels/utm-marks.ts";
import { choiceBody } from "../bodies.ts";
import { deliver, hourOf, messageOf, quarterOf } from "../visits/visit-messages.ts";
import { formFields } from "./html-form.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const { dashboard, editor, create } = on;
const page = (customUrl: string, more: object = {}) => ({
  retailer: "custom" as const,
  intent: "custom_url",
  customUrl,
  ...more,
});

/** A link by chance or by rules, to whose offers these visits were sent. */
async function sentLink(pick: "first" | "split", offers: readonly object[], visits: readonly number[]) {
  const body = choiceBody({ name: "Landing test", page: { pick }, offers });
  const link = await create(body, "choice choose_retailer");
  const quarter = quarterOf(hourOf(Date.now() - 3_600_000));
  const all = visits.reduce((sum, each) => sum + each, 0);
  const message = messageOf([{ linkId: link.id, hour: quarter, visits: all }]);
  const keys = ["custom", "custom-2", "custom-3"];
  const apart = visits.map(
    (each, index) => [link.id, "choice", keys[index] ?? "", "clicks", quarter, each] as const,
  );
  expect(
    await deliver(dashboard.service.env.DB, [{ ...message, apart: apart.map((each) => [...each]) }]),
  ).toEqual([]);
  return link;
}

/** The table of where people were sent as texts, and what stands below it. */
function sentTable(text: string): { cells: string[]; note: string } {
  const [, rest = ""] = text.split("Visits by Where people were sent");
  const [table = "", note = ""] = rest.split("</table>");
  const plain = (html: string) =>
    html
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  const cells = [...table.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, html = ""]) => plain(html));
  return { cells, note: plain(note.split("</section>")[0] ?? "") };
}

test("a split's report has plan, share and what the difference is worth, on the link's page and in visits", async () => {
  const offers = [
    page("https://shop.example/landing-a", { weight: 7 }),
    page("https://shop.example/landing-b", { weight: 3 }),
  ];
  const link = await sentLink("split", offers, [27, 13]);
  for (const path of [`${LINKS}/${link.id}`, `/dashboard/o/acme/visits?link=${link.id}`]) {
    const { text } = await editor.open(path);
    expect(text).not.toMatch(/chose a shop|Which shop/);
    const { cells, note } = sentTable(text);
    expect([path, cells]).toEqual([
      path,
      [
        ...["Name", "Planned", "Share", "Visits"],
        ...["/landing-a", "70 %", "68 % (52–80)", "27"],
        ...["/landing-b", "30 %", "32 % (20–48)", "13"],
      ],
    ]);
    expect(note).toContain("Too early to say. From 330 visits on, a share is known within 5 points.");
    expect(note).toContain("This counts where people were sent. To see what sold, mark each page.");
    expect(note).toContain("Add utm_content=landing-a, landing-b");
  }
  // The button opens the form with the marks, to be looked at; a save stores them.
  const edit = `${LINKS}/${link.id}/edit`;
  const form = formFields((await editor.open(`${edit}?mark=1`)).text);
  expect(form["offers[0].customUrl"]).toBe("https://shop.example/landing-a?utm_content=landing-a");
  expect((await editor.send(edit, form)).status).toBe(303);
  const marked = sentTable((await editor.open(`${LINKS}/${link.id}`)).text);
  expect(marked.note).toContain("by utm_content: landing-a, landing-b");
});

test("places that nobody was sent to stay, and those of before say so", async () => {
  const offers = [
    page("https://shop.example/a"),
    page("https://shop.example/b"),
    page("https://shop.example/c"),
  ];
  const link = await sentLink("split", offers, [500, 480]);
  await on.patch(link.id, {
    offers: offers.slice(1).map((offer, index) => ({ ...offer, key: `custom-${index + 2}` })),
  });
  const { cells, note } = sentTable((await editor.open(`${LINKS}/${link.id}`)).text);
  expect(cells.slice(4)).toEqual([
    ...["/b", "50 %", "49 % (46–52)", "480"],
    ...["/c", "50 %", "0 % (0–0)", "0"],
    ...[expect.stringContaining("(removed)"), "–", "51 % (48–54)", "500"],
  ]);
  expect(note).toContain("Not as planned.");
});

test("a link by rules says where people were sent, without a plan", async () => {
  const offers = [page("https://own.example/ca", { countries: ["CA"] }), page("https://shop.example/all")];
  const link = await sentLink("first", offers, [3, 1]);
  const { cells, note } = sentTable((await editor.open(`${LINKS}/${link.id}`)).text);
  expect(cells).toEqual([
    ...["Name", "Share", "Visits"],
    ...["own.example", "75 %", "3"],
    ...["shop.example", "25 %", "1"],
  ]);
  expect(note).toBe("");
});

test.each([
  [27, 40, 0.52, 0.8],
  [0, 10, 0, 0.28],
  [10, 10, 0.72, 1],
  [700, 1000, 0.67, 0.73],
])("%i of %i: the share is between %f and %f (Wilson, 95 %)", (part, all, low, high) => {
  const interval = shareInterval(part, all);
  expect([interval.low, interval.high].map((each) => Math.round(each * 100) / 100)).toEqual([low, high]);
});

test.each([
  [[27, 13], [70, 30], { kind: "early", from: 330 }],
  [[0, 0], [50, 50], { kind: "early", from: 390 }],
  [[700, 300], [70, 30], { kind: "planned" }],
  [[600, 400], [70, 30], { kind: "different" }],
  [[30, 0], [50, 50], { kind: "different" }],
])("%j with the plan %j: %j", (parts, plan, verdict) => {
  const rows = parts.map((part, index) => ({ part, planned: plan[index] ?? 0 }));
  expect(splitVerdict(rows)).toEqual(verdict);
});

test.each([
  [["https://a.example/x", "https://a.example/y"], ["x", "y"], false],
  [["https://a.example/", "https://b.example/"], ["a", "b"], false],
  [["https://a.example/x.html", "https://a.example/x.php"], ["a", "b"], false],
  [["https://a.example/?utm_content=one", "https://a.example/?utm_content=two"], ["one", "two"], true],
  [["https://a.example/?utm_content=one", "https://a.example/?utm_content=one"], ["a", "b"], false],
])("%j get the marks %j", (urls, marks, isMarked) => {
  expect(utmMarks(urls.map((url) => page(url)))).toEqual({ marks, isMarked });
});

test("pages of shops can't be marked, and a common utm_content makes way for marks", () => {
  const offers = [page("https://a.example/x?utm_content=old#top"), page("https://a.example/y")];
  expect(utmMarks([...offers, { retailer: "bigbox_w" }])).toBe(null);
  expect(withUtmMarks({ offers, tracking: { utm: { source: "box", content: "both" } } })).toEqual({
    offers: [page("https://a.example/x?utm_content=x#top"), page("https://a.example/y?utm_content=y")],
    tracking: { utm: { source: "box" } },
  });
});
