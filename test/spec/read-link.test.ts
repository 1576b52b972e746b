import { describe, expect, test } from "vitest";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { withVariables } from "../faults/with-variables.ts";
import { DOWN, get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();

const create = async (pair?: string, changes?: object, headers: Record<string, string> = {}) =>
  expectLink(await post(service, "/v1/links", linkBody(pair, changes), { ...full, headers }));
const read = async (id: string) => expectLink(await get(service, `/v1/links/${id}`, full), 200);

const fallbackUrl = "https://example.com/instead";
const noPdp = { options: { bigbox_t: { allowPdp: false } } };
const URL_TYPES: [string, string, object?][] = [
  ["bigbox_w add_to_cart", "cart"],
  ["bigbox_w product_detail", "pdp"],
  ["bigbox_t product_detail", "pdp"],
  ["bigbox_t add_to_cart", "pdp"],
  ["bigbox_t product_detail", "long_link", noPdp],
  ["bigbox_t add_to_cart", "long_link", { ...noPdp, fallbackUrl }],
  ["marketplace add_to_cart", "pdp"],
  ["marketplace product_detail", "pdp"],
  ["grocer_a product_detail", "pdp"],
  ["delivery_app product_detail", "pdp"],
  ["delivery_app shopping_list", "instacart_list"],
  ["delivery_app shopping_list", "instacart_list", { fallbackUrl }],
  ["delivery_app recipe", "instacart_recipe"],
  ["delivery_app recipe", "instacart_recipe", { fallbackUrl }],
  ["custom custom_url", "custom"],
];

describe("spec: GET /v1/links/{linkId} adds urlType, products, metadata and updatedAt", () => {
  test("the table covers every variant", () => {
    expect(new Set(URL_TYPES.map(([pair]) => pair))).toEqual(new Set(PAIRS));
  });

  test.each(URL_TYPES)("%s: %s", async (pair, urlType, changes) => {
    const metadata = { sku: "Ü-1", nested: { list: [1, null, "ok", { deep: true }], empty: {} } };
    const created = await create(pair, { ...changes, metadata });
    const { products } = linkBody(pair) as { products?: object[] };
    const link = await read(created.id);
    expect(link).toEqual({
      ...created,
      urlType,
      metadata,
      updatedAt: created.createdAt,
      ...(products && { products: products.map((product) => ({ quantity: 1, ...product })) }),
    });
  });

  test("products are returned as sent, with the default quantity", async () => {
    const products = [
      { retailerProductId: "1", backupProductIds: ["2", "3"] },
      { retailerProductId: "4", quantity: 999, backupProductIds: [] },
    ];
    const { id } = await create("bigbox_w add_to_cart", { products });
    const [first, second] = products;
    expect((await read(id)).products).toEqual([{ ...first, quantity: 1 }, second]);
  });

  test("omitted fields are absent, not null", async () => {
    const { id } = await create();
    const link = await read(id);
    for (const field of ["publicName", "products", "metadata"]) expect(link).not.toHaveProperty(field);
  });

  test("an empty metadata object is stored", async () => {
    const { id } = await create("custom custom_url", { metadata: {} });
    expect((await read(id)).metadata).toEqual({});
  });

  test("a body of more than a megabyte is returned whole", async () => {
    const lineItems = Array.from({ length: 200 }, (_, item) => ({
      name: `item ${item}`,
      upcs: Array.from({ length: 100 }, (_, upc) => `${"😀".repeat(15)}${upc}`),
    }));
    const products = [{ retailerProductId: "é".repeat(128) }];
    const options = { delivery_app: { shoppingList: { title: "Long", lineItems } } };
    const { id } = await create("delivery_app shopping_list", { products, options });
    expect((await read(id)).products).toEqual([{ retailerProductId: "é".repeat(128), quantity: 1 }]);
    const content = service.env.DB.prepare("SELECT content FROM links WHERE id = ?1").bind(id);
    const kept = JSON.parse((await content.first<string>("content")) ?? "");
    expect(kept.options.delivery_app.shoppingList.lineItems).toEqual(
      lineItems.map((item) => ({ quantity: 1, ...item })),
    );
  });

  test("spec: States, status is active or inactive", async () => {
    const { id, status } = await create();
    expect(status).toBe("active");
    await service.env.DB.prepare(
      "UPDATE links SET status = 'inactive', updated_at = '2030-01-01T00:00:00.000Z' WHERE id = ?1",
    )
      .bind(id)
      .run();
    expect(await read(id)).toMatchObject({ status: "inactive", updatedAt: "2030-01-01T00:00:00.000Z" });
  });
});

describe("spec: qrCode is present only when best-effort default QR generation succeeds", () => {
  test("with R2 down the link has its code, and the image is rendered on request", async () => {
    const created = await create("custom custom_url", {}, { [DOWN]: "QR_IMAGES" });
    expect(created).toHaveProperty("qrCode");
    expect((await read(created.id)).qrCode).toEqual(created.qrCode);
  });

  test("with an origin too long for a QR code, the link is created and returned without it", async () => {
    const origin = `https://${"x".repeat(2_400)}.example`;
    const long = withVariables(service, { SHORT_LINK_ORIGIN: origin });
    const created = expectLink(await post(long, "/v1/links", linkBody(), full));
    expect(created).not.toHaveProperty("qrCode");
    const answer = await get(long, `/v1/links/${created.id}`, full);
    expect(expectLink(answer, 200)).not.toHaveProperty("qrCode");
    const location = await get(long, `/${created.shortId}`);
    expect([location.status, location.headers.get("Location")]).toEqual([302, "https://example.com/welcome"]);
    const code = { identifier: "poster" };
    const added = await post(long, `/v1/links/${created.id}/qr-codes`, code, full);
    expectError(added, 500, "internal_error");
    const codes = "SELECT identifier FROM qr_codes WHERE link_id = ?1";
    expect((await long.env.DB.prepare(codes).bind(created.id).all()).results).toEqual([]);
  });

  test("defaultQrCode sets identifier and name", async () => {
    const created = await create("custom custom_url", {
      defaultQrCode: { identifier: "Shelf-1", name: "Shelf" },
    });
    const qrCode = { id: `qr_${created.id}_Shelf-1`, identifier: "Shelf-1", name: "Shelf", isDefault: true };
    expect(created.qrCode).toMatchObject({ ...qrCode, encodedUrl: `${created.shortLink}?qr=Shelf-1` });
    expect((await read(created.id)).qrCode).toEqual(created.qrCode);
  });

  test.each([
    [{ name: "Poster" }, { identifier: "default", name: "Poster" }],
    [{ identifier: "poster" }, { identifier: "poster", name: "Default QR code" }],
    [{}, { identifier: "default", name: "Default QR code" }],
  ])("defaultQrCode %j", async (defaultQrCode, expected) => {
    expect((await create("custom custom_url", { defaultQrCode })).qrCode).toMatchObject(expected);
  });

  test("additional QR codes don't replace the default code", async () => {
    const created = await create();
    expectQrCode(await post(service, `/v1/links/${created.id}/qr-codes`, { identifier: "AAA" }, full));
    expect((await read(created.id)).qrCode).toEqual(created.qrCode);
  });
});

describe("spec: linkId path value, 3-128 characters", () => {
  const IDS: [string, string, boolean][] = [
    ["2", "ab", false],
    ["3", "abc", true],
    ["128", "a".repeat(128), true],
    ["129", "a".repeat(129), false],
    ["128 outside of the BMP", "😀".repeat(128), true],
    ["129 outside of the BMP", "😀".repeat(129), false],
    ["NUL among", "abc\0", false],
  ];
  test.each(IDS)("%s characters", async (_, id, valid) => {
    const path = `/v1/links/${encodeURIComponent(id)}`;
    for (const answer of [
      await get(service, path, full),
      await post(service, `${path}/qr-codes`, {}, full),
    ]) {
      if (valid) expectError(answer, 404, "not_found");
      else {
        const { details } = expectError(answer, 400, "validation_failed");
        expect(details?.map(({ field }) => field)).toEqual(["linkId"]);
      }
    }
  });
});
