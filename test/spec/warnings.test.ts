import { describe, expect, test } from "vitest";
import { WARNING_CODES } from "../../src/features/links/warning-codes.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { key } = await service.issueKey();
const WITH = "?include=warnings";
const SAFE_LINK =
  "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbrand.example%2Fsoup&data=me%40brand.example";

const BARCODE = linkBody("bigbox_w add_to_cart", { products: [{ retailerProductId: "036000291452" }] });
const WARNING = {
  code: "looks_like_barcode",
  field: "products[0].retailerProductId",
  message: expect.any(String),
};
const create = (body: object, query = WITH, idempotencyKey?: string) =>
  post(service, `/v1/links${query}`, body, { key, ...(idempotencyKey && { idempotencyKey }) });
const change = (id: string, patch: object, query = WITH, idempotencyKey?: string) =>
  send(service, "PATCH", `/v1/links/${id}${query}`, patch, {
    key,
    ...(idempotencyKey && { idempotencyKey }),
  });

describe("design: include=warnings on create, bulk and PATCH", () => {
  test("a create returns the warnings of its preview and destination, only if asked", async () => {
    const created = await create(BARCODE);
    expect(created.json.data.warnings).toEqual([WARNING]);
    const { id } = created.json.data;
    const preview = await post(service, "/v1/links/preview", BARCODE, { key });
    expect(preview.json.data.warnings).toEqual(created.json.data.warnings);
    const destination = await get(service, `/v1/links/${id}/destination`, { key });
    expect(destination.json.data.warnings).toEqual(created.json.data.warnings);
    expectLink(await create(BARCODE, ""));
    expect("warnings" in (await get(service, `/v1/links/${id}?include=all`, { key })).json.data).toBe(false);
    expect((await create(linkBody())).json.data.warnings).toEqual([]);
  });

  test("a retry returns them too, whatever the first request asked for", async () => {
    expectLink(await create(BARCODE, "", "warn-on-create"));
    const again = await create(BARCODE, WITH, "warn-on-create");
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.json.data.warnings).toEqual([WARNING]);
    const { id } = again.json.data;
    expect("warnings" in (await change(id, { name: "Other" }, "", "warn-on-change")).json.data).toBe(false);
    expect((await change(id, { name: "Other" }, WITH, "warn-on-change")).json.data.warnings).toEqual([
      WARNING,
    ]);
  });

  test("a change returns those of the changed link, with or without an effect", async () => {
    const { id } = expectLink(await create(BARCODE, ""));
    expect((await change(id, { name: "Other" })).json.data.warnings).toEqual([WARNING]);
    expect((await change(id, { name: "Other" })).json.data.warnings).toEqual([WARNING]);
    const fixed = await change(id, { products: [{ retailerProductId: "10450114" }] });
    expect(fixed.json.data.warnings).toEqual([]);
    const off = await change(id, { status: "inactive" });
    expect(off.json.data.warnings.map(({ code }: Json) => code)).toEqual(["link_inactive"]);
  });

  test("bulk rows and dry runs have them", async () => {
    const links = [BARCODE, linkBody()];
    const rows = (await post(service, `/v1/links/bulk${WITH}`, { links }, { key })).json.data;
    expect(rows.map(({ body }: Json) => body.data.warnings)).toEqual([[WARNING], []]);
    const dry = (await post(service, "/v1/links/bulk", { links, dryRun: true }, { key })).json.data;
    expect(dry.map(({ body }: Json) => body.data.warnings)).toEqual([[WARNING], []]);
  });

  test("an offer's field is below the offer", async () => {
    const { projectId, name, ...offer } = BARCODE;
    const offers = [{ retailer: "custom", intent: "custom_url", customUrl: "https://a.example/" }, offer];
    const body = { projectId, name, retailer: "choice", intent: "choose_retailer", offers };
    expect((await create(body)).json.data.warnings).toEqual([
      { ...WARNING, field: `offers[1].${WARNING.field}` },
    ]);
  });
});

