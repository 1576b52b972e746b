import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deliverToWebhooks, dequeueWakes, wakes } from "../../src/extras/webhooks/wake.ts";
import { serviceUnavailable } from "../../src/ground/core/errors.ts";
import { SERVICE_DEADLINES } from "../../src/ground/platform/service-deadlines.ts";
import { startServer } from "../platform/local-server.ts";
import { useService } from "../use-service.ts";
import { delivering } from "./delivering.ts";
import { startReceiver } from "./receiver.ts";

const LEASE = 90_000;
const service = await useService({}, "acme");
const on = await delivering(service);
const receiver = await startReceiver();
beforeEach(async () => {
  await on.empty();
  receiver.messages.length = 0;
  receiver.secrets = [];
  receiver.always(null);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const linksReceived = () => receiver.messages.map(({ event }) => event.data.linkId);
const timesOf = (ids: string[]) =>
  ids.map((id) => receiver.messages.filter((message) => message.id === id).length);

describe("no event is lost", () => {
  test("whose message to the queue was never sent: the cron finds it", async () => {
    await on.webhook(receiver.url);
    const link = await on.happen();
    await service.scheduled("* * * * *", new Date());
    await receiver.until(1);
    expect(linksReceived()).toEqual([link]);
  });

  test("while the queue is down: the cron delivers", async () => {
    const webhook = await on.webhook(receiver.url);
    const link = await on.happen();
    const wakes = { ...on.dependencies.wakes, send: () => Promise.reject(new Error("the queue is down")) };
    await deliverToWebhooks({ ...on.dependencies, wakes });
    expect(linksReceived()).toEqual([link]);
    expect(await on.deliveriesOf(webhook)).toMatchObject([{ state: "delivered" }]);
  });

  test("while D1 is down, or a run dies: it is sent again after the lease, under the same id", async () => {
    const webhook = await on.webhook(receiver.url);
    await on.happen();
    for (const name of ["due", "record", "add"] as const) {
      const deliveries = {
        ...on.dependencies.deliveries,
        [name]: () => Promise.reject(serviceUnavailable()),
      };
      await on.run({ deliveries });
      expect(await on.run()).toBeNull();
      on.pass(LEASE);
    }
    await on.run();
    const ids = receiver.messages.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(await on.deliveriesOf(webhook)).toMatchObject([{ state: "delivered", attempts: 1 }]);
  });

  test("and none is sent twice for messages that come twice, or runs at the same moment", async () => {
    const webhook = await on.webhook(receiver.url);
    for (let n = 0; n < 5; n++) await on.happen();
    const received = () => ({ body: {}, attempts: 1, ack() {}, retry() {} });
    const wakes = { ...on.dependencies.wakes, send: async () => {} };
    const take = () => dequeueWakes([received(), received()], { ...on.dependencies, wakes });
    await Promise.all([take(), take(), take()]);
    await take();
    const ids = (await on.deliveriesOf(webhook)).map(({ id }) => id);
    expect([ids.length, timesOf(ids)]).toEqual([5, [1, 1, 1, 1, 1]]);
  });

  test("and none goes to another organization", async () => {
    const [acme, globex] = [await on.webhook(receiver.url), await on.webhook(receiver.url, "globex")];
    const [ours, theirs] = [await on.happen(), await on.happen("globex")];
    receiver.secrets = [acme.secret];
    await on.run();
    const sent = await Promise.all([acme, globex].map((webhook) => on.deliveriesOf(webhook)));
    expect(sent.map((each) => each.length)).toEqual([1, 1]);
    // What is signed with another secret does not verify, and so never counts as received here.
    expect(linksReceived()).toEqual([ours]);
    expect(theirs).not.toBe(ours);
  });
});

/** How much of a response of 100 MB was taken, in bytes. */
let taken = Number.POSITIVE_INFINITY;

/** Servers that do harm, each in its own way, and what is on record of an attempt. */
const HARM: Record<
  string,
  { respond: (response: ServerResponse) => unknown; status: number | null; state: string }
> = {
  "never responds": { respond: () => {}, status: null, state: "pending" },
  "responds in pieces": {
    respond: (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 200);
      response.on("close", () => clearInterval(timer));
    },
    status: 200,
    state: "delivered",
  },
  "responds endlessly": {
    respond: (response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    },
    status: 500,
    state: "pending",
  },
  "responds with 100 MB": {
    respond: (response) => {
      const chunk = Buffer.alloc(100_000, "x");
      const chunks = function* () {
        for (taken = 0; taken < 100_000_000; taken += chunk.length) yield chunk;
      };
      // It is ended by whoever takes no more.
      pipeline(Readable.from(chunks()), response).catch(() => {});
    },
    status: 200,
    state: "delivered",
  },
  "redirects to a private address": {
    respond: (response) => response.writeHead(307, { Location: receiver.url }).end(),
    status: 307,
    state: "pending",
  },
};

describe("endpoints that do harm", () => {
  const closers: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(closers.map((close) => close())));
  const start = async (respond: (response: ServerResponse) => unknown) => {
    const server = await startServer(async (request, response) => {
      for await (const _ of request);
      respond(response);
    });
    closers.push(() => server.close());
    return server.origin;
  };

  test("take no longer and no more than they may", async () => {
    const deadlines: { webhook: number } = SERVICE_DEADLINES;
    vi.spyOn(deadlines, "webhook", "get").mockReturnValue(3_000);
    const webhooks = [];
    for (const [name, { respond, status, state }] of Object.entries(HARM))
      webhooks.push({ name, status, state, webhook: await on.webhook(await start(respond)) });
    await on.happen();
    await on.run({ now: () => new Date() });
    // No more is read than what the buffers between the two hold.
    expect(taken).toBeLessThan(50_000_000);
    for (const { name, status, state, webhook } of webhooks) {
      const [delivery] = await on.deliveriesOf(webhook);
      expect([name, delivery?.state, delivery?.last?.status]).toEqual([name, state, status]);
      expect(delivery?.last?.response.length).toBeLessThanOrEqual(500);
    }
    expect(receiver.messages).toEqual([]);
  });

  test("six that hang are sent to five at a time, as production allows six requests that wait", async () => {
    const open: (() => void)[] = [];
    vi.stubGlobal(
      "fetch",
      () => new Promise((_, reject) => open.push(() => reject(new Error("the test ends it")))),
    );
    const webhooks = [];
    for (let n = 0; n < 6; n++) webhooks.push(await on.webhook(receiver.url));
    await on.happen();
    await on.happen();
    const running = on.run();
    await expect.poll(() => open.length).toBe(5);
    // One request for each, and nobody else's run sends to these.
    const other = on.run();
    await expect.poll(() => open.length).toBe(6);
    for (const end of open) end();
    expect([await running, await other]).toEqual([{ inSeconds: 0 }, { inSeconds: 5 }]);
    const attempts = await Promise.all(webhooks.map((webhook) => on.deliveriesOf(webhook)));
    expect(attempts.map((each) => each.map(({ attempts: n }) => n).sort())).toEqual(Array(6).fill([0, 1]));
  });
});

test("a response is kept up to 500 characters, whatever it is made of", async () => {
  const webhook = await on.webhook(receiver.url);
  await on.happen();
  receiver.always((response) => response.writeHead(400).end(`<b>\0${"🍋".repeat(1000)}`));
  await on.run();
  const [{ last } = { last: null }] = await on.deliveriesOf(webhook);
  expect(Array.from(last?.response ?? "")).toHaveLength(500);
  expect(last).toMatchObject({ status: 400, response: expect.stringMatching(/^<b>🍋/) });
});

test("whatever is written within a second needs one message, and none where nobody has a webhook", async () => {
  const sent: unknown[] = [];
  const queue = { send: async (message: object) => void sent.push(message) } as unknown as Queue<object>;
  const { webhooks, log } = on.dependencies;
  const messages = wakes(queue, webhooks, log, on.now);
  await on.webhook(receiver.url);
  on.pass(10_000);
  await messages.after("globex");
  expect(sent).toHaveLength(0);
  for (let n = 0; n < 100; n++) await messages.after("acme");
  expect(sent).toEqual([{}]);
  on.pass(1_000);
  await messages.after("acme");
  expect(sent).toHaveLength(2);
});
