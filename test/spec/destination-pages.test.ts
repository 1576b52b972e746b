import { describe, expect, test } from "vitest";
import { linkDestination } from "../../src/surfaces/api/preview-resources.ts";
import { linkBody } from "../bodies.ts";
import { apiError, held, raw } from "../delivery-app/delivery-app-server.ts";
import { expectData, expectLink } from "../expectations.ts";
import { DAY, useDeliveryAppService } from "../faults/delivery-app-service.ts";
import { get, type Json, send } from "../requests.ts";

const { app, service, key, rowOf, settled, createLink, cron } = await useDeliveryAppService();

const destinationOf = async (id: string): Promise<Json> =>
  expectData(await get(service, `/v1/links/${id}/destination`, { key }), 200, linkDestination);
const retitled = (pair: string, title: string) => {
  const { options } = linkBody(pair) as Json;
  const [kind] = Object.keys(options.delivery_app);
  return { options: { delivery_app: { [kind ?? ""]: { ...options.delivery_app[kind ?? ""], title } } } };
};
const change = async (id: string, patch: object) =>
  expectLink(await send(service, "PATCH", `/v1/links/${id}`, patch, { key }), 200);

describe.each(["delivery_app shopping_list", "delivery_app recipe"])("design: the page of a %s", (pair) => {
  test("is pending, then created, and kept while it is created again", async () => {
    const first = held();
    app.next(first.behavior);
    const asked = app.arrival();
    const { id, createdAt } = await createLink(pair);
    await asked;
    expect(await destinationOf(id)).toMatchObject({
      reason: { code: "page_pending" },
      page: { state: "pending", attempts: 1 },
      since: createdAt,
    });
    first.release();
    const row = await settled(id, 1);
    const made = await destinationOf(id);
    expect(made).toMatchObject({
      destination: row.page_url,
      reason: { code: "page_made" },
      page: { state: "made", attempts: 1 },
    });
    expect(made.since > createdAt).toBe(true);

    const second = held();
    app.next(second.behavior);
    const askedAgain = app.arrival();
    await change(id, retitled(pair, "Another title"));
    await askedAgain;
    expect(await destinationOf(id)).toMatchObject({
      destination: row.page_url,
      reason: { code: "page_kept" },
      page: { state: "made", attempts: 1 },
      since: made.since,
    });
    second.release();
    await expect.poll(async () => (await rowOf(id))?.page_url, { timeout: 20_000 }).not.toBe(row.page_url);
    expect(await destinationOf(id)).toMatchObject({ reason: { code: "page_made" } });
  });

  test("failed: it was rejected, and the link redirects to fallbackUrl", async () => {
    app.next(apiError(400, 1001));
    const { id } = await createLink(pair, { fallbackUrl: "https://brand.example/" });
    await settled(id, 1);
    expect(await destinationOf(id)).toMatchObject({
      destination: "https://brand.example/",
      reason: { code: "page_failed" },
      page: { state: "failed", attempts: 1, lastError: "refused: 400 1001" },
    });
  });

  test("is kept if the new page is rejected", async () => {
    const { id } = await createLink(pair);
    const { page_url } = await settled(id, 1);
    app.next(apiError(400, 1001));
    await change(id, retitled(pair, "Refused"));
    await expect.poll(async () => (await rowOf(id))?.state).toBe("failed");
    expect(await destinationOf(id)).toMatchObject({
      destination: page_url,
      reason: { code: "page_kept" },
      page: { state: "failed" },
    });
  });

  test("is pending with the last error while the delivery app is down", async () => {
    app.next(raw(500, ""));
    const { id } = await createLink(pair);
    await settled(id, 1);
    expect(await destinationOf(id)).toMatchObject({
      reason: { code: "page_pending" },
      page: { state: "pending", attempts: 1, lastError: "busy: 500" },
    });
  });
});

test("a recipe's page stays in use while it is renewed, but not once it has expired", async () => {
  const { id, shortId } = await createLink("delivery_app recipe");
  const { made_at } = await settled(id, 1);
  app.always(raw(500, ""));
  const at = (days: number) => new Date(Date.parse(made_at ?? "") + days * DAY);
  await cron(at(28.5));
  await expect.poll(async () => (await rowOf(id))?.last_error).toBe("busy: 500");
  expect(await destinationOf(id)).toMatchObject({ reason: { code: "page_made" }, page: { attempts: 1 } });
  await cron(at(29.99));
  await expect.poll(async () => (await rowOf(id))?.destination).toBe(`/lists/${shortId}`);
  expect(await destinationOf(id)).toMatchObject({ reason: { code: "page_pending" } });
});
