import { expect, test } from "vitest";
import { startAvailabilityService, walmartCart } from "../spec/availability-service.ts";

const { walmart, service, create, check, eventually, runCron } = await startAvailabilityService();
const { DB } = service.env;

const damage = (linkId: string) =>
  DB.prepare("UPDATE links SET content = '{' WHERE id = ?1").bind(linkId).run();
const linesOf = (linkId: string) => service.logs().filter((line) => line.includes(linkId));

test("an unreadable link is postponed, and the other links are checked", async () => {
  walmart.products.set("1", { stock: "Available" });
  const links = [];
  for (let index = 0; index < 3; index++) links.push(await create(walmartCart("1", ["2"])));
  for (const { id } of links) await eventually(() => check(id), { outcome: "available" });
  const [first, bad, last] = links.map(({ id }) => id);
  await damage(bad ?? "");
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
  await runCron(7);
  for (const id of [first, last]) expect(await check(id ?? "")).toMatchObject({ outcome: "replaced" });
  expect(await check(bad ?? "")).toMatchObject({ outcome: "available", failures: 1 });
  expect(linesOf(bad ?? "").join()).toContain('"event":"check availability"');
});

test("enrollment skips an unreadable link and enrolls the following links", async () => {
  walmart.products.set("1", { stock: "Available" });
  const bad = await create(walmartCart("1", ["2"]));
  const good = await create(walmartCart("1", ["2"]));
  for (const { id } of [bad, good]) await eventually(() => check(id), { outcome: "available" });
  await DB.prepare("DELETE FROM availability_checks").run();
  await damage(bad.id);
  await runCron(1);
  expect(await check(good.id)).toMatchObject({ outcome: "available" });
  expect(await check(bad.id)).toBeNull();
  expect(linesOf(bad.id).join()).toContain('"event":"enroll link"');
});
