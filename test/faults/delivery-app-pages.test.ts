import { describe, expect, test } from "vitest";
import { MAX_ATTEMPTS } from "../../src/features/delivery-app/page-times.ts";
import { linkBody } from "../bodies.ts";
import { apiError, type Behavior, hang, held, raw } from "../delivery-app/delivery-app-server.ts";
import { post } from "../requests.ts";
import { DAY, MINUTE, useDeliveryAppService } from "./delivery-app-service.ts";
import { withVariables } from "./with-variables.ts";

const { app, shared, service, key, rowOf, settled, createLink, cron, location } =
  await useDeliveryAppService();

describe("the page of a list", () => {
  test("is requested after the response, and the link redirects there from then on", async () => {
    const { behavior, release } = held();
    app.next(behavior);
    const arrival = app.arrival();
    const link = await createLink("delivery_app shopping_list");
    // The 201 is here, and the page is not: creation did not wait for it.
    await arrival;
    expect(await rowOf(link.id)).toMatchObject({
      state: "pending",
      page_url: null,
      destination: `/lists/${link.shortId}`,
    });
    release();
    const row = await settled(link.id, 1);
    expect(row).toMatchObject({
      state: "made",
      next_attempt_at: null,
      expires_at: null,
      version: 2,
      url_type: "instacart_list",
    });
    expect(row.destination).toBe(row.page_url);
    expect(await location(link.shortId)).toBe(row.page_url);
    expect(app.asked).toHaveLength(1);
  });

  test("names the store of a specific link", async () => {
    const { options } = linkBody("delivery_app shopping_list") as { options: { delivery_app: object } };
    const link = await createLink("delivery_app shopping_list", {
      options: { delivery_app: { ...options.delivery_app, routingMode: "specific", retailerId: "a&b" } },
    });
    const row = await settled(link.id, 1);
    expect(row.destination).toBe(`${row.page_url}&retailer_key=a%26b`);
  });

  test("is requested once, for any number of replays of a create", async () => {
    const body = linkBody("delivery_app shopping_list");
    const options = { key, idempotencyKey: "one-list-only" };
    const answers = await Promise.all([1, 2, 3].map(() => post(service, "/v1/links", body, options)));
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
    await settled(answers[0]?.json.data.id, 1);
    await cron(new Date());
    expect(app.asked).toHaveLength(1);
  });
});

// The client's own test covers redirects: the test runtime's outgoing fetch always follows them.
describe("while the delivery app fails", () => {
  test.each<[string, Behavior, string]>([
    ["429", apiError(429, 1), "busy: 429"],
    ["500", raw(500, "<html>"), "busy: 500"],
    ["garbage", raw(200, "garbage"), "unusable: not_json"],
    ["a hanging connection", hang, "timeout"],
    ["another host", raw(200, '{"products_link_url":"https://evil.example/"}'), "unusable: host"],
  ])("creation works, the link redirects to our page, and %s is recorded", async (_, behavior, error) => {
    app.next(behavior);
    const link = await createLink("delivery_app recipe");
    const row = await settled(link.id, 1);
    expect(row).toMatchObject({
      state: "pending",
      last_error: error,
      version: 1,
      destination: `/lists/${link.shortId}`,
    });
    expect(Date.parse(row.next_attempt_at ?? "")).toBeGreaterThan(Date.parse(link.createdAt));
  });

  test("the link redirects to its fallbackUrl if it has one", async () => {
    app.next(raw(503, ""));
    const link = await createLink("delivery_app recipe", { fallbackUrl: "https://example.com/tacos" });
    expect((await settled(link.id, 1)).destination).toBe("https://example.com/tacos");
  });

  test("the cron retries, less and less often, and stops after the documented number of attempts", async () => {
    app.always(raw(500, "{}"));
    const link = await createLink("delivery_app recipe");
    let row = await settled(link.id, 1);
    let waited = 0;
    for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt++) {
      const due = Date.parse(row.next_attempt_at ?? "");
      await cron(new Date(due - 1_000 * 30));
      expect(await rowOf(link.id)).toEqual(row);
      await cron(new Date(due));
      row = await settled(link.id, attempt);
      const delay = Date.parse(row.next_attempt_at ?? "") - due;
      if (attempt < 8) expect(delay).toBeGreaterThan(waited * 0.99);
      waited = attempt < 8 ? delay / 2 : 0;
    }
    expect(row).toMatchObject({ state: "failed", next_attempt_at: null, last_error: "busy: 500" });
    await cron(new Date(Date.now() + 1_000 * DAY));
    expect(app.asked).toHaveLength(MAX_ATTEMPTS);
  });

  test("the page is created once the app recovers", async () => {
    app.next(apiError(429, 1));
    const link = await createLink("delivery_app recipe");
    const { next_attempt_at: due } = await settled(link.id, 1);
    await cron(new Date(due ?? ""));
    expect(await settled(link.id, 2)).toMatchObject({ state: "made", last_error: null, version: 2 });
    expect(await location(link.shortId)).toMatch(/^https:\/\/www\.instacart\.com\/store\/recipes\//);
  });

  test("a run stops after the first failures", async () => {
    app.always(apiError(429, 1));
    const links = await Promise.all(Array.from({ length: 12 }, () => createLink("delivery_app recipe")));
    await Promise.all(links.map(({ id }) => settled(id, 1)));
    app.asked.length = 0;
    await cron(new Date(Date.now() + 2 * MINUTE));
    expect(app.asked.length).toBeLessThanOrEqual(4);
  });
});

