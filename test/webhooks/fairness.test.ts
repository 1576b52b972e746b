import { expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { delivering } from "./delivering.ts";
import { startReceiver } from "./receiver.ts";

const service = await useService({}, "acme");
const on = await delivering(service);
const [slow, quick] = [await startReceiver(), await startReceiver()];

test("20 slow webhooks of an organization delay another one's event by no run, and a run by one response", async () => {
  slow.always((response) => setTimeout(() => response.writeHead(204).end(), 2_100));
  for (let n = 0; n < 20; n++) await on.webhook(slow.url);
  for (let n = 0; n < 3; n++) await on.happen();
  const theirs = await on.webhook(quick.url, "globex");
  await on.happen("globex");

  const started = Date.now();
  const next = await on.run();
  expect(await on.deliveriesOf(theirs)).toMatchObject([{ state: "delivered" }]);
  // The others have the places that nobody else waits for, with one response each; what is left is next.
  expect([slow.messages.length, next]).toEqual([4, { inSeconds: 0 }]);
  expect(Date.now() - started).toBeLessThan(2 * 2_100 + 4_000);

  await on.happen("globex");
  await on.run();
  expect((await on.deliveriesOf(theirs)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  const served = slow.messages.map(({ headers }) => headers["webhook-signature"]);
  expect(new Set(served).size).toBe(8);
});

test("of six organizations that wait, each gets a place before any gets two, the longest waiting first", async () => {
  await on.empty();
  const organizations = ["acme", "globex", "o3", "o4", "o5", "o6"];
  for (const organization of organizations.slice(2))
    await service.issueKey({ organization, createProjects: ["main"] });
  const webhooks = [];
  for (const organization of organizations) {
    for (let n = 0; n < 2; n++) webhooks.push(await on.webhook(quick.url, organization));
    await on.happen(organization);
  }
  const { deliveries } = on.dependencies;
  const lease = async (id: string) => {
    on.pass(1_000);
    const leased = await deliveries.lease(id, on.now(), new Date(on.now().getTime() + 90_000), 5);
    for (const webhook of leased) await deliveries.release(webhook, on.now());
    return leased.map(({ organizationId }) => organizationId);
  };
  const [first, second] = [await lease("one"), await lease("two")];
  expect([new Set(first).size, new Set(second).size]).toEqual([5, 5]);
  expect(second).toContain(organizations.find((each) => !first.includes(each)));
});
