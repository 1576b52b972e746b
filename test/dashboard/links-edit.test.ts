import { expect, test } from "vitest";
import { get } from "../requests.ts";
import { pageForms } from "./html-form.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const EDIT = `${LINKS}/bulk-edit`;

const definitionOf = async (id: string) =>
  (await get(on.dashboard.service, `/v1/links/${id}/definition`, on.key)).json.data;
const fieldsOf = (text: string) => {
  const form = pageForms(text).find(({ action }) => action === EDIT);
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form?.entries ?? []) fields[name] = [...(fields[name] ?? []), value];
  return fields;
};
/** Makes links with a tag that no others have. */
const makeLinks = (count: number, tag: string, changes: object = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      on.create({ name: `${tag} ${n}`, tracking: { tags: [tag] }, ...changes }),
    ),
  );

test("all links of a filter are edited by a plan that counts what changes", async () => {
  const links = await makeLinks(4, "spring");
  await on.patch(links[0]?.id ?? "", { tracking: { tags: ["spring", "print"], utm: { source: "poster" } } });
  await on.patch(links[1]?.id ?? "", { status: "inactive", tracking: { utm: { source: "flyer" } } });
  const other = await on.create({ name: "Not in the filter" });
  const form = await on.editor.open(`${EDIT}?list=tag%3Dspring`);
  expect(form.text).toContain("Edit 4 links");

  const query = "list=tag%3Dspring&step=plan&status=inactive&addTags=print,+poster&utm.source=poster";
  const plan = await on.editor.open(`${EDIT}?${query}`);
  expect(plan.text).toContain("Change 4 links?");
  expect(plan.text).toMatch(/Status: <bdi>On<\/bdi> →\s*<strong><bdi>Off<\/bdi><\/strong>\s*\(3\)/);
  expect(plan.text).toMatch(/UTM source: <bdi>flyer<\/bdi> →\s*<strong><bdi>poster<\/bdi><\/strong>\s*\(1\)/);
  expect(plan.text).toMatch(
    /UTM source: [^→]*empty<\/span> →\s*<strong><bdi>poster<\/bdi><\/strong>\s*\(2\)/,
  );
  expect(plan.text).toContain("Add the tag “<bdi>print</bdi>” (3)");
  expect(plan.text).toContain("Add the tag “<bdi>poster</bdi>” (4)");
  for (const { id } of links.slice(2))
    expect((await definitionOf(id)).tracking).toEqual({ tags: ["spring"] });

  // Created after the plan was shown.
  const [late] = await makeLinks(1, "spring");
  const done = await on.editor.send(EDIT, fieldsOf(plan.text));
  const changed = (await on.editor.open(done.location ?? "")).text;
  expect(changed).toContain(
    "4 links were changed: switched off, tags “<bdi>print</bdi>”, “<bdi>poster</bdi>” added, UTM source “<bdi>poster</bdi>”.",
  );
  expect(changed).toContain(`href="${LINKS}?tag=spring"`);
  for (const { id } of links) {
    const { tracking, status } = await definitionOf(id);
    expect(new Set(tracking.tags)).toEqual(new Set(["spring", "print", "poster"]));
    expect([tracking.utm, status]).toEqual([{ source: "poster" }, "inactive"]);
  }
  for (const id of [other.id, late?.id ?? ""])
    expect(await definitionOf(id)).toMatchObject({ status: "active" });

  const again = await on.editor.open(`${EDIT}?${query.replace("tag%3Dspring", "tag%3Dposter")}`);
  expect(again.text).toContain("Nothing to change");
});

test("chosen links are edited alone, and those that can't be changed are named", async () => {
  const [one, two, three] = await makeLinks(3, "chosen");
  await on.patch(two?.id ?? "", { schedule: { activeUntil: "2030-01-01T00:00:00Z" } });
  const chosen = `link=${one?.id}&link=${two?.id}`;
  const asked = await on.editor.send(`${LINKS}/bulk`, {
    action: "edit",
    link: [one?.id ?? "", two?.id ?? ""],
  });
  expect(asked.location).toBe(`${EDIT}?list=&${chosen}`);
  const plan = await on.editor.open(`${EDIT}?${chosen}&step=plan&activeFrom=2031-01-01T00:00`);
  expect(plan.text).toContain("Change 1 link?");
  // It ends before the new start.
  expect(plan.text).toContain("1 can&#39;t be changed");
  const done = await on.editor.send(EDIT, fieldsOf(plan.text));
  const changed = (await on.editor.open(done.location ?? "")).text;
  expect(changed).toContain("1 link was changed: Starts 1 Jan 2031, 00:00 UTC.");
  expect(changed).toContain("1 link could not be changed.");
  expect(changed).toContain("chosen 1</bdi>");
  expect((await definitionOf(one?.id ?? "")).schedule).toEqual({ activeFrom: "2031-01-01T00:00:00.000Z" });
  expect((await definitionOf(three?.id ?? "")).schedule).toBeUndefined();

  const cleared = await on.editor.open(`${EDIT}?link=${one?.id}&step=plan&clear=schedule`);
  await on.editor.send(EDIT, fieldsOf(cleared.text));
  expect((await definitionOf(one?.id ?? "")).schedule).toBeUndefined();
});

test("bulk actions on all matching links show their plan first", async () => {
  await makeLinks(2, "matching");
  const fields = { "all-matching": "1", list: "tag=matching", link: "lnk_any" };
  const tagged = await on.editor.send(`${LINKS}/bulk`, { ...fields, action: "add_tag", "chosen-tag": "new" });
  expect((await on.editor.open(tagged.location ?? "")).text).toContain("Add the tag “<bdi>new</bdi>” (2)");
  const off = await on.editor.send(`${LINKS}/bulk`, { ...fields, action: "switch_off" });
  const { text } = await on.editor.open(off.location ?? "");
  expect(text).toMatch(/Status: <bdi>On<\/bdi> →\s*<strong><bdi>Off<\/bdi><\/strong>\s*\(2\)/);
  expect(text).toContain("This offer has ended");
  const csv = await on.editor.send(`${LINKS}/bulk`, { ...fields, action: "export" });
  expect((await on.editor.open(csv.location ?? "")).text.match(/matching \d/g)).toHaveLength(2);
  const counted = await on.editor.open(`${LINKS}/count?tag=matching`);
  expect(JSON.parse(counted.text)).toEqual({ count: 2 });
});

test("mistakes are shown at their fields, and viewers can't edit", async () => {
  const empty = await on.editor.open(`${EDIT}?list=&step=plan`);
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("Choose at least one change.")]);
  const wrong = await on.editor.open(
    `${EDIT}?list=&step=plan&addTags=${"x".repeat(81)}&activeFrom=soon&utm.source=${"x".repeat(121)}`,
  );
  for (const name of ["addTags", "activeFrom", "utm.source"])
    expect(wrong.text).toContain(`id="${name}-error"`);
  expect((await on.viewer.open(`${EDIT}?list=`)).status).toBe(403);
  expect(
    (await on.viewer.send(EDIT, { list: "", status: "inactive", planned: new Date().toISOString() })).status,
  ).toBe(403);
});
