import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { held } from "../delivery-app/delivery-app-server.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, send } from "../requests.ts";
import { useDeliveryAppService } from "./delivery-app-service.ts";

const { app, service, key, rowOf, settled, createLink, cron, location } = await useDeliveryAppService();

const LIST = "delivery_app shopping_list";
const list = (title: string) => ({
  options: { delivery_app: { shoppingList: { title, lineItems: [{ name: title }] } } },
});
const patch = async (id: string, body: object) =>
  expectLink(await send(service, "PATCH", `/v1/links/${id}`, body, { key }), 200);
const titles = (): string[] => app.asked.map(({ body }: Json) => body.title);

describe("design: a changed list gets a new page, and the old page stays until then", () => {
  test("redirects to the old page while the new page is created, then to the new page", async () => {
    const link = await createLink(LIST, list("Old"));
    const { destination: oldPage } = await settled(link.id, 1);
    const { behavior, release } = held();
    app.next(behavior);
    const arrival = app.arrival();
    await patch(link.id, list("New"));
    await arrival;
    expect((await rowOf(link.id))?.destination).toBe(oldPage);
    release();
    await expect.poll(async () => (await rowOf(link.id))?.destination).not.toBe(oldPage);
    expect(titles()).toEqual(["Old", "New"]);
    const { destination } = await settled(link.id, 1);
    await expect.poll(() => location(link.shortId)).toBe(destination);
    const { json } = await get(service, `/v1/links/${link.id}/history`, { key });
    expect(json.data.map(({ actor }: Json) => actor.type)).toEqual(["job", "api_key", "job", "api_key"]);
    expect(json.data[0]).toMatchObject({
      actor: { type: "job", id: "delivery-app pages" },
      changes: [{ field: "destination", from: oldPage, to: destination }],
    });
  });

  test("a running attempt for the old list does not replace the new page", async () => {
    const { behavior, release } = held();
    app.next(behavior);
    const arrival = app.arrival();
    const link = await createLink(LIST, list("First"));
    await arrival;
    await patch(link.id, list("Second"));
    await expect.poll(titles).toEqual(["First", "Second"]);
    const { destination } = await settled(link.id, 1);
    release();
    await cron(new Date());
    expect((await rowOf(link.id))?.destination).toBe(destination);
    expect(titles()).toEqual(["First", "Second"]);
  });

  test("a new name or status requests no page", async () => {
    const link = await createLink(LIST, list("Same"));
    const { destination } = await settled(link.id, 1);
    await patch(link.id, { name: "Renamed", status: "inactive" });
    await patch(link.id, { status: "active", metadata: { a: 1 } });
    await cron(new Date());
    expect((await rowOf(link.id))?.destination).toBe(destination);
    expect(titles()).toEqual(["Same"]);
  });

  test("another store requests a new page with that store", async () => {
    const inStore = (retailerId: string) => {
      const { delivery_app } = list("Soups").options;
      return { options: { delivery_app: { ...delivery_app, routingMode: "specific", retailerId } } };
    };
    const link = await createLink(LIST, inStore("safeway"));
    const { destination: first } = await settled(link.id, 1);
    expect(first).toContain("retailer_key=safeway");
    await patch(link.id, inStore("aldi"));
    await expect.poll(async () => (await rowOf(link.id))?.destination).toContain("retailer_key=aldi");
    await patch(link.id, { options: { delivery_app: { ...list("Soups").options.delivery_app } } });
    expect(titles().slice(0, 2)).toEqual(["Soups", "Soups"]);
  });

  test("a list that becomes a custom link loses its page, and a link that becomes a list gets a page", async () => {
    const link = await createLink(LIST, list("Leaving"));
    await settled(link.id, 1);
    const { customUrl } = linkBody() as { customUrl: string };
    await patch(link.id, { retailer: "custom", intent: "custom_url", options: null, customUrl });
    expect(await rowOf(link.id)).toBeNull();
    await expect.poll(() => location(link.shortId)).toBe(customUrl);
    const content = { retailer: "delivery_app", intent: "shopping_list", customUrl: null, ...list("Coming") };
    await patch(link.id, content);
    const row = await settled(link.id, 1);
    expect(row.destination).toBe(row.page_url);
    expect(titles()).toEqual(["Leaving", "Coming"]);
  });
});
