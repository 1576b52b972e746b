import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { startAvailabilityService } from "./availability-service.ts";
import { expectRows, madeLink, sendRows } from "./bulk.ts";

const { walmart, service, key, stored, check, eventually, runCron } = await startAvailabilityService();

const cart = (primary: string, ...backups: string[]) =>
  linkBody("bigbox_w add_to_cart", {
    products: [{ retailerProductId: primary, quantity: 2, backupProductIds: backups }],
  });
const cartOf = (id: string) => `https://www.walmart.com/sc/cart/addToCart?items=${id}_2`;
const create = async (rows: unknown[]) => expectRows(await sendRows(service, rows, { key }));

describe("design: what the retailer says of the products of many links", () => {
  test("decides where they lead: at once, or where it comes too late, once the job has asked", async () => {
    walmart.products.set("1", { stock: "Not available" });
    walmart.products.set("11", { stock: "Available" });
    walmart.products.set("2", { stock: "Available" });
    const links = (await create([cart("1", "11"), cart("2", "11"), cart("1", "12", "11")])).map(madeLink);
    await runCron(1);
    for (const [index, id] of ["11", "2", "11"].entries()) {
      await eventually(() => stored(links[index]?.id ?? ""), { destination: cartOf(id) });
    }
    for (const [index, outcome] of ["replaced", "available", "replaced"].entries()) {
      await eventually(() => check(links[index]?.id ?? ""), { outcome });
    }
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
