import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { createWebhook, startReceiver } from "./receiver.ts";

const service = await useService();
const receiver = await startReceiver();
const key = await service.issueKey({ createProjects: ["main", "other"] });

const create = async (projectId = "main", by = key) =>
  expectLink(await post(service, "/v1/links", linkBody("custom custom_url", { projectId }), by));
const deliveriesOf = async (id: string): Promise<Json[]> =>
  (await get(service, `/v1/webhooks/${id}/deliveries?limit=100`, key)).json.data;
const ended = (id: string) =>
  expect
    .poll(async () => (await deliveriesOf(id)).every(({ state }) => state !== "pending"), { timeout: 30_000 })
    .toBe(true);

test("an event is sent once, signed, within seconds of its commit, as the API lists it", async () => {
  const { id, secret } = await createWebhook(service, key, receiver.url);
  receiver.secrets = [secret];
  const link = await create();
  const [message] = await receiver.until(1);
  const event = (await get(service, `/v1/events/${message?.id}`, key)).json.data;
  expect(message?.event).toEqual(event);
  expect(event).toMatchObject({ type: "link.created", data: { linkId: link.id } });
  await ended(id);
  expect(await deliveriesOf(id)).toEqual([
    {
      ...{ id: event.id, type: "link.created", state: "delivered", attempts: 1 },
      lastAttempt: { at: expect.any(String), status: 204, milliseconds: expect.any(Number), response: "" },
    },
  ]);
  expect(receiver.messages).toHaveLength(1);
});

test("a delivery has the correlation id of the request that caused its event, and the event does not", async () => {
  const { id, secret } = await createWebhook(service, key, receiver.url);
  await service.env.DB.prepare("UPDATE webhooks SET status = 'inactive' WHERE id <> ?1").bind(id).run();
  receiver.secrets = [secret];
  receiver.messages.length = 0;
  const by = (correlationId: string) => ({ ...key, headers: { "X-Correlation-ID": correlationId } });
  const link = await create("main", by("created by a test"));
  await send(service, "PATCH", `/v1/links/${link.id}`, { name: "New" }, by("changed by a test"));
  const code = { identifier: "door", name: "Door" };
  await post(service, `/v1/links/${link.id}/qr-codes`, code, by("added by a test"));
  const links = [linkBody("custom custom_url", { projectId: "main" })];
  await post(service, "/v1/links/bulk", { links }, by("created in bulk"));
  const messages = await receiver.until(4);
  expect(messages.map(({ headers }) => headers["x-correlation-id"]).sort()).toEqual([
    "added by a test",
    "changed by a test",
    "created by a test",
    "created in bulk",
  ]);
  expect(JSON.stringify(messages.map(({ event }) => event))).not.toMatch(/by a test|in bulk/);
});

test("types and project choose what is sent", async () => {
  const { id, secret } = await createWebhook(service, key, receiver.url, {
    projectId: "other",
    types: ["link.updated"],
  });
  const { DB } = service.env;
  await DB.prepare("UPDATE webhooks SET status = 'inactive' WHERE id <> ?1").bind(id).run();
  receiver.secrets = [secret];
  receiver.messages.length = 0;
  const [other, main] = [await create("other"), await create("main")];
  for (const link of [main, other])
    await send(service, "PATCH", `/v1/links/${link.id}`, { name: "New" }, key);
  await receiver.until(1);
  await ended(id);
  expect(receiver.messages.map(({ event }) => [event.type, event.data.linkId])).toEqual([
    ["link.updated", other.id],
  ]);
});

test("a bulk of 100 is delivered whole", async () => {
  const { id, secret } = await createWebhook(service, key, receiver.url, { types: ["link.created"] });
  receiver.secrets = [secret];
  receiver.messages.length = 0;
  const links = Array.from({ length: 100 }, () => linkBody("custom custom_url", { projectId: "main" }));
  const { json } = await post(service, "/v1/links/bulk", { links }, key);
  const made = json.data.map(({ body }: Json) => body.data.id).sort();
  await receiver.until(100);
  await ended(id);
  expect(receiver.messages.map(({ event }) => event.data.linkId).sort()).toEqual(made);
});

test("while a secret rotates, messages have a signature of each", async () => {
  const { id, secret } = await createWebhook(service, key, receiver.url);
  await service.env.DB.prepare("UPDATE webhooks SET status = 'inactive' WHERE id <> ?1").bind(id).run();
  const rotated = await send(service, "POST", `/v1/webhooks/${id}/secret`, undefined, key);
  const next: string = rotated.json.data.secret;
  expect(next).not.toBe(secret);
  receiver.secrets = [secret, next];
  receiver.messages.length = 0;
  await create();
  const [message] = await receiver.until(1);
  expect(message?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  // Of a rotation whose answer was lost, the first secret stays good.
  const again = await send(service, "POST", `/v1/webhooks/${id}/secret`, undefined, key);
  receiver.secrets = [secret, again.json.data.secret];
  await create();
  await receiver.until(2);
  await service.env.DB.prepare("UPDATE webhooks SET former_until = '2026-01-01' WHERE id = ?1")
    .bind(id)
    .run();
  receiver.secrets = [again.json.data.secret];
  await create();
  expect((await receiver.until(3))[2]?.headers["webhook-signature"]).not.toContain(" ");
});

test("a test message, and an event once more", async () => {
  const { id, secret } = await createWebhook(service, key, receiver.url);
  await service.env.DB.prepare("UPDATE webhooks SET status = 'inactive' WHERE id <> ?1").bind(id).run();
  receiver.secrets = [secret];
  receiver.messages.length = 0;
  const asked = await post(service, `/v1/webhooks/${id}/deliveries`, {}, key);
  expect([asked.status, asked.json.data]).toMatchObject([201, { type: "webhook.test", state: "pending" }]);
  const [first] = await receiver.until(1);
  expect(first?.event).toMatchObject({
    id: asked.json.data.id,
    type: "webhook.test",
    data: { webhookId: id },
  });
  await create();
  const [, second] = await receiver.until(2);
  await ended(id);
  await post(service, `/v1/webhooks/${id}/deliveries`, { eventId: second?.id }, key);
  const [, , third] = await receiver.until(3);
  expect(third?.event).toEqual(second?.event);
});
