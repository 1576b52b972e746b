import { describe, expect, test } from "vitest";
import { get, type Json, send } from "../requests.ts";
import { cartOf, startAvailabilityService, walmartCart } from "./availability-service.ts";

const { walmart, service, key, create, stored, check, eventually, runCron } =
  await startAvailabilityService();

const patch = async (id: string, body: object) => {
  const answer = await send(service, "PATCH", `/v1/links/${id}`, body, { key });
  expect(answer.status, answer.text).toBe(200);
};
const products = (primary: string, backups: string[]) => ({
  products: walmartCart(primary, backups).products,
});

describe("design: a change of a link updates its availability", () => {
  test("a change to an unavailable product redirects to its backup immediately and starts checks", async () => {
    walmart.products.set("1", { stock: "Available" }).set("5", { stock: "Not available" });
    walmart.products.set("6", { stock: "Available" });
    const link = await create(walmartCart("1", ["2"]));
    await eventually(() => check(link.id), { outcome: "available" });
    await patch(link.id, products("5", ["6"]));
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("6") });
    await eventually(() => check(link.id), { outcome: "replaced", product_ids: '["6"]' });
    walmart.products.set("5", { stock: "Available" });
    await runCron(7);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("5") });
    const { json } = await get(service, `/v1/links/${link.id}/history`, { key });
    expect(json.data.map(({ actor }: Json) => actor.type)).toEqual(["job", "api_key", "api_key"]);
    expect(json.data[0]).toMatchObject({
      actor: { type: "job", id: "availability of products" },
      changes: [{ field: "destination", from: cartOf("6"), to: cartOf("5") }],
    });
  });

  test("a new name queries no retailer and keeps the current backup", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const link = await create(walmartCart("1", ["2"]));
    await eventually(() => check(link.id), { outcome: "replaced" });
    walmart.calls.length = 0;
    await patch(link.id, { name: "Renamed", tracking: { tags: ["new"] } });
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2") });
    expect([walmart.calls.length, await check(link.id)]).toMatchObject([0, { outcome: "replaced" }]);
  });

  test("a link without checkable products is no longer checked", async () => {
    walmart.products.set("1", { stock: "Available" });
    const link = await create(walmartCart("1", ["2"]));
    await eventually(() => check(link.id), { outcome: "available" });
    const customUrl = "https://example.com/instead";
    await patch(link.id, { retailer: "custom", intent: "custom_url", customUrl });
    expect(await check(link.id)).toBeNull();
    await runCron(7);
    expect(await stored(link.id)).toMatchObject({ destination: customUrl });
  });
});
