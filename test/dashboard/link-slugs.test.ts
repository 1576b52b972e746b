import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { useDashboard } from "./dashboard.ts";
import { fieldsOf } from "./form-entries.ts";
import { htmlForm } from "./html-form.ts";
import { added, finished, IMPORT, idIn } from "./import.ts";

const LINKS = "/dashboard/o/acme/links";
const NEW = `${LINKS}/new?retailer=custom&intent=custom_url`;
const EDITOR = "editor@acme.example";

const dashboard = await useDashboard();
await dashboard.add("acme", EDITOR, "editor");
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
await dashboard.service.issueKey({ organization: "acme", createProjects: ["main", "other"] });
await dashboard.service.issueKey({ organization: "globex", createProjects: ["main"] });
await dashboard.add("acme", "limited@acme.example", "editor", ["other"]);
const [editor, viewer, limited, hank] = await Promise.all([
  dashboard.as(EDITOR),
  dashboard.as("viewer@acme.example"),
  dashboard.as("limited@acme.example"),
  dashboard.as("hank@globex.example"),
]);
const { DB } = dashboard.service.env;

const body = (name: string, slug = "") =>
  fieldsOf(linkBody("custom custom_url", { name, projectId: "main" }), { slug });
async function create(name: string, slug: string): Promise<string> {
  const { location } = await editor.send(NEW, body(name, slug));
  return /lnk_\w+/.exec(location ?? "")?.[0] ?? `none: ${location}`;
}
/** What the script is told of a slug. */
async function told(fields: Record<string, string>, path = `${LINKS}/new/slug`, by = editor) {
  const { status, text } = await by.send(path, { slug: "", name: "", projectId: "main", ...fields });
  const [, suggestion = ""] = /value="slug:([^"]*)"/.exec(text) ?? [];
  return { status, says: text.replace(/<button.*<\/button>/, "").replace(/<[^>]*>/g, ""), suggestion };
}

test("suggests a free slug of plain letters from the name", async () => {
  const names = [
    ["Summer soups!", "summer-soups"],
    ["Crème brûlée & Äpfel", "creme-brulee-and-apfel"],
    ["Straße № 5", "strasse-no-5"],
    ["Øl på Łódź", "ol-pa-lodz"],
    ["Mom's best", "moms-best"],
    // Eight letters look like a short id, and some words are reserved.
    ["Campaign", "campaign-2"],
    ["Health", "health-2"],
    ["A very long name of a link that nobody would ever read out", "a-very-long-name-of-a-link-that-nobody"],
    ["夏のスープ", ""],
    ["", ""],
  ];
  for (const [name = "", suggestion] of names)
    expect([name, (await told({ name })).suggestion]).toEqual([name, suggestion]);
  await create("First", "winter-soups");
  expect((await told({ name: "Winter soups" })).suggestion).toBe("winter-soups-2");
});

test("says whether a typed slug is free, taken, its own or invalid, and suggests another for a taken one", async () => {
  const own = await create("Mine", "spring-soups");
  const at = `${LINKS}/${own}/edit/slug`;
  const host = new URL(dashboard.service.url).host;
  expect(await told({ slug: "Autumn-Soups" })).toMatchObject({ says: `${host}/autumn-soups is free.` });
  const taken = {
    says: `${host}/spring-soups is taken.`,
    suggestion: "spring-soups-2",
  };
  expect(await told({ slug: "spring-soups" })).toMatchObject(taken);
  expect(await told({ slug: "spring-soups" }, at)).toMatchObject({
    says: `${host}/spring-soups already opens this link.`,
    suggestion: "",
  });
  expect(await told({ slug: "spring soups" })).toMatchObject({ suggestion: "spring-soups-2" });
  expect((await told({ slug: "x" })).says).toBe("x must have 3 to 64 characters.");
  expect((await told({ slug: "<b>" })).says).toContain("&lt;b&gt;");
  // Another organization learns no more than a visit of the address tells.
  const theirs = "/dashboard/o/globex/links";
  expect(await told({ slug: "spring-soups" }, `${theirs}/new/slug`, hank)).toMatchObject(taken);
  expect((await told({}, `${theirs}/${own}/edit/slug`, hank)).status).toBe(404);
  expect((await told({}, `${LINKS}/new/slug`, hank)).status).toBe(404);
  expect((await told({}, `${LINKS}/new/slug`, viewer)).status).toBe(403);
  expect((await told({}, `${LINKS}/new/slug`, limited)).status).toBe(403);
  expect((await told({ projectId: "other" }, `${LINKS}/new/slug`, limited)).status).toBe(200);
  expect((await told({}, at, limited)).status).toBe(403);
});