describe("stores that discovery does not know", () => {
  const body = (delivery_app: object) =>
    linkBody("delivery_app product_detail", { options: { delivery_app } });
  const unknown = async (delivery: object) =>
    (await create(body(delivery))).json.data.warnings.map(({ code, field }: Json) => `${code} ${field}`);
  const NAMED = { routingMode: "preferred", preferredRetailers: ["costco", "kostco"] };

  test("are told of once it has more than the sample", async () => {
    expect(await unknown(NAMED)).toEqual([]);
    await service.env.DB.prepare(
      "UPDATE delivery_app_retailers SET source = 'sync' WHERE slug = 'costco'",
    ).run();
    const expected = ["store_unknown options.delivery_app.preferredRetailers[1]"];
    expect(await unknown(NAMED)).toEqual(expected);
    expect(await unknown({ routingMode: "specific", retailer: "costco" })).toEqual([]);
    const { id } = (await create(body(NAMED))).json.data;
    for (const answer of [
      await get(service, `/v1/links/${id}/destination`, { key }),
      await post(service, "/v1/links/preview", body(NAMED), { key }),
      await change(id, { name: "Other" }),
      await change(id, { location: { zipCode: "60601" } }),
    ]) {
      const found = answer.json.data.warnings.map(({ code, field }: Json) => `${code} ${field}`);
      expect(found).toEqual(expected);
    }
  });
});

test("UTM values of a list may not be added, because the delivery app's page can have its own", async () => {
  const tracking = { utm: { source: "flyer" } };
  const list = await create(linkBody("delivery_app shopping_list", { tracking }));
  expect(list.json.data.warnings.map(({ code }: Json) => code)).toEqual(["utm_not_added"]);
});

test("every warning has a row in the documentation and a value in OpenAPI", async () => {
  const { text } = await get(service, "/docs/warnings.md");
  for (const code of WARNING_CODES) expect(text).toContain(`| \`${code}\` |`);
  const { json } = await get(service, "/openapi.json");
  expect(JSON.stringify(json.components.schemas.WarningCode)).toContain("looks_like_barcode");
  expect(json.components.schemas.ExtendedLink.properties.warnings).toBeDefined();
});

describe("a URL that is not what it stands for", () => {
  const custom = (changes: object) => linkBody("custom custom_url", changes);
  const definition = async (id: string) =>
    (await get(service, `/v1/links/${id}/definition`, { key })).json.data;

  test("is stored as sent, read as what it stands for, and warned about", async () => {
    const customUrl = "https://brand.example/soup%E2%80%8B?a=1&amp;b=2";
    const schedule = {
      endedUrl: "https://brand.example/ended?a=1&amp;b=2",
      activeUntil: "2026-01-01T00:00:00.000Z",
    };
    const { id, shortId, warnings } = (await create(custom({ customUrl, schedule }))).json.data;
    expect(warnings.filter(({ code }: Json) => code === "url_not_plain")).toEqual([
      {
        code: "url_not_plain",
        field: "customUrl",
        message: expect.stringContaining("https://brand.example/soup?a=1&b=2"),
      },
      { code: "url_not_plain", field: "schedule.endedUrl", message: expect.any(String) },
    ]);
    expect(await definition(id)).toMatchObject({ customUrl, schedule });
    const destination = (await get(service, `/v1/links/${id}/destination`, { key })).json.data;
    expect(destination.destination).toBe("https://brand.example/soup?a=1&b=2");
    const visit = await service.fetch(`/${shortId}`, { redirect: "manual" });
    expect(visit.headers.get("Location")).toBe("https://brand.example/ended?a=1&b=2");
  });

  test.each([
    ["customUrl", custom({ customUrl: `${SAFE_LINK}` })],
    ["fallbackUrl", linkBody("bigbox_w add_to_cart", { fallbackUrl: SAFE_LINK })],
    ["schedule.endedUrl", custom({ schedule: { endedUrl: SAFE_LINK } })],
    ["card.imageUrl", custom({ card: { imageUrl: SAFE_LINK } })],
  ])("with a mail scanner's redirect in %s is refused, with the URL to use", async (field, body) => {
    const { status, json } = await create(body);
    expect(status).toBe(400);
    expect(json.error.details).toEqual([
      {
        field,
        message:
          "is a link of Outlook's Safe Links, which may name its recipient: use https://brand.example/soup",
      },
    ]);
  });

  test("can't point to this service by HTML's codes", async () => {
    const customUrl = service.url.origin.replace("://", "://a&#64;");
    const { status } = await create(custom({ customUrl }));
    expect(status).toBe(422);
  });
});
