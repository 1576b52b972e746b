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

describe("design: availability of the products in a bulk request", () => {
  test("decides the destinations immediately or, if the retailer is late, with the next job", async () => {
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

  test("uses a limited number of calls and leaves the rest to the job", async () => {
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
