import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { apiError } from "../delivery-app/delivery-app-server.ts";
import { DAY, MINUTE, useDeliveryAppService } from "./delivery-app-service.ts";

const { app, service, rowOf, settled, createLink, cron, location } = await useDeliveryAppService();

describe("the page of a recipe", () => {
  test("is renewed before it expires", async () => {
    const link = await createLink("delivery_app recipe");
    const made = await settled(link.id, 1);
    const madeAt = Date.parse(made.made_at ?? "");
    expect(Date.parse(made.expires_at ?? "")).toBe(madeAt + 30 * DAY);
    await cron(new Date(madeAt + 27 * DAY));
    expect(await rowOf(link.id)).toEqual(made);
    await cron(new Date(madeAt + 29 * DAY));
    const again = await rowOf(link.id);
    expect(app.asked.map(({ body }) => body.expires_in)).toEqual([30, 30]);
    expect(again?.page_url).not.toBe(made.page_url);
    expect(again).toMatchObject({ state: "made", version: 3, destination: again?.page_url });
    expect(Date.parse(again?.expires_at ?? "")).toBeGreaterThanOrEqual(madeAt + 59 * DAY);
    expect(await location(link.shortId)).toBe(again?.page_url);
  });

  test("stays in use before it expires if it can't be renewed", async () => {
    const { options } = linkBody("delivery_app recipe") as { options: { delivery_app: { recipe: object } } };
    const recipe = { ...options.delivery_app.recipe, expiresInDays: 1 };
    const link = await createLink("delivery_app recipe", { options: { delivery_app: { recipe } } });
    const made = await settled(link.id, 1);
    const ends = Date.parse(made.expires_at ?? "");
    app.next(apiError(400, 1001));
    await cron(new Date(ends - 5 * 60 * MINUTE));
    expect(await rowOf(link.id)).toMatchObject({
      state: "failed",
      page_url: made.page_url,
      destination: made.page_url,
    });
    await cron(new Date(ends - 30 * MINUTE));
    expect(await rowOf(link.id)).toMatchObject({
      state: "failed",
      page_url: null,
      destination: `/lists/${link.shortId}`,
    });
    expect(await location(link.shortId)).not.toBe(made.page_url);
  });

  test("is not renewed while the link is inactive", async () => {
    const link = await createLink("delivery_app recipe");
    const made = await settled(link.id, 1);
    const setStatus = (status: string) =>
      service.env.DB.prepare("UPDATE links SET status = ?2 WHERE id = ?1").bind(link.id, status).run();
    await setStatus("inactive");
    const time = Date.parse(made.made_at ?? "") + 28 * DAY + MINUTE;
    await cron(new Date(time));
    expect(app.asked).toHaveLength(1);
    expect(await rowOf(link.id)).toMatchObject({ attempts: 0, page_url: made.page_url });
    await setStatus("active");
    await cron(new Date(time + 61 * MINUTE));
    expect(app.asked).toHaveLength(2);
  });
});
