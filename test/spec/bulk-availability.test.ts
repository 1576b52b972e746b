import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { startAvailabilityService } from "./availability-service.ts";
import { expectRows, madeLink, sendRows } from "./bulk.ts";

const { walmart, service, key, stored, check, eventually, runCron, locationOf } =
  await startAvailabilityService();

const cart = (primary: string, ...backups: string[]) =>
  linkBody("bigbox_w add_to_cart", {
    products: [{ retailerProductId: primary, quantity: 2, backupProductIds: backups }],
  });
const cartOf = (id: string) => `https://www.walmart.com/sc/cart/addToCart?items=${id}_2`;
const create = async (rows: unknown[], more: object = {}) =>
  expectRows(await sendRows(service, rows, { key }, more));

describe("design: what the retailer says of the products of many links", () => {
  test("decides where they lead, in calls that they share, and is kept", async () => {
    walmart.products.set("1", { stock: "Not available" });
    walmart.products.set("11", { stock: "Available" });
    walmart.products.set("2", { stock: "Available" });
    const links = (await create([cart("1", "11"), cart("2", "11"), cart("1", "12", "11")])).map(madeLink);
    expect(await Promise.all(links.map(locationOf))).toEqual([cartOf("11"), cartOf("2"), cartOf("11")]);
    // One call for the primaries, one for the backups of those that are unavailable.
    expect(walmart.calls.map((ids) => ids.toSorted())).toEqual([
      ["1", "2"],
      ["11", "12"],
    ]);
    for (const [index, outcome] of ["replaced", "available", "replaced"].entries()) {
      await eventually(() => check(links[index]?.id ?? ""), { outcome });
    }
    for (const { id } of links) expect((await stored(id))?.version).toBe(1);
  });

  test("a dry run asks as the creation does, and shows where the rows would lead", async () => {
    walmart.products.set("1", { stock: "Not available" });
    walmart.products.set("11", { stock: "Available" });
    const rows = await create([cart("1", "11"), {}, cart("11", "1")], { dryRun: true });
    expect(rows.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(rows[0]?.body).toMatchObject({ data: { destination: cartOf("11") } });
    expect(walmart.calls).toEqual([["1", "11"]]);
  });

  test("takes a bounded number of calls, and the job asks for the rest", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(1_000 + index * 20));
    const wide = (first: string) =>
      linkBody("bigbox_w add_to_cart", {
        products: Array.from({ length: 20 }, (_, index) => ({
          retailerProductId: String(Number(first) + index),
          backupProductIds: ["9"],
        })),
      });
    const links = (await create(ids.map(wide))).map(madeLink);
    expect(walmart.calls.length).toBeLessThanOrEqual(20);
    await runCron(0);
    for (const { id } of links.slice(0, 3)) await eventually(() => check(id), { failures: 0 });
  });
});
