import { beforeEach, describe, expect, test } from "vitest";
import { changeWebhook, rotateSecret } from "../../src/extras/webhooks/manage-webhooks.ts";
import { secretBox, signatureOf } from "../../src/extras/webhooks/secrets.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import { memberOf } from "../actors.ts";
import { useService } from "../use-service.ts";
import { delivering } from "./delivering.ts";
import { type Behavior, startReceiver } from "./receiver.ts";

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const DAY = 24 * HOUR;
const service = await useService({}, "acme");
const on = await delivering(service);
const receiver = await startReceiver();
beforeEach(async () => {
  await on.empty();
  receiver.messages.length = 0;
  receiver.secrets = [];
  receiver.always(null);
});
const status =
  (code: number, headers: Record<string, string> = {}): Behavior =>
  (response) =>
    response.writeHead(code, headers).end("no");

test("a delivery that fails is tried again after 5 s, then twice as long up to a day, 17 times in all, and then has failed", async () => {
  const webhook = await on.webhook(receiver.url);
  await on.happen();
  receiver.always(status(500));
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 17; attempt++) {
    const before = on.now().getTime();
    await on.run();
    const [delivery] = await on.deliveriesOf(webhook);
    expect(delivery).toMatchObject({ attempts: attempt, last: { status: 500, response: "no" } });
    if (delivery?.nextAttemptAt == null) break;
    const wait = Date.parse(delivery.nextAttemptAt) - before;
    waits.push(wait);
    on.pass(wait - 1);
    await on.run();
    expect(receiver.messages).toHaveLength(attempt);
    on.pass(1);
  }
  expect(waits).toEqual([...Array.from({ length: 15 }, (_, index) => 5 * SECOND * 2 ** index), DAY]);
  expect(await on.deliveriesOf(webhook)).toMatchObject([
    { state: "failed", attempts: 17, nextAttemptAt: null },
  ]);
  const stamps = receiver.messages.map(({ headers }) => headers["webhook-timestamp"]);
  expect([new Set(stamps).size, new Set(receiver.messages.map(({ id }) => id)).size]).toEqual([17, 1]);
});

test("waits are up to a fifth longer, so that events do not return together", async () => {
  const webhook = await on.webhook(receiver.url);
  await on.happen();
  receiver.always(status(500));
  const before = on.now().getTime();
  expect(await on.run({ random: () => 0.999 })).toEqual({ inSeconds: 6 });
  const [delivery] = await on.deliveriesOf(webhook);
  expect(Date.parse(delivery?.nextAttemptAt ?? "") - before).toBeGreaterThan(5.9 * SECOND);
});

test.each([
  [429, {}],
  [502, {}],
  [504, {}],
])("after %i the others wait, unsent", async (code, headers) => {
  const webhook = await on.webhook(receiver.url);
  for (let n = 0; n < 3; n++) await on.happen();
  receiver.always(status(code, headers));
  await on.run();
  await on.run();
  expect(receiver.messages).toHaveLength(1);
  receiver.always(null);
  on.pass(MINUTE);
  await on.run();
  expect((await on.deliveriesOf(webhook)).map(({ state }) => state)).toEqual(Array(3).fill("delivered"));
});

test("after another failure the others are sent at once", async () => {
  const webhook = await on.webhook(receiver.url);
  for (let n = 0; n < 3; n++) await on.happen();
  receiver.always(status(422));
  await on.run();
  expect(receiver.messages).toHaveLength(3);
  expect(await on.deliveriesOf(webhook)).toMatchObject(Array(3).fill({ state: "pending", attempts: 1 }));
});

test.each([
  ["in seconds", () => "7200"],
  ["as a date", () => new Date(Date.now() + 2 * HOUR).toUTCString()],
])("Retry-After %s is respected", async (_, header) => {
  await on.webhook(receiver.url);
  await on.happen();
  receiver.always(status(503, { "Retry-After": header() }));
  await on.run();
  receiver.always(null);
  on.pass(2 * HOUR - MINUTE);
  await on.run();
  expect(receiver.messages).toHaveLength(1);
  on.pass(2 * MINUTE);
  await on.run();
  expect(receiver.messages).toHaveLength(2);
});

