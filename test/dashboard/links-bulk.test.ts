import { describe, expect, test } from "vitest";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { TAG_FIELD } from "../../src/surfaces/dashboard/links/bulk-bar.tsx";
import { get } from "../requests.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();

const makeLinks = (count: number, changes: object = {}) =>
  Promise.all(Array.from({ length: count }, (_, n) => on.create({ name: `Link ${n}`, ...changes })));
const idsOf = (links: readonly { id: string }[]) => links.map(({ id }) => id);
const definitionOf = async (id: string) =>
  (await get(on.dashboard.service, `/v1/links/${id}/definition`, on.key)).json.data;
const historyOf = async (id: string) =>
  (await get(on.dashboard.service, `/v1/links/${id}/history`, on.key)).json.data;
const bulk = (fields: Record<string, string | readonly string[]>) => on.editor.send(`${LINKS}/bulk`, fields);

describe("several links at once", () => {
  test("switching off asks for confirmation with the number of links, and leads back to the same list", async () => {
    const links = await makeLinks(3);
    await on.patch(links[2]?.id ?? "", { status: "inactive" });
    const asked = await bulk({ action: "switch_off", link: idsOf(links), list: "tag=summer&order=name" });
    expect(asked.status).toBe(303);
    expect(await definitionOf(links[0]?.id ?? "")).toMatchObject({ status: "active" });
    const { text } = await on.editor.open(asked.location ?? "");
    expect(text).toContain("Switch off 2 links?");
    expect(text).toContain("This offer has ended");

    const done = await on.editor.send(`${LINKS}/bulk-edit`, {
      status: "inactive",
      link: idsOf(links),
      list: "tag=summer&order=name",
    });
    expect(done.status).toBe(303);
    const off = (await on.editor.open(done.location ?? "")).text;
    expect(off).toContain("2 links are off.");
    expect(off).toContain("1 link had nothing to change.");
    expect(off).toContain(`href="${LINKS}?tag=summer&amp;order=name"`);
    for (const { id } of links) expect(await definitionOf(id)).toMatchObject({ status: "inactive" });
    // One of them was off already.
    expect(await historyOf(links[2]?.id ?? "")).toHaveLength(2);

    const { location } = await bulk({ action: "switch_on", link: idsOf(links) });
    expect((await on.editor.open(location ?? "")).text).toContain("3 links are on.");
    for (const { id } of links) expect(await definitionOf(id)).toMatchObject({ status: "active" });
  });

  test("tags are added and removed, and all others stay", async () => {
    const links = await makeLinks(2, { tracking: { utm: { source: "print" }, tags: ["old"] } });
    const plain = await on.create();
    const link = [...idsOf(links), plain.id];
    expect(await bulk({ action: "add_tag", link, [TAG_FIELD]: " autumn " })).toMatchObject({ status: 303 });
    for (const { id } of links) {
      const { tracking } = await definitionOf(id);
      expect(tracking).toEqual({ utm: { source: "print" }, tags: ["old", "autumn"] });
    }
    expect((await definitionOf(plain.id)).tracking).toEqual({ tags: ["autumn"] });
    await bulk({ action: "add_tag", link, [TAG_FIELD]: "autumn" });
    expect(await historyOf(plain.id)).toHaveLength(2);
    await bulk({ action: "remove_tag", link, [TAG_FIELD]: "autumn" });
    expect((await definitionOf(links[0]?.id ?? "")).tracking.tags).toEqual(["old"]);
    expect((await definitionOf(plain.id)).tracking?.tags).toBeUndefined();
  });

  test("problems are shown even if the list is empty by then", async () => {
    const [link] = await makeLinks(1);
    const untagged = { action: "add_tag", link: link?.id ?? "", [TAG_FIELD]: "" };
    for (const list of ["tag=gone", "createdFrom=2026-02-30"]) {
      const { status, text } = await bulk({ ...untagged, list });
      expect(status).toBe(400);
      expect(text).toMatch(/role="alert"[^>]*>Enter a tag\./);
    }
  });

  test("commas separate tags to add, as for the whole list; a tag to remove may contain one", async () => {
    const [link] = await makeLinks(1);
    await bulk({ action: "add_tag", link: link?.id ?? "", [TAG_FIELD]: "shelf, summer ;shelf,", list: "" });
    expect((await definitionOf(link?.id ?? "")).tracking.tags).toEqual(["shelf", "summer"]);
    const mixed = await on.create({ name: "Mixed", tracking: { tags: ["red, white", "red"] } });
    await bulk({ action: "remove_tag", link: mixed.id, [TAG_FIELD]: "red, white", list: "" });
    expect((await definitionOf(mixed.id)).tracking.tags).toEqual(["red"]);
  });

  test("a failure of one link doesn't stop the others; its page names it with the reason", async () => {
    const tags = Array.from({ length: 100 }, (_, n) => `tag ${n}`);
    const full = await on.create({ name: "Full of tags", tracking: { tags } });
    const [good] = await makeLinks(1);
    const gone = "lnk_00000000000000000000000000";
    const sent = await bulk({
      action: "add_tag",
      link: [full.id, good?.id ?? "", gone],
      [TAG_FIELD]: "one more",
      list: "q=foo",
    });
    expect(sent.status).toBe(303);
    expect((await definitionOf(good?.id ?? "")).tracking.tags).toEqual(["one more"]);
    const { text, status } = await on.editor.open(sent.location ?? "");
    expect(status).toBe(200);
    expect(text).toContain("1 link was changed: tag “<bdi>one more</bdi>” added.");
    expect(text).toContain("2 links could not be changed.");
    expect(text).toContain("Full of tags");
    expect(text).toContain("A link can have at most 100 tags");
    expect(text).toContain("This organization has no such link.");
    expect(text).toContain(`href="${LINKS}?q=foo"`);
  });

  test("a form that is sent twice changes each link once", async () => {
    const [link] = await makeLinks(1);
    const id = link?.id ?? "";
    const form = { action: "switch_on", link: id, [IDEMPOTENCY_FIELD]: crypto.randomUUID() };
    await on.patch(id, { status: "inactive" });
    const { location } = await bulk(form);
    await on.patch(id, { status: "inactive" });
    expect(await bulk(form)).toMatchObject({ status: 303, location });
    expect(await definitionOf(id)).toMatchObject({ status: "inactive" });
  });

  test("who goes back to the list and chooses other links or another action gets what they ask for", async () => {
    const [one, other] = await makeLinks(2);
    const form = { action: "add_tag", [TAG_FIELD]: "back", [IDEMPOTENCY_FIELD]: crypto.randomUUID() };
    const paths = new Set<string | null>();
    for (const link of [[one?.id ?? ""], [one?.id ?? "", other?.id ?? ""]])
      paths.add((await bulk({ ...form, link })).location);
    paths.add((await bulk({ ...form, link: one?.id ?? "", action: "remove_tag" })).location);
    expect(paths.size).toBe(3);
    expect((await definitionOf(one?.id ?? "")).tracking?.tags).toBeUndefined();
    expect((await definitionOf(other?.id ?? "")).tracking.tags).toEqual(["back"]);
  });

  test("an edit that is sent again with other values changes nothing more", async () => {
    const [link] = await makeLinks(1);
    const id = link?.id ?? "";
    const form = { [IDEMPOTENCY_FIELD]: crypto.randomUUID(), link: id, list: "" };
    const edit = (fields: object) => on.editor.send(`${LINKS}/bulk-edit`, { ...form, ...fields });
    expect((await edit({ addTags: "autumn" })).status).toBe(303);
    const other = await edit({ status: "inactive" });
    expect([other.status, other.text]).toEqual([
      409,
      expect.stringContaining("already sent with other values"),
    ]);
    expect(await definitionOf(id)).toMatchObject({ status: "active", tracking: { tags: ["autumn"] } });
    expect(await historyOf(id)).toHaveLength(2);
  });

  test("without links, with too many, or without a tag, the list comes back with the selection", async () => {
    const [link] = await makeLinks(1);
    const none = await bulk({ action: "switch_on" });
    expect(none.status).toBe(400);
    expect(none.text).toContain("Choose at least one link.");
    const many = await bulk({ action: "switch_on", link: Array.from({ length: 101 }, (_, n) => `lnk_${n}`) });
    expect(many.text).toContain("Choose at most 100 links.");
    const noTag = await bulk({ action: "add_tag", link: link?.id ?? "", list: "order=name" });
    expect(noTag.status).toBe(400);
    expect(noTag.text).toMatch(/id="chosen-tag-error">Enter a tag\./);
    expect(noTag.text).toMatch(new RegExp(`value="${link?.id}" checked`));
    const longTag = await bulk({ action: "add_tag", link: link?.id ?? "", [TAG_FIELD]: "x".repeat(81) });
    expect(longTag.text).toContain('id="chosen-tag-error"');
    expect((await bulk({ action: "destroy", link: link?.id ?? "" })).status).toBe(400);
  });

  test("the CSV has the selected links in order, and no cell is a formula", async () => {
    const nasty = await on.create({
      name: '=HYPERLINK("https://evil.example")',
      tracking: { tags: ["a", "b"] },
    });
    const [plain] = await makeLinks(1);
    const { location } = await bulk({ action: "export", link: [plain?.id ?? "", nasty.id] });
    const { text, headers } = await on.viewer.open(location ?? "");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toContain("links.csv");
    expect(headers.get("Cache-Control")).toBe("no-store");
    const [head, first, second] = text.split("\r\n");
    expect(head).toMatch(/^Link id,Name,Public name,Short link,Status/);
    expect(first).toContain(plain?.id);
    expect(second).toContain(`${nasty.id},"'=HYPERLINK(""https://evil.example"")"`);
    expect(second).toContain('"a, b"');
    // A reader whose decimal numbers have a comma gets columns that are separated by semicolons.
    for (const [language, separator] of [
      ["de-DE,de;q=0.9,en;q=0.8", ";"],
      ["fr", ";"],
      ["en-GB", ","],
      ["*", ","],
    ] as const) {
      const other = await on.viewer.open(location ?? "", { "Accept-Language": language });
      expect([language, other.text.slice(0, 12)]).toEqual([language, `Link id${separator}Name`]);
      expect(other.headers.get("Vary")).toContain("Accept-Language");
    }
  });
});

describe("who may", () => {
  const actions = () =>
    [
      ["bulk", { action: "switch_on" }],
      ["bulk", { action: "add_tag", [TAG_FIELD]: "hacked" }],
      ["bulk-edit", { status: "inactive" }],
    ] as const;

  test("an owner of another organization changes nothing", async () => {
    const [link] = await makeLinks(1);
    const id = link?.id ?? "";
    for (const [path, fields] of actions()) {
      const { location, status } = await on.hank.send(`/dashboard/o/globex/links/${path}`, {
        ...fields,
        link: id,
      });
      expect(status).toBe(303);
      const { text } = await on.hank.open(location ?? "");
      expect(text).toContain("This organization has no such link.");
      expect(text).not.toContain("Link 0");
    }
    expect(await historyOf(id)).toHaveLength(1);
  });
});
