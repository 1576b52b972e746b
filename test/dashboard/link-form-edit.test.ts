import { describe, expect, test } from "vitest";
import { changeLink } from "../../src/features/links/change-link.ts";
import { definitionOf } from "../../src/features/links/link.ts";
import type { LinkPatch } from "../../src/features/links/patch.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { VARIANTS, variantKey } from "../../src/features/retailers/variants.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf, OPERATOR, setStatus } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";
import { formFields, htmlForm } from "./html-form.ts";
import { richBody, strangeBody } from "./link-bodies.ts";

const pathOf = (linkId: string) => `/dashboard/o/acme/links/${linkId}/edit`;

const dashboard = await useDashboard();
await dashboard.add("acme", "editor@acme.example", "editor");
const { key } = await dashboard.service.issueKey({ organization: "acme" });
const editor = await dashboard.as("editor@acme.example");

const create = async (body: Record<string, unknown>): Promise<string> =>
  expectLink(await post(dashboard.service, "/v1/links", body, { key })).id;

async function stored(linkId: string) {
  const link = await dependenciesOf(dashboard.service.env).links.find(linkId);
  if (!link) throw new Error("no such link");
  return { link, definition: JSON.parse(JSON.stringify(definitionOf(link))) as Record<string, unknown> };
}

/** Somebody else changes the link. */
async function changeElsewhere(linkId: string, patch: LinkPatch): Promise<void> {
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const dependencies = { ...dependenciesOf(dashboard.service.env), origins };
  await changeLink(OPERATOR, { linkId, patch, expected: null, idempotency: null }, dependencies);
}

/** The values of the form as a browser sends them back. */
const opened = async (linkId: string): Promise<Record<string, string>> =>
  formFields((await editor.open(pathOf(linkId))).text);

describe("changing a link", () => {
  test.each(VARIANTS.map(variantKey))("%s: saving the form unchanged writes nothing", async (pair) => {
    for (const body of [linkBody(pair), richBody(pair), strangeBody(pair)]) {
      const id = await create(body);
      const before = await stored(id);
      const { status, location } = await editor.send(pathOf(id), await opened(id));
      expect([status, location]).toEqual([303, `/dashboard/o/acme/links/${id}?done=changed`]);
      expect((await stored(id)).link).toEqual(before.link);
      expect(before.definition).toEqual(JSON.parse(JSON.stringify(parseDefinition(body))));
    }
  });

  test("a box that is not checked leaves what is stored, checked it is yes, and unchecked again nothing", async () => {
    const forwarded = async (id: string) => (await stored(id)).definition.forwardQuery;
    for (const before of [undefined, false]) {
      const id = await create(
        linkBody("custom custom_url", before === undefined ? {} : { forwardQuery: before }),
      );
      const form = await opened(id);
      await editor.send(pathOf(id), { ...form, name: "Renamed" });
      expect(await forwarded(id)).toBe(before);
      // A browser sends the box before the hidden field of a stored no.
      const { forwardQuery: hidden = [] } = await opened(id);
      const checked = { ...(await opened(id)), forwardQuery: ["true", hidden].flat() };
      await editor.send(pathOf(id), checked);
      expect(await forwarded(id)).toBe(true);
      const { text } = await editor.open(pathOf(id));
      expect(text).toMatch(/type="checkbox" id="forwardQuery"[^>]* checked=""/);
      expect(text).toContain('class="values">Keep ad parameters such as gclid</span>');
      const { forwardQuery: _, ...unchecked } = await opened(id);
      await editor.send(pathOf(id), unchecked);
      expect(await forwarded(id)).toBeUndefined();
    }
  });

  test.each(VARIANTS.map(variantKey))("%s: a change of one field leaves the others", async (pair) => {
    const id = await create(strangeBody(pair));
    const { definition } = await stored(id);
    const changed = { ...(await opened(id)), publicName: "Öffentlich", "tracking.tags": "one\r\ntwo" };
    expect((await editor.send(pathOf(id), changed)).status).toBe(303);
    const tracking = { ...(definition.tracking as object), tags: ["one", "two"] };
    expect((await stored(id)).definition).toEqual({ ...definition, publicName: "Öffentlich", tracking });
  });

  test("a comma ends a tag, a stored tag with one stays, and the same tag is kept once", async () => {
    const id = await create({ ...linkBody(), tracking: { tags: ["spring", "a, b"] } });
    const form = await opened(id);
    expect(form["tracking.tags"]).toBe("spring\r\na, b");
    await editor.send(pathOf(id), {
      ...form,
      "tracking.tags": "spring\r\na, b\r\nprint, spring; web,\r\n , x",
    });
    const { definition } = await stored(id);
    expect(definition.tracking).toEqual({ tags: ["spring", "a, b", "print", "web", "x"] });
  });

  test("what is cleared is removed, and rows can be removed and added", async () => {
    const id = await create(richBody("bigbox_w add_to_cart"));
    const { definition } = await stored(id);
    const form = await opened(id);
    const fewer = htmlForm((await editor.send(pathOf(id), { ...form, step: "remove:products[0]" })).text);
    const more = htmlForm(
      (await editor.send(pathOf(id), { ...Object.fromEntries(fewer.entries), step: "add:products" })).text,
    );
    const fields = Object.fromEntries(more.entries);
    const changes = {
      "products[1].retailerProductId": "777",
      metadata: "",
      "location.zipCode": "",
      "location.storeId": "",
    };
    expect((await editor.send(pathOf(id), { ...fields, ...changes })).status).toBe(303);
    const { metadata, location, products, ...rest } = definition;
    expect((await stored(id)).definition).toEqual({
      ...rest,
      products: [(products as object[])[1], { retailerProductId: "777", quantity: 1 }],
    });
    expect([metadata, location]).not.toContain(undefined);
  });

  test("impossible changes are reported at their field", async () => {
    const id = await create(linkBody("custom custom_url", { metadata: { kept: null } }));
    const form = await opened(id);
    expect(form.projectId).toBeUndefined();
    expect(Object.keys(form).filter((name) => name.startsWith("defaultQrCode"))).toEqual([]);
    const wrong = await editor.send(pathOf(id), { ...form, metadata: '{"kept": null, "new": null}' });
    expect(htmlForm(wrong.text).problem("metadata")).toContain("Can't contain null");
    const fine = await editor.send(pathOf(id), { ...form, metadata: '{"kept": null, "new": 1}' });
    expect(fine.status).toBe(303);
    expect((await stored(id)).definition.metadata).toEqual({ kept: null, new: 1 });
    const gone = { ...(await opened(id)), metadata: '{"new": 1}' };
    expect((await editor.send(pathOf(id), gone)).status).toBe(303);
    expect((await stored(id)).definition.metadata).toEqual({ new: 1 });

    const empty = await editor.send(pathOf(id), { ...(await opened(id)), name: "", customUrl: "ftp://x" });
    expect(empty.status).toBe(400);
    expect(htmlForm(empty.text).problem("name")).toBe("This is required.");
    expect(htmlForm(empty.text).problem("customUrl")).toContain("http");
    expect(htmlForm(empty.text).value("customUrl")).toBe("ftp://x");
  });
});

