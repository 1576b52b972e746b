import { describe, expect, test } from "vitest";
import { drawPlainSvg } from "../../src/features/qr-codes/draw.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { OFFERS } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import type { Visitor } from "./dashboard.ts";
import { htmlForm, pageForms } from "./html-form.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();

describe("history and undo", () => {
  test("shows who changed what, and restores an earlier version", async () => {
    const { id } = await on.create({ name: "First", tracking: { tags: ["old"], utm: { source: "a" } } });
    await on.patch(id, {
      name: "Second",
      publicName: "Shown",
      tracking: { tags: null, utm: { source: "b" } },
    });
    await on.editor.send(`${LINKS}/${id}/switch-off`, {});
    await on.editor.send(`${LINKS}/${id}/rename-code/default`, { name: "Poster" });
    const { text } = await on.editor.open(`${LINKS}/${id}?tab=history`);
    expect(text).toContain("<bdi>editor@acme.example</bdi>");
    expect(text).toContain("Code default");
    expect(text).toContain("Public name:");
    expect(text).toContain("<del><bdi>On</bdi></del>");
    expect(text).toContain(">Current<");
    // Of the two earlier versions; not of the code's entry, nor of the newest.
    expect(text.match(/>Restore</g)).toHaveLength(2);

    const path = `${LINKS}/${id}/restore/1`;
    const asked = await on.editor.open(path);
    expect(asked.text).toContain("<del><bdi>Second</bdi></del>");
    expect(asked.text).toContain("<ins><bdi>First</bdi></ins>");
    const [, revision = ""] = /name="revision" value="(\d+)"/.exec(asked.text) ?? [];
    const form = { revision, [IDEMPOTENCY_FIELD]: crypto.randomUUID() };
    expect(await on.editor.send(path, form)).toMatchObject({
      status: 303,
      location: `${LINKS}/${id}?done=restored`,
    });
    const restored = await on.definition(id);
    expect(restored).toMatchObject({
      name: "First",
      status: "active",
      tracking: { tags: ["old"], utm: { source: "a" } },
    });
    expect(restored.publicName).toBeUndefined();
    const entries = await on.history(id);
    expect(entries[0].version).toBe(5);
    // The same form once more writes nothing.
    expect(await on.editor.send(path, form)).toMatchObject({ status: 303 });
    expect(await on.history(id)).toHaveLength(5);
    expect((await on.editor.open(path)).text).toContain("Nothing would change");
    // A form of another window, in which the page was opened before.
    const late = await on.editor.send(path, { revision });
    expect(late.status).toBe(412);
    expect(late.text).toContain("Nothing would change");
    expect(late.text).toContain('role="alert"');
  });

  test("the message after one's own change offers Undo, and not after a later change by someone else", async () => {
    const { id } = await on.create({ name: "Undone" });
    const off = await on.editor.send(`${LINKS}/${id}/switch-off`, {});
    const undoIn = (text: string) =>
      pageForms(text).find(({ action }) => action.startsWith(`${LINKS}/${id}/restore/`));
    const form = undoIn((await on.editor.open(off.location ?? "")).text);
    expect(form?.action).toBe(`${LINKS}/${id}/restore/1`);
    const undone = await on.editor.send(form?.action ?? "", Object.fromEntries(form?.entries ?? []));
    expect(undone.location).toBe(`${LINKS}/${id}?done=restored`);
    expect(await on.definition(id)).toMatchObject({ status: "active" });

    // What was undone can be done again, until someone else changes the link.
    expect(undoIn((await on.editor.open(undone.location ?? "")).text)?.action).toBe(
      `${LINKS}/${id}/restore/2`,
    );
    await on.patch(id, { name: "Changed by a program" });
    expect(undoIn((await on.editor.open(undone.location ?? "")).text)).toBeUndefined();
    expect(undoIn((await on.viewer.open(undone.location ?? "")).text)).toBeUndefined();
  });

  test("a new link offers its short link and code, each once, and another of its kind", async () => {
    const { id, shortLink } = await on.create({ name: "New" });
    const { text } = await on.editor.open(`${LINKS}/${id}?done=created`);
    for (const offered of [
      `data-copy-text="${shortLink}"`,
      `/qr/qr_${id}_default.pdf`,
      `href="/dashboard/o/acme/codes/sheet?code=qr_${id}_default"`,
      ">Full screen</a>",
    ])
      expect([offered, text.split(offered).length - 1]).toEqual([offered, 1]);
    const [, another = ""] = /href="([^"]+)">Make another/.exec(text) ?? [];
    const form = htmlForm((await on.editor.open(another.replaceAll("&amp;", "&"))).text);
    expect([form.value("projectId"), form.value("customUrl")]).toEqual(["main", ""]);
  });

  test("shows the times of rules on the clocks of the organization, and each shop that changed", async () => {
    const offers = [
      { ...OFFERS[0], key: "first", when: { from: "2026-12-24T08:00:00.000Z" } },
      { ...OFFERS[1], key: "second" },
      { ...OFFERS[2], key: "third" },
    ];
    const { id } = await on.create({ offers, page: { pick: "first" } }, "choice choose_retailer");
    const [first, second, third] = offers;
    await on.patch(id, { offers: [{ ...first, when: { from: "2026-12-24T20:00:00.000Z" } }, second, third] });
    await on.patch(id, { offers: [second, first, third].map((each) => ({ ...each, when: undefined })) });
    await on.owner.send("/dashboard/o/acme/time-zone", { timeZone: "America/New_York" });
    const { text } = await on.editor.open(`${LINKS}/${id}?tab=history`);
    expect(text).toContain("Shop first:");
    expect(text).toContain("from 24 Dec 2026, 15:00");
    expect(text).not.toContain("Shop third");
    await on.patch(id, { offers: [third, first, second].map((each) => ({ ...each, when: undefined })) });
    expect((await on.editor.open(`${LINKS}/${id}?tab=history`)).text).toContain("third, first, second");
    await on.owner.send("/dashboard/o/acme/time-zone", { timeZone: "UTC" });
  });

  test("restores a schedule and a slug, and every address keeps redirecting", async () => {
    const schedule = { activeUntil: "2030-12-24T08:00:00.000Z", endedUrl: "https://example.com/over" };
    const { id } = await on.create({ name: "Advent", slug: "undo-advent", schedule });
    await on.patch(id, { slug: "undo-winter", schedule: { activeUntil: null, endedUrl: null } });
    const path = `${LINKS}/${id}/restore/1`;
    const asked = await on.editor.open(path);
    for (const said of ["undo-advent", "Ends", "https://example.com/over"])
      expect(asked.text).toContain(said);
    const [, revision = ""] = /name="revision" value="(\d+)"/.exec(asked.text) ?? [];
    expect((await on.editor.send(path, { revision })).location).toContain("done=restored");
    expect(await on.definition(id)).toMatchObject({ slug: "undo-advent", schedule });

    const page = await on.editor.open(`${LINKS}/${id}`);
    expect(page.text).toContain("2 more addresses");
    const others = page.text.split("2 more addresses")[1] ?? "";
    for (const said of ["Earlier address 1", "/undo-winter</code>", "The random address", "data-copy"])
      expect(others).toContain(said);
    for (const name of ["undo-winter", "undo-advent"]) {
      const code = await on.editor.open(`${LINKS}/${id}/addresses/${name}.svg`);
      expect([code.status, code.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
      expect(code.text).toBe(drawPlainSvg(`${on.dashboard.service.url.origin}/${name}?qr=default`));
    }
    expect((await on.editor.open(`${LINKS}/${id}/addresses/another.svg`)).status).toBe(404);
  });

  test("a change since then is shown before anything is restored", async () => {
    const { id } = await on.create({ name: "One" });
    await on.patch(id, { name: "Two" });
    const asked = await on.editor.open(`${LINKS}/${id}/restore/1`);
    const [, revision = ""] = /name="revision" value="(\d+)"/.exec(asked.text) ?? [];
    await on.patch(id, { publicName: "Meanwhile" });
    const { status, text } = await on.editor.send(`${LINKS}/${id}/restore/1`, {
      revision,
    });
    expect(status).toBe(412);
    expect(text).toContain("The link changed after you read it");
    expect(text).toContain("Meanwhile");
    expect(await on.definition(id)).toMatchObject({ name: "Two" });
    expect((await on.editor.open(`${LINKS}/${id}/restore/9`)).status).toBe(404);
    expect((await on.editor.open(`${LINKS}/${id}/restore/x`)).status).toBe(404);
  });

  test("restores retailer, products and lists, also across several pages of history", async () => {
    const products = [{ retailerProductId: "123456789", quantity: 2, backupProductIds: ["987654321"] }];
    const { id } = await on.create({ products }, "bigbox_w add_to_cart");
    const first = await on.definition(id);
    await on.patch(id, {
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://example.com/",
      products: null,
    });
    for (let n = 0; n < 105; n++) await on.patch(id, { name: `Name ${n}` });
    const path = `${LINKS}/${id}/restore/1`;
    const [, revision = ""] = /name="revision" value="(\d+)"/.exec((await on.editor.open(path)).text) ?? [];
    expect(await on.editor.send(path, { revision })).toMatchObject({
      status: 303,
    });
    expect(await on.definition(id)).toEqual(first);
    const history = await on.viewer.open(`${LINKS}/${id}/history`);
    expect(history.text).toContain('rel="next"');
    expect(history.text).toContain("Name 104");
  });

  test("shows a member's email to people who may write, and not after the member is erased", async () => {
    const { id } = await on.create();
    await on.dashboard.add("acme", "leaver@acme.example", "editor");
    const leaver = await on.dashboard.as("leaver@acme.example");
    await leaver.send(`${LINKS}/${id}/switch-off`, {});
    const seenBy = async (person: Visitor) => (await person.open(`${LINKS}/${id}?tab=history`)).text;
    expect(await seenBy(on.editor)).toContain("leaver@acme.example");
    const history = await on.viewer.open(`${LINKS}/${id}/history`);
    const activity = await on.viewer.open("/dashboard/o/acme/activity");
    for (const text of [await seenBy(on.viewer), history.text, activity.text]) {
      expect(text).toContain("A member");
      expect(text.replaceAll("viewer@acme.example", "")).not.toMatch(/\w@acme\.example/);
    }
    expect(JSON.stringify(await on.history(id))).not.toContain("leaver@acme.example");
    const { db } = dependenciesOf(on.dashboard.service.env);
    await db.prepare("DELETE FROM members WHERE email = 'leaver@acme.example'").run();
    expect(await seenBy(on.editor)).toContain("A member who has left");
  });
});