describe("a webhook is switched off", () => {
  const disabled = async () => {
    const { events } = await on.dependencies.events.after(
      "acme",
      0,
      { types: ["webhook.disabled"], projects: "all" },
      100,
    );
    return events.map(({ related, data }) => [related.id, data.reason]);
  };

  test("by 410, with an event, and nothing more is sent", async () => {
    const webhook = await on.webhook(receiver.url);
    await on.happen();
    receiver.always(status(410));
    await on.run();
    await on.happen();
    on.pass(DAY);
    await on.run();
    expect(receiver.messages).toHaveLength(1);
    expect(await on.stored(webhook)).toMatchObject({ status: "inactive", disabledBecause: "gone" });
    expect(await disabled()).toContainEqual([webhook.id, "gone"]);
  });

  test("after five days without a success, which began with several failures in a day", async () => {
    const webhook = await on.webhook(receiver.url);
    receiver.always(status(500));
    for (let day = 0; day < 6; day++) {
      expect(await on.stored(webhook)).toMatchObject({ status: "active" });
      for (let n = 0; n < 3; n++) await on.happen();
      await on.run();
      on.pass(DAY);
    }
    expect(await on.stored(webhook)).toMatchObject({ status: "inactive", disabledBecause: "failing" });
    expect(await disabled()).toContainEqual([webhook.id, "failing"]);
  });

  test.each([
    ["another key", secretBox(new Uint8Array(32))],
    ["no key", secretBox("none")],
  ])(
    "by a secret that the service can't read with %s; a new one sends all that was missed",
    async (_, box) => {
      const webhook = await on.webhook(receiver.url);
      await on.happen();
      await on.run({ secretBox: box });
      const off = { status: "inactive", disabledBecause: "secret_unreadable" };
      expect(await on.stored(webhook)).toMatchObject(off);
      expect(await disabled()).toContainEqual([webhook.id, "secret_unreadable"]);
      const owner = memberOf("owner", "acme");
      const patch = { description: "Still off" };
      const dependencies = {
        ...on.dependencies,
        origins: { api: "https://a.example", shortLink: "https://a.example" },
      };
      await changeWebhook(owner, { webhookId: webhook.id, patch }, dependencies);
      expect(await on.stored(webhook)).toMatchObject({ ...off, ...patch });
      await on.happen();
      expect(await on.run()).toBeNull();
      expect(receiver.messages).toEqual([]);
      const input = { webhookId: webhook.id, idempotency: null };
      const { webhook: shown, secret = "" } = madeBy(await rotateSecret(owner, input, dependencies));
      const active = { status: "active", disabledBecause: null };
      expect(shown).toMatchObject(active);
      expect(await on.stored(webhook)).toMatchObject(active);
      await on.run();
      const created = receiver.messages.filter(({ event }) => event.type === "link.created");
      expect(created).toHaveLength(2);
      for (const { id, event, headers } of created) {
        const seconds = Number(headers["webhook-timestamp"]);
        expect(headers["webhook-signature"]?.split(" ")).toContain(
          await signatureOf(secret, id, seconds, JSON.stringify(event)),
        );
      }
    },
  );

  test("by a current secret that can't be read: while it rotates, nothing is signed with the former alone", async () => {
    const webhook = await on.webhook(receiver.url);
    const input = { webhookId: webhook.id, idempotency: null };
    const dependencies = {
      ...on.dependencies,
      origins: { api: "https://a.example", shortLink: "https://a.example" },
    };
    const otherKey = secretBox(new Uint8Array(32));
    await rotateSecret(memberOf("owner", "acme"), input, { ...dependencies, secretBox: otherKey });
    await on.happen();
    await on.run();
    expect(receiver.messages).toEqual([]);
    expect(await on.stored(webhook)).toMatchObject({ disabledBecause: "secret_unreadable" });
  });

  test("by a secret that can't be read, until the former key returns: switched on, it sends all that was missed", async () => {
    const webhook = await on.webhook(receiver.url);
    await on.run({ secretBox: secretBox("none") });
    await on.happen();
    await on.run({ secretBox: secretBox("none") });
    await on.happen();
    const dependencies = {
      ...on.dependencies,
      origins: { api: "https://a.example", shortLink: "https://a.example" },
    };
    const change = { webhookId: webhook.id, patch: { status: "active" } };
    await changeWebhook(memberOf("owner", "acme"), change, dependencies);
    await on.run();
    const created = receiver.messages.filter(({ event }) => event.type === "link.created");
    expect(created).toHaveLength(2);
  });

  test("but not by failures that are days apart, or that a success interrupts", async () => {
    const webhook = await on.webhook(receiver.url);
    for (let day = 0; day < 8; day++) {
      receiver.always(day === 4 ? null : status(500));
      await on.happen();
      await on.run();
      await service.env.DB.prepare("UPDATE webhook_deliveries SET next_attempt_at = NULL").run();
      on.pass(1.5 * DAY);
    }
    expect(await on.stored(webhook)).toMatchObject({ status: "active", failingSince: expect.any(String) });
  });
});

test("deliveries are deleted after 30 days", async () => {
  const webhook = await on.webhook(receiver.url);
  await on.happen();
  await on.run();
  const { deliveries } = on.dependencies;
  await deliveries.forget(new Date(on.now().getTime() - MINUTE));
  expect(await on.deliveriesOf(webhook)).toHaveLength(1);
  await deliveries.forget(new Date(on.now().getTime() + MINUTE));
  expect(await on.deliveriesOf(webhook)).toEqual([]);
});
