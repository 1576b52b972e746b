import { expect, test } from "vitest";
import { readCsv } from "../../src/extras/files/read-csv.ts";
import { csvText, unguarded } from "../../src/ground/core/csv-text.ts";
import { IMPORT, statesOf, upload } from "./import.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const EDITOR = "editor@acme.example";
const on = await useLinksDashboard();

/** The list's CSV of these links, as rows by heading. */
async function exported(...ids: string[]) {
  const query = new URLSearchParams(ids.map((id) => ["link", id]));
  const { text } = await on.editor.open(`${LINKS}/export?${query}`, { "Accept-Language": "de" });
  const [head, ...rows] = (await readCsv(text.replace("\uFEFF", ""), 100)).records;
  const columns = head?.cells ?? [];
  return {
    columns,
    rows: rows.map(({ cells }) =>
      Object.fromEntries(columns.map((name, index) => [name, unguarded(cells[index] ?? "")])),
    ),
  };
}
const uploaded = (columns: string[], rows: Record<string, string>[]) =>
  upload(on.dashboard, EDITOR, IMPORT, { file: csvText(columns, rows, ";") });
const linkOf = on.definition;
const statusOf = (id: string) =>
  on.dashboard.service.env.DB.prepare("SELECT status FROM links WHERE id = ?1").bind(id).first("status");
const finished = (path: string) =>
  expect
    .poll(async () => (await on.editor.open(path)).text.includes("data-refresh"), { interval: 200 })
    .toBe(false);

test("the list's own CSV, edited and uploaded again, shows what changes, changes it, and is undone", {
  timeout: 90_000,
}, async () => {
  const utm = { source: "box" };
  const soup = await on.create({ name: "Soup", tracking: { tags: ["a", "b"], utm } });
  const page = await on.create({ name: "Tacos" });
  const same = await on.create({ name: "Same" });
  const lost = await on.create({ name: "Lost" });
  const { columns, rows } = await exported(soup.id, page.id, same.id, lost.id);
  const [one = {}, two = {}, three = {}, four = {}] = rows;
  // Somebody changes a link after the download.
  await on.patch(page.id, { publicName: "Theirs" });
  const sent = await uploaded(columns, [
    { ...one, Name: "Soup of the day", Tags: "a, c", "UTM source": "", Status: "off" },
    { ...two, Name: "Burritos" },
    three,
    { ...four, Name: "" },
    { ...four, "Link id": "lnk_none", Name: "x" },
    { ...four, "Link id": "", Name: "New" },
  ]);
  expect([sent.status, sent.text]).toEqual([303, ""]);
  const checked = (await on.editor.open(sent.location ?? "")).text.replaceAll(/<[^>]+>/g, "");
  expect(checked).toContain("3 of 5 rows can&#39;t be used: see the problems below. Nothing is changed yet.");
  const path = sent.location?.replace(/\?.*/, "") ?? "";
  expect(await statesOf(on.dashboard, path)).toEqual({ good: 2, bad: 3 });
  const text = async (view: string) =>
    (await on.editor.open(`${path}?show=${view}`)).text.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
  const ready = await text("ready");
  expect(ready).toContain("Name: Soup → Soup of the day");
  expect(ready).toContain("Tags: a, b → a, c");
  expect(ready).toContain("UTM source: box → empty");
  expect(ready).toContain("Status: On → off");
  const check = await text("check");
  expect(check).toContain("changed after this file was downloaded");
  expect(check).toContain("Public name: Theirs → empty");
  const problems = await text("problems");
  for (const problem of ["Name: ", "There is no such link", "A row without a link id changes no link"])
    expect(problems).toContain(problem);
  expect((await linkOf(soup.id)).name).toBe("Soup");

  const started = await on.editor.send(`${path}/change`, {});
  const edit = started.location ?? "";
  expect([started.status, edit]).toEqual([303, expect.stringContaining(`${LINKS}/bulk-edit/edt_`)]);
  await finished(edit);
  const done = (await on.editor.open(edit)).text;
  expect([done.includes("1 link was changed."), done.includes("is off")]).toEqual([true, false]);
  expect(await linkOf(soup.id)).toMatchObject({ name: "Soup of the day", tracking: { tags: ["a", "c"] } });
  expect(await statusOf(soup.id)).toBe("inactive");
  expect((await linkOf(page.id)).name).toBe("Tacos");
  expect((await on.editor.open(path)).text).toContain("Changed");

  const undo = await on.editor.send(edit, { step: "undo" });
  await finished(undo.location ?? "");
  expect(await linkOf(soup.id)).toMatchObject({ name: "Soup", tracking: { tags: ["a", "b"], utm } });
  expect(await statusOf(soup.id)).toBe("active");

  // What was to be checked is changed once somebody says so.
  const all = await on.editor.send(`${path}/change`, { rows: "all" });
  await finished(all.location ?? "");
  expect((await linkOf(page.id)).name).toBe("Burritos");
});