test("without script, a button fills in a suggestion, and the sent form reports a taken slug", async () => {
  await create("Stew", "stew-of-the-week");
  const suggested = await editor.send(NEW, { ...body("Stew of the week"), step: "slug:" });
  const form = htmlForm(suggested.text);
  expect([suggested.status, form.value("slug"), form.focus]).toEqual([200, "stew-of-the-week-2", "slug"]);
  expect(suggested.text).toContain("is free.");
  const nameless = await editor.send(NEW, { ...body(""), step: "slug:" });
  expect([nameless.status, htmlForm(nameless.text).problem("slug")]).toEqual([
    400,
    "Can be suggested once the link has a name in Latin letters.",
  ]);

  const refused = await editor.send(NEW, body("Another stew", "stew-of-the-week"));
  const again = htmlForm(refused.text);
  expect([refused.status, again.problem("slug"), again.focus]).toEqual([
    409,
    "Stew-of-the-week is taken: choose another slug.",
    "slug",
  ]);
  expect(again.value("name")).toBe("Another stew");
  expect(refused.text).toContain('value="slug:stew-of-the-week-2"');
  const previewed = await editor.send(NEW, { ...body("Another", "stew-of-the-week"), step: "preview" });
  expect([previewed.status, htmlForm(previewed.text).problem("slug")]).toEqual([409, again.problem("slug")]);
  // The preview beside the form is about where it leads alone.
  const live = await editor.send(NEW.replace("/new", "/new/preview"), body("Another", "stew-of-the-week"));
  expect(live.text).toContain("https://example.com/");
});

test("the check of an import says that a slug is taken, by a link or by an earlier row", async () => {
  await create("Printed", "printed-word");
  const rows = ["printed-word", "twice-here", "twice-here", "", "Not One"].map(
    (slug, index) => `Row ${index},custom,custom_url,https://example.com/${index},${slug}`,
  );
  const file = ["name,retailer,intent,customUrl,slug", ...rows].join("\n");
  const path = await added(dashboard, EDITOR, { file });
  const { results } = await DB.prepare("SELECT problems FROM import_rows WHERE import_id = ?1 ORDER BY row")
    .bind(idIn(path))
    .all<{ problems: string }>();
  const problems = results.map((row) => JSON.parse(row.problems) as { field: string; message: string }[]);
  expect(problems.map((each) => each.map(({ field, message }) => `${field} ${message}`))).toEqual([
    [
      "slug printed-word is taken: choose another slug. Without it, the link has a short id, and what was printed does not open it.",
    ],
    [],
    [
      "slug twice-here is taken: choose another slug. Without it, the link has a short id, and what was printed does not open it.",
    ],
    [],
    [expect.stringMatching(/^slug must consist of/)],
  ]);
  expect(path.startsWith(IMPORT)).toBe(true);
});

test("an import gives its links slugs and schedules, from columns that people name", async () => {
  const file = [
    "Name,Retailer,Intent,Custom URL,Slug,Active from,active_until,endedUrl",
    "Timed,custom,custom_url,https://example.com/timed,Imported-Word,2030-01-01T09:00:00+01:00,2030-02-01T00:00:00Z,https://example.com/over",
    "Untimed,custom,custom_url,https://example.com/untimed,,,,",
    "Wrong,custom,custom_url,https://example.com/wrong,,2030-01-01T09:00:00,2029-01-01T00:00:00Z,nowhere",
  ].join("\n");
  const path = await added(dashboard, EDITOR, { file });
  await editor.send(`${path}/start`, {});
  await finished(editor, path);
  const { results } = await DB.prepare(
    `SELECT name, slug, active_from, active_until, ended_url FROM links WHERE name IN ('Timed', 'Untimed', 'Wrong')
     ORDER BY name`,
  ).all();
  const none = { slug: null, active_from: null, active_until: null, ended_url: null };
  expect(results).toEqual([
    {
      name: "Timed",
      slug: "imported-word",
      active_from: "2030-01-01T08:00:00.000Z",
      active_until: "2030-02-01T00:00:00.000Z",
      ended_url: "https://example.com/over",
    },
    { name: "Untimed", ...none },
  ]);
  const wrong = await DB.prepare("SELECT problems FROM import_rows WHERE import_id = ?1 AND row = 4")
    .bind(idIn(path))
    .first<string>("problems");
  const fields = (JSON.parse(wrong ?? "[]") as { field: string }[]).map(({ field }) => field);
  expect(fields.sort()).toEqual(["activeUntil", "endedUrl"]);
});

test("the list finds links by current and earlier slugs", async () => {
  const id = await create("Found", "first-address");
  const opened = htmlForm((await editor.open(`${LINKS}/${id}/edit`)).text);
  const fields = { ...Object.fromEntries(opened.entries), slug: "second-address" };
  expect((await editor.send(`${LINKS}/${id}/edit`, fields)).location).toContain("done=changed");
  for (const q of ["FIRST-addr", "second-address"])
    expect((await editor.open(`${LINKS}?q=${q}`)).text, q).toContain(`${LINKS}/${id}`);
});