test("a permanent rejection is not retried", async () => {
  app.next(apiError(400, 1001));
  const link = await createLink("delivery_app recipe");
  expect(await settled(link.id, 1)).toMatchObject({
    state: "failed",
    last_error: "refused: 400 1001",
    next_attempt_at: null,
  });
});

test("two concurrent runs create one page", async () => {
  app.next(raw(503, ""));
  const link = await createLink("delivery_app recipe");
  const { next_attempt_at: due } = await settled(link.id, 1);
  app.asked.length = 0;
  const { behavior, release } = held();
  app.next(behavior);
  const arrival = app.arrival();
  const first = cron(new Date(due ?? ""));
  await arrival;
  // The first run is in the middle of it: the others find no work, and end.
  await Promise.all([1, 2, 3].map(() => cron(new Date(due ?? ""))));
  release();
  await first;
  expect((await settled(link.id, 2)).version).toBe(2);
  expect(app.asked).toHaveLength(1);
});

test("an attempt that was killed is repeated once its lease has expired", async () => {
  const arrival = app.arrival();
  app.next(hang);
  const link = await createLink("delivery_app recipe");
  await arrival;
  // As after a kill: the lease is taken, and nobody will release it.
  await service.env.DB.prepare("UPDATE delivery_app_pages SET lease_id = 'killed' WHERE link_id = ?1")
    .bind(link.id)
    .run();
  const row = await rowOf(link.id);
  app.asked.length = 0;
  await cron(new Date(Date.parse(link.createdAt) + MINUTE / 2));
  expect(app.asked).toHaveLength(0);
  expect(await rowOf(link.id)).toEqual(row);
  await cron(new Date(Date.parse(link.createdAt) + 2 * MINUTE));
  expect(await settled(link.id, 2)).toMatchObject({ state: "made", version: 2 });
  expect(app.asked).toHaveLength(1);
});

test("unusual input is sent unchanged, in a request that the API accepts", async () => {
  const upc = (number: number) => String(100_000_000_000 + (number % 700));
  const lineItems = Array.from({ length: 200 }, (_, item) => ({
    name: item === 0 ? "<script>alert(1)</script>" : `‏חלב ${item}`,
    quantity: item % 3,
    upcs: ["12345A789012", upc(item), upc(item)],
    backupUpcs: Array.from({ length: 25 }, (_, backup) => upc(item + backup)),
    backupProductIds: Array.from({ length: 25 }, (_, backup) => `b${backup}`),
  }));
  const instructions = "line\r\n".repeat(660).padEnd(4_000, "x");
  const shoppingList = { title: "‮abc", lineItems, instructions };
  const link = await createLink("delivery_app shopping_list", {
    options: { delivery_app: { shoppingList } },
  });
  expect(await settled(link.id, 1)).toMatchObject({ state: "made" });
  const [asked] = app.asked;
  expect(asked?.body.instructions).toEqual([instructions]);
  expect(asked?.body.line_items[0].name).toBe("<script>alert(1)</script>");
  expect(JSON.stringify(asked?.body)).not.toContain("12345A789012");
});

test("logs failures without the key", async () => {
  app.next(apiError(401, 1002));
  const link = await createLink("delivery_app recipe");
  expect(await settled(link.id, 1)).toMatchObject({ state: "pending", last_error: "unauthorized: 401" });
  const text = service.logs().join("\n");
  expect(text).toContain("unauthorized: 401");
  expect(text).not.toContain(app.key);
});

describe("without a key", () => {
  test("our page stays, and links get their pages once there is a key", async () => {
    const without = withVariables(shared, { DELIVERY_APP_BASE_URL: app.origin });
    const { json } = await post(without, "/v1/links", linkBody("delivery_app recipe"), { key });
    await without.scheduled("* * * * *", new Date());
    expect(app.asked).toHaveLength(0);
    expect(app.refused).toBe(0);
    const row = await without.env.DB.prepare(
      "SELECT state, attempts FROM delivery_app_pages WHERE link_id = ?1",
    )
      .bind(json.data.id)
      .first();
    expect(row).toEqual({ state: "pending", attempts: 0 });
  });
});