test("a link's Amazon tag is set and removed in the list's own CSV, and only links to Amazon have it", {
  timeout: 60_000,
}, async () => {
  const amazon = { retailer: "marketplace", intent: "product_detail", customUrl: undefined };
  const products = [{ retailerProductId: "B000000001" }];
  const tagged = { ...amazon, products, affiliate: { tag: "old-20" } };
  const [one, two, other] = [
    await on.create({ ...amazon, products }),
    await on.create(tagged),
    await on.create({ name: "Page" }),
  ];
  const { columns, rows } = await exported(one.id, two.id, other.id);
  const cells = new Map([
    [one.id, "new-20"],
    [other.id, "new-20"],
  ]);
  expect(rows.map((row) => row["Amazon tag"])).toEqual(["", "old-20", ""]);
  const sent = await uploaded(
    columns,
    rows.map((row) => ({ ...row, "Amazon tag": cells.get(row["Link id"] ?? "") ?? "" })),
  );
  const path = sent.location?.replace(/\?.*/, "") ?? "";
  expect(await statesOf(on.dashboard, path)).toEqual({ good: 2, bad: 1 });
  const problems = (await on.editor.open(`${path}?show=problems`)).text.replaceAll(/<[^>]+>/g, "");
  expect(problems).toContain("is only for links to Amazon");
  await finished((await on.editor.send(`${path}/change`, {})).location ?? "");
  expect(await linkOf(one.id)).toMatchObject({ affiliate: { tag: "new-20" } });
  expect(await linkOf(two.id)).not.toHaveProperty("affiliate.tag");
});

test("a link that somebody changes between the check and the change is left as it is", {
  timeout: 60_000,
}, async () => {
  const link = await on.create({ name: "Mine" });
  const { columns, rows } = await exported(link.id);
  const sent = await uploaded(
    columns,
    rows.map((row) => ({ ...row, Name: "Yours" })),
  );
  const path = sent.location?.replace(/\?.*/, "") ?? "";
  await on.patch(link.id, { name: "Theirs" });
  const edit = (await on.editor.send(`${path}/change`, {})).location ?? "";
  await finished(edit);
  expect((await linkOf(link.id)).name).toBe("Theirs");
  expect((await on.editor.open(edit)).text).toContain("1 link could not be changed.");
});

test("a file without a change says so, and viewers change nothing", async () => {
  const link = await on.create({ name: "Still" });
  const { columns, rows } = await exported(link.id);
  const same = await uploaded(columns, rows);
  expect([same.status, same.text]).toEqual([400, expect.stringContaining("The file changes nothing")]);
  const sent = await uploaded(
    columns,
    rows.map((row) => ({ ...row, Name: "Moved" })),
  );
  const path = sent.location?.replace(/\?.*/, "") ?? "";
  expect((await on.viewer.send(`${path}/change`, {})).status).toBe(403);
  expect((await on.editor.send(`${path}/start`, {})).status).toBe(412);
  expect((await linkOf(link.id)).name).toBe("Still");
});

test("what a changed list can't change is said, and nothing is changed", async () => {
  const link = await on.create({ name: "Fixed" });
  const { columns, rows } = await exported(link.id);
  const sent = (added: string[], cells: Record<string, string>) =>
    uploaded(
      [...columns, ...added],
      rows.map((row) => ({ ...row, Name: "Moved", ...cells })),
    );
  const extra = await sent(["Colour", "Products", "Empty"], { Colour: "red", Products: "1" });
  const shown = (await on.editor.open(extra.location?.replace(/\?.*/, "") ?? "")).text;
  expect(shown.replaceAll(/<[^>]+>/g, "")).toContain("they change nothing here: Colour, Products.");

  const fixed = await sent([], {
    Project: "other",
    Retailer: "Target",
    Destination: "https://example.com/new",
  });
  const path = fixed.location?.replace(/\?.*/, "") ?? "";
  expect(await statesOf(on.dashboard, path)).toEqual({ bad: 1 });
  const { text } = await on.editor.open(`${path}?show=problems`);
  for (const column of ["Project", "Retailer", "Destination"]) expect(text).toContain(`${column}: `);
  expect((await linkOf(link.id)).name).toBe("Fixed");
});

test("a round trip without a change has no change, whatever names begin with", async () => {
  const names = [
    "=1+1",
    "'=x",
    "'-20% off",
    " a",
    "b ",
    "\t=c",
    "@d;'=e",
    "'' f",
    "0012",
    "mar-26",
    'say "hi", ok',
  ];
  const ids: string[] = [];
  for (const name of names) ids.push((await on.create({ name, publicName: name })).id);
  const { columns, rows } = await exported(...ids);
  expect(rows).toHaveLength(names.length);
  const same = await uploaded(columns, rows);
  expect([same.status, same.text]).toEqual([400, expect.stringContaining("The file changes nothing")]);
  // As it was downloaded, byte for byte.
  const query = new URLSearchParams(ids.map((id) => ["link", id]));
  const { text: file } = await on.editor.open(`${LINKS}/export?${query}`);
  const again = await upload(on.dashboard, EDITOR, IMPORT, { file });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining("The file changes nothing")]);
});