describe("a link that someone else changed since the form was opened", () => {
  test("is not overwritten: the form shows what changed and keeps what was typed", async () => {
    const id = await create(richBody("bigbox_w add_to_cart"));
    const form = await opened(id);
    await changeElsewhere(id, { name: "Theirs", tracking: { utm: { source: "theirs" } }, fallbackUrl: null });
    const sent = { ...form, name: "Mine", publicName: "Mine too" };
    const { status, text } = await editor.send(pathOf(id), sent);
    expect(status).toBe(412);
    expect(text).toContain("Someone changed this link while you were editing it");
    expect(text).toContain("UTM source: from <bdi>newsletter</bdi> to <bdi>theirs</bdi>");
    expect(text).toContain("Name: from <bdi>Spring campaign</bdi> to <bdi>Theirs</bdi>");
    const again = htmlForm(text);
    expect(again.value("name")).toBe("Mine");
    expect(again.value("publicName")).toBe("Mine too");
    expect(again.value("tracking.utm.source")).toBe("theirs");
    expect((await stored(id)).definition.name).toBe("Theirs");

    expect((await editor.send(pathOf(id), Object.fromEntries(again.entries))).status).toBe(303);
    const { definition } = await stored(id);
    expect(definition).toMatchObject({ name: "Mine", publicName: "Mine too" });
    expect(definition.tracking).toMatchObject({ utm: { source: "theirs", medium: "e-mail" } });
    expect(definition.fallbackUrl).toBeUndefined();
  });

  test("is saved if only its status or codes changed, which are not in the form", async () => {
    const id = await create(linkBody("custom custom_url"));
    const form = await opened(id);
    await setStatus(dashboard.service.env, id, "inactive");
    expect((await editor.send(pathOf(id), { ...form, name: "Mine" })).status).toBe(303);
    expect((await stored(id)).link).toMatchObject({ name: "Mine", status: "inactive" });
  });

  test("shows the new variant if someone else changed it", async () => {
    const id = await create(linkBody("custom custom_url"));
    const form = await opened(id);
    await changeElsewhere(id, {
      ...{ retailer: "marketplace", intent: "product_detail", customUrl: null },
      products: [{ retailerProductId: "B000000001" }],
    });
    const { status, text } = await editor.send(pathOf(id), { ...form, name: "Mine" });
    expect(status).toBe(412);
    expect(htmlForm(text).value("products[0].retailerProductId")).toBe("B000000001");
    expect((await editor.send(pathOf(id), Object.fromEntries(htmlForm(text).entries))).status).toBe(303);
    expect((await stored(id)).definition).toMatchObject({ name: "Mine", retailer: "marketplace" });
  });
});

describe("who may", () => {
  test("an incomplete form is rejected", async () => {
    const id = await create(linkBody("custom custom_url"));
    for (const base of ["", "{", "null", "[]", '{"retailer":"custom"}']) {
      const { status } = await editor.send(pathOf(id), { ...(await opened(id)), base });
      expect([base, status]).toEqual([base, 400]);
    }
    const pair = JSON.stringify({ retailer: "grocer_a", intent: "recipe" });
    expect((await editor.send(pathOf(id), { ...(await opened(id)), base: pair })).status).toBe(422);
  });

  test("the preview shows the changed link", async () => {
    const id = await create(linkBody("custom custom_url"));
    const form = { ...(await opened(id)), customUrl: "https://example.com/elsewhere" };
    const { status, text } = await editor.send(`${pathOf(id)}/preview`, form);
    expect([status, text]).toEqual([200, expect.stringContaining('href="https://example.com/elsewhere"')]);
    const page = await editor.send(pathOf(id), { ...form, step: "preview" });
    expect(page.text).toContain('href="https://example.com/elsewhere"');
    expect((await stored(id)).definition.customUrl).toBe("https://example.com/welcome");
  });
});
