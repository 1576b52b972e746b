import { describe, expect, test } from "vitest";
import { linkDestination, linkPreview } from "../../src/surfaces/api/preview-resources.ts";
import { held } from "../availability/fake-retailers.ts";
import { expectData } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { cartOf, startAvailabilityService, walmartCart } from "./availability-service.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";
const { walmart, service, key, create, check, stored, eventually, runCron } =
  await startAvailabilityService();

const previewed = async (fields: object): Promise<Json> =>
  expectData(
    await post(service, "/v1/links/preview", { projectId: "main", name: "Test", ...fields }, { key }),
    200,
    linkPreview,
  );
const destinationOf = async (id: string): Promise<Json> =>
  expectData(await get(service, `/v1/links/${id}/destination`, { key }), 200, linkDestination);
const codes = ({ warnings }: Json): string[] => warnings.map(({ code }: Json) => code);

const single = (bigbox_w: object = {}) => ({
  ...walmartCart("1", []),
  options: { bigbox_w: { allowPdp: true, ...bigbox_w } },
});
const page = "https://www.walmart.com/ip/1";

describe("design: rules that depend on the retailer's response, before and after creation", () => {
  test.each<[string, object, object, object, string[]]>([
    [
      "backup_chosen",
      { "1": { stock: "Not available" }, "2": { stock: "Available" } },
      walmartCart("1", ["2"]),
      { destination: cartOf("2"), urlType: "cart" },
      [],
    ],
    [
      "cart_by_items",
      { "1": { stock: "Not available" }, "2": { stock: "Not available" } },
      walmartCart("1", ["2"]),
      { destination: cartOf("1"), urlType: "cart" },
      ["product_unavailable"],
    ],
    [
      "unavailable_product_page",
      { "1": { stock: "Not available" } },
      single(),
      { destination: page, urlType: "pdp" },
      ["product_unavailable"],
    ],
    [
      "seller_choice_page",
      { "1": { stock: "Available", marketplace: true } },
      single({ preferOffersForMarketplace: true }),
      { destination: page, urlType: "pdp" },
      [],
    ],
    [
      "cart_by_offers",
      { "1": { stock: "Available", marketplace: true, offerId: OFFER } },
      single({ preferOffersForMarketplace: true }),
      { destination: `https://www.walmart.com/sc/cart/addToCart?offers=${OFFER}_2`, urlType: "cart" },
      [],
    ],
  ])("%s", async (code, products, fields, leads, warnings) => {
    for (const [id, product] of Object.entries(products)) walmart.products.set(id, product);
    const preview = await previewed(fields);
    expect(preview).toMatchObject({ ...leads, reason: { code } });
    expect(codes(preview)).toEqual(warnings);
    const { id } = await create({ ...fields });
    await eventually(() => check(id), { failures: 0 });
    const answer = await destinationOf(id);
    expect(answer).toMatchObject({ ...leads, reason: { code } });
    expect(codes(answer)).toEqual(warnings);
    const row = await check(id);
    expect(answer.availability).toEqual({ outcome: row?.outcome, checkedAt: row?.checked_at });
  });
});

test("the reason changes only with the destination", async () => {
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
  const { id } = await create(walmartCart("1", ["2"]));
  await eventually(() => check(id), { outcome: "replaced" });
  // The retailer would respond differently now.
  walmart.products.set("1", { stock: "Available" });
  expect(await destinationOf(id)).toMatchObject({
    destination: cartOf("2"),
    reason: { code: "backup_chosen" },
  });
  await runCron(7);
  const row = await stored(id);
  expect(await destinationOf(id)).toMatchObject({
    destination: cartOf("1"),
    reason: { code: "cart_by_items" },
    availability: { outcome: "available" },
    since: row?.updated_at,
  });
});

test("without any product in stock, fallbackUrl opens until stock returns", async () => {
  const fallbackUrl = "https://brand.example/soups";
  walmart.products.set("1", { stock: "Not available" });
  const sold = { ...walmartCart("1", []), fallbackUrl };
  expect(await previewed(sold)).toMatchObject({
    destination: fallbackUrl,
    urlType: "long_link",
    reason: { code: "unavailable_fallback" },
  });
  const { id } = await create(sold);
  await eventually(() => check(id), { outcome: "unavailable" });
  expect(await destinationOf(id)).toMatchObject({
    destination: fallbackUrl,
    reason: { code: "unavailable_fallback" },
  });
  walmart.products.set("1", { stock: "Available" });
  await runCron(7);
  expect(await destinationOf(id)).toMatchObject({ destination: cartOf("1"), urlType: "cart" });
});

test("the next check records a missing reason", async () => {
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
  const { id } = await create(walmartCart("1", ["2"]));
  await eventually(() => check(id), { outcome: "replaced" });
  const reason = () =>
    service.env.DB.prepare("SELECT destination_reason FROM links WHERE id = ?1")
      .bind(id)
      .first("destination_reason");
  await service.env.DB.prepare("UPDATE links SET destination_reason = NULL WHERE id = ?1").bind(id).run();
  await runCron(7);
  expect(await reason()).toBe("backup_chosen");
  expect(await stored(id)).toMatchObject({ version: 1 });
});

describe("design: a preview queries the retailer like a creation", () => {
  test("within the creations' part of the daily calls", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    await previewed(walmartCart("1", ["2"]));
    const calls = () =>
      service.env.DB.prepare("SELECT calls FROM catalog_calls WHERE purpose = 'creation'").first("calls");
    expect(await calls()).toBe(2);
    await service.env.DB.prepare("UPDATE catalog_calls SET calls = 2000").run();
    walmart.calls.length = 0;
    const preview = await previewed(walmartCart("1", ["2"]));
    expect(preview).toMatchObject({ destination: cartOf("1"), reason: { code: "cart_by_items" } });
    expect(codes(preview)).toEqual(["backups_not_checked"]);
    expect(walmart.calls).toEqual([]);
  });

  test("not for links without backups", async () => {
    await previewed(walmartCart("1", []));
    expect(walmart.calls).toEqual([]);
  });

  test("and responds without waiting for a slow retailer", async () => {
    const { fault, arrived, release } = held();
    walmart.fault = fault;
    const answer = previewed(walmartCart("1", ["2"]));
    await arrived;
    expect(codes(await answer)).toEqual(["backups_not_checked"]);
    release();
  });
});
