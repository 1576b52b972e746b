import { describe, expect, test } from "vitest";
import { FAULTS } from "../availability/fake-retailers.ts";
import { cartOf, HOUR, startAvailabilityService, walmartCart } from "./availability-service.ts";

const { walmart, service, create, stored, check, eventually, locationOf, runCron } =
  await startAvailabilityService();

describe("the availability job", () => {
  test("writes nothing to a link whose outcome is the same", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const link = await create(walmartCart("1", ["2"]));
    await eventually(() => check(link.id), { outcome: "replaced" });
    const before = await stored(link.id);
    const checkedAt = (await check(link.id))?.checked_at ?? "";
    await runCron(7);
    expect(await stored(link.id)).toEqual(before);
    expect((await check(link.id))?.checked_at.localeCompare(checkedAt)).toBe(1);
  });

  test("does not query before a check is due, nor for inactive links", async () => {
    walmart.products.set("1", { stock: "Available" });
    const { id } = await create(walmartCart("1", ["2"]));
    await eventually(() => check(id), { outcome: "available" });
    const calls = walmart.calls.length;
    await runCron(5);
    await service.env.DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(id).run();
    await runCron(7);
    expect(walmart.calls).toHaveLength(calls);
  });

  test("checks links that their creation could not check", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    walmart.fault = FAULTS["500"];
    const link = await create(walmartCart("1", ["2"]));
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("1") });
    walmart.fault = null;
    await runCron(0);
    expect(await check(link.id), "left to creation for some minutes").toBeNull();
    await runCron(1);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 2 });
    expect(await locationOf(link)).toBe(cartOf("2"));
  });

  test("queries once when it runs twice concurrently", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const links = [await create(walmartCart("1", ["2"])), await create(walmartCart("1", ["2"]))];
    for (const { id } of links) await eventually(() => check(id), { outcome: "replaced" });
    walmart.calls.length = 0;
    walmart.products.set("1", { stock: "Available" });
    await Promise.all([runCron(7), runCron(7)]);
    expect(walmart.calls.flat()).toEqual(["1"]);
    for (const { id } of links) expect(await stored(id)).toMatchObject({ version: 2 });
  });

  test("shares the hourly part of the daily calls between links", async () => {
    const ids = Array.from({ length: 41 }, (_, index) => String(1000 + index));
    walmart.fault = FAULTS["500"];
    for (const id of ids) await create(walmartCart(id, ["2"]));
    walmart.fault = null;
    walmart.calls.length = 0;
    const time = new Date(Date.now() + HOUR);
    const allowed = Math.floor((3000 * (time.getUTCHours() + 1)) / 24);
    await service.env.DB.prepare(
      "INSERT INTO catalog_calls (retailer, purpose, day, calls) VALUES (?1, ?2, ?3, ?4)",
    )
      .bind("bigbox_w", "recheck", time.toISOString().slice(0, 10), allowed - 2)
      .run();
    await service.scheduled("* * * * *", time);
    expect(walmart.calls.map((call) => call.length)).toEqual([20, 20]);
    await service.scheduled("* * * * *", time);
    expect(walmart.calls).toHaveLength(2);
    const next = new Date(Math.ceil((time.getTime() + 1) / HOUR) * HOUR);
    await service.scheduled("* * * * *", next);
    expect(walmart.calls.map((call) => call.length)).toEqual([20, 20, 1]);
  });

  test("keeps the last result for a day while the retailer does not respond", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const link = await create(walmartCart("1", ["2"]));
    await eventually(() => check(link.id), { outcome: "replaced" });
    walmart.fault = FAULTS["429"];
    await runCron(7);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 1 });
    expect(await check(link.id)).toMatchObject({ outcome: "replaced", failures: 1 });
    await runCron(25);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("1"), version: 2 });
    expect(await check(link.id)).toMatchObject({ outcome: "unknown", failures: 2 });
    walmart.fault = null;
    await runCron(28);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 3 });
    expect(await check(link.id)).toMatchObject({ outcome: "replaced", failures: 0 });
  });
});