test("what Excel made of an address or a name is a question, and nothing else is changed", async () => {
  const dated = await on.create({ name: "Dated", slug: "mar-26" });
  const zeros = await on.create({ name: "0042", slug: "0012345" });
  const { columns, rows } = await exported(dated.id, zeros.id);
  const file = rows.map((row) =>
    row["Link id"] === dated.id ? { ...row, Slug: "26-Mar" } : { ...row, Name: "42", Slug: "12345" },
  );
  const sent = await uploaded(columns, file);
  const path = sent.location?.replace(/\?.*/, "") ?? "";
  expect(await statesOf(on.dashboard, path)).toEqual({ good: 2 });
  const shown = async (view: string) =>
    (await on.editor.open(`${path}?show=${view}`)).text.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
  const check = await shown("check");
  expect(check).toContain("Excel seems to have changed this address: “mar-26” became “26-Mar”.");
  expect(check).toContain("Excel seems to have changed this address: “0012345” became “12345”.");
  expect(check).toContain("Excel seems to have changed this Name: “0042” became “42”.");
  expect((await on.editor.open(`${path}?show=ready`)).text).not.toContain("Change 1 link");
});

test("of two columns of a changed list that differ, somebody says which counts", {
  timeout: 60_000,
}, async () => {
  const one = await on.create({ name: "One" });
  const two = await on.create({ name: "Two" });
  const { columns, rows } = await exported(one.id, two.id);
  const doubled = (names: string[]) =>
    uploaded(
      [...columns, "name"],
      rows.map((row, index) => ({ ...row, name: names[index] ?? "" })),
    );
  const same = await doubled(rows.map(({ Name = "" }) => Name));
  expect([same.status, same.text]).toEqual([400, expect.stringContaining("The file changes nothing")]);
  const sent = await doubled(rows.map(({ Name = "" }) => (Name === "One" ? "Uno" : Name)));
  const path = sent.location?.replace(/\?.*/, "") ?? "";
  const { text } = await on.editor.open(path);
  expect(text.replaceAll(/<[^>]+>/g, "")).toContain("two columns “Name” that differ");
  const headings = [...columns, "name"];
  const chosen = headings.map((heading, index) => {
    const menu = text.slice(text.indexOf(`name="column-${index}"`));
    const [, value = ""] =
      /<option value="([^"]*)" selected/.exec(menu.slice(0, menu.indexOf("</select>"))) ?? [];
    return [`column-${index}`, heading === "Name" ? "" : heading === "name" ? "name" : value] as const;
  });
  const named = await on.editor.send(`${path}/columns`, Object.fromEntries(chosen));
  expect([named.status, named.text]).toEqual([303, ""]);
  expect(await statesOf(on.dashboard, path)).toEqual({ good: 1 });
  const edit = (await on.editor.send(`${path}/change`, {})).location ?? "";
  await finished(edit);
  expect([(await linkOf(one.id)).name, (await linkOf(two.id)).name]).toEqual(["Uno", "Two"]);
});

test("a list of another service asks what its columns are, with guesses and the first rows", async () => {
  const file = [
    "Campaign;Kurzlink;Ziel;Titel",
    "Autumn;go.example/Soup;https://brand.example/soup;Soup",
  ].join("\n");
  const sent = await upload(on.dashboard, EDITOR, IMPORT, { file });
  const path = sent.location?.replace(/\?.*/, "") ?? "";
  const asked = (await on.editor.open(path)).text;
  expect(asked).toContain("go.example/Soup");
  const chosen = [...asked.matchAll(/<option value="([^"]*)" selected/g)].map(([, name]) => name);
  expect(chosen.splice(4)).toEqual(["", "", ""]);
  expect(chosen).toEqual(["utm_campaign", "address", "customUrl", "name"]);
  const columns = Object.fromEntries(chosen.map((name = "", index) => [`column-${index}`, name]));
  const twice = await on.editor.send(`${path}/columns`, { ...columns, "column-0": "name" });
  expect([twice.status, twice.text]).toEqual([
    400,
    expect.stringContaining("This is chosen for another column too."),
  ]);
  const without = await on.editor.send(`${path}/columns`, columns);
  expect(without.text).toContain("Choose a project: the file names none.");
  const named = await on.editor.send(`${path}/columns`, { ...columns, project: "main" });
  expect(named.location).toBe(`${path}?done=checked`);
  const ready = (await on.editor.open(`${path}?show=ready`)).text.replaceAll(/<[^>]+>/g, "");
  expect(ready).toMatch(/go\.example\/Soup → \S+\/soup/);
});
