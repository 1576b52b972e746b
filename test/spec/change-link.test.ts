import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { startChangeLinkService } from "./link-patches.ts";

const { service, key, create, patch, row } = await startChangeLinkService();
const definition = async (id: string): Promise<Json> =>
  (await get(service, `/v1/links/${id}/definition`, { key })).json.data;
const history = async (id: string): Promise<Json[]> =>
  (await get(service, `/v1/links/${id}/history`, { key })).json.data;
const location = async (shortId: string) => (await get(service, `/${shortId}`)).headers.get("Location");

describe("design: PATCH /v1/links/{linkId}", () => {
  test("changes the named fields, keeps the others, and responds like GET", async () => {
    const link = await create("custom custom_url", { publicName: "Public", metadata: { a: 1, b: { c: 2 } } });
    const answer = await patch(link.id, { name: "New", metadata: { b: { c: null, d: 3 } } });
    const changed = expectLink(answer, 200);
    expect(changed).toMatchObject({
      ...link,
      name: "New",
      metadata: { a: 1, b: { d: 3 } },
      qrCode: link.qrCode,
    });
    const read = await get(service, `/v1/links/${link.id}`, { key });
    expect(read.json).toEqual(answer.json);
    expect(read.headers.get("ETag")).toBe(answer.headers.get("ETag"));
  });

  test("null removes an optional field", async () => {
    const link = await create("custom custom_url", {
      publicName: "Public",
      tracking: { tags: ["a"], linkValue: 1 },
    });
    await patch(link.id, { publicName: null, tracking: { linkValue: null } });
    expect(await definition(link.id)).toEqual({
      ...linkBody(),
      tracking: { tags: ["a"] },
      status: "active",
    });
  });

  test("the short link redirects to the new destination, and codes and images stay", async () => {
    const link = await create();
    await patch(link.id, { customUrl: "https://example.com/new" });
    await expect.poll(() => location(link.shortId), { timeout: 30_000 }).toBe("https://example.com/new");
    const read = expectLink(await get(service, `/v1/links/${link.id}`, { key }), 200);
    expect([read.shortLink, read.qrCode]).toEqual([link.shortLink, link.qrCode]);
    expect((await get(service, new URL(link.qrCode?.imageUrl ?? "").pathname)).status).toBe(200);
  });

  test("retailer and intent can change together with the fields that their variant requires", async () => {
    const link = await create();
    const answer = await patch(link.id, {
      retailer: "bigbox_w",
      intent: "product_detail",
      customUrl: null,
      products: [{ retailerProductId: "55" }],
    });
    expect(expectLink(answer, 200)).toMatchObject({
      retailer: "bigbox_w",
      urlType: "pdp",
      products: [{ retailerProductId: "55", quantity: 1 }],
    });
    expect((await row(link.id)).destination).toBe("https://www.walmart.com/ip/55");
  });

  test("a change of the store alone changes the destination", async () => {
    const link = await create("bigbox_w add_to_cart", { location: { storeId: "2119" } });
    const led = async () => new URL((await row(link.id)).destination).searchParams.get("storeId");
    expect(await led()).toBe("2119");
    expectLink(await patch(link.id, { location: { storeId: "3081" } }), 200);
    expect(await led()).toBe("3081");
  });

  test("status switches a link off and on; its codes and images stay", async () => {
    const link = await create();
    expect(expectLink(await patch(link.id, { status: "inactive" }), 200).status).toBe("inactive");
    await expect
      .poll(async () => (await get(service, `/${link.shortId}`)).status, { timeout: 30_000 })
      .toBe(410);
    expect((await get(service, new URL(link.qrCode?.imageUrl ?? "").pathname)).status).toBe(200);
    expect(expectLink(await patch(link.id, { status: "active" }), 200).status).toBe("active");
  });

  test("a patch that changes nothing writes nothing and keeps updatedAt and ETag", async () => {
    const link = await create("bigbox_w add_to_cart");
    const before = await row(link.id);
    const etag = (await get(service, `/v1/links/${link.id}`, { key })).headers.get("ETag");
    for (const body of [{}, { name: "Spring campaign" }, { publicName: null }, await definition(link.id)]) {
      const { projectId: _, ...fields } = body;
      const answer = await patch(link.id, fields);
      expect([answer.status, answer.headers.get("ETag")], answer.text).toEqual([200, etag]);
    }
    expect(await row(link.id)).toEqual(before);
    expect(await history(link.id)).toHaveLength(1);
  });

  test("a definition of 1 MB is changed and read back whole", async () => {
    const steps = (letter: string) => Array<string>(200).fill(letter.repeat(5_000));
    const instructions = steps("x");
    const ingredients = [{ name: "flour" }];
    const recipe = { title: "Cake", ingredients, instructions };
    const link = await create("delivery_app recipe", { options: { delivery_app: { recipe } } });
    await patch(link.id, {
      options: { delivery_app: { recipe: { instructions: steps("y") } } },
    });
    expect((await definition(link.id)).options.delivery_app.recipe.instructions).toEqual(steps("y"));
    await patch(link.id, { options: { delivery_app: { recipe: { instructions: ["short"] } } } });
    expect((await definition(link.id)).options.delivery_app.recipe.instructions).toEqual(["short"]);
    const [last] = await history(link.id);
    expect(last.changes).toEqual([
      { field: "options.delivery_app.recipe.instructions", from: steps("y"), to: ["short"] },
    ]);
  });
});

describe("design: ETag and If-Match", () => {
  test("each change by a caller, also to a code, changes the ETag, and If-Match enforces it", async () => {
    const link = await create();
    const etag = async () => (await get(service, `/v1/links/${link.id}`, { key })).headers.get("ETag");
    const first = await etag();
    const code = await post(service, `/v1/links/${link.id}/qr-codes`, { identifier: "poster" }, { key });
    expect(code.status).toBe(201);
    const second = await etag();
    expect(second).not.toBe(first);
    expectError(
      await patch(link.id, { name: "x" }, { headers: { "If-Match": String(first) } }),
      412,
      "precondition_failed",
    );
    const matches = { "If-Match": `"nothing", W/${second}` };
    expectLink(await patch(link.id, { name: "y" }, { headers: matches }), 200);
    expectLink(await patch(link.id, { name: "z" }, { headers: { "If-Match": "*" } }), 200);
    expect(await etag()).not.toBe(second);
    const defined = await get(service, `/v1/links/${link.id}/definition`, { key });
    const read = { "If-Match": String(defined.headers.get("ETag")) };
    expectLink(await patch(link.id, { name: "w" }, { headers: read }), 200);
    expectError(await patch(link.id, { name: "v" }, { headers: read }), 412, "precondition_failed");
  });

  test("a replay is returned before If-Match is checked", async () => {
    const link = await create();
    const options = { idempotencyKey: "patch-once", headers: { "If-Match": '"1"' } };
    const first = await patch(link.id, { name: "Once" }, options);
    const again = await patch(link.id, { name: "Once" }, options);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.headers.get("ETag")).toBe(first.headers.get("ETag"));
    expectError(await patch(link.id, { name: "Twice" }, options), 409, "idempotency_conflict");
    expect(await history(link.id)).toHaveLength(2);
  });
});
