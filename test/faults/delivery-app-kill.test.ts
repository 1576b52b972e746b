// @module-tag deep
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUILD_DIRECTORY } from "../../src/surfaces/cli/wrangler/build.ts";
import { serviceOptions } from "../bench/instances.ts";
import { withNewDatabase } from "../bench/storage.ts";
import { linkBody } from "../bodies.ts";
import { type DeliveryAppServer, hang, startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { issueKey } from "../service.ts";
import { type Running, startKillable } from "./killable.ts";

/** The service with its pages made by `app`, on the storage in `directory`. */
async function start(directory: string, app: DeliveryAppServer): Promise<Running> {
  const vars = {
    SHORT_LINK_ORIGIN: "",
    API_ORIGIN: "",
    DELIVERY_APP_BASE_URL: app.origin,
    DELIVERY_APP_API_KEY: app.key,
  };
  return startKillable(
    { ...(await serviceOptions(BUILD_DIRECTORY, vars)), unsafeTriggerHandlers: true },
    directory,
  );
}

test("a page is created once after a kill between commit and page, and the link never breaks", async () => {
  const directory = await mkdtemp(join(tmpdir(), "shoppable-links-kill-"));
  const app = await startDeliveryApp();
  let running: Running | undefined;
  try {
    const { key } = await withNewDatabase(join(directory, "storage"), (db) => issueKey(db));

    running = await start(directory, app);
    app.next(hang);
    const arrival = app.arrival();
    const created = await fetch(`${running.origin}/v1/links`, {
      method: "POST",
      headers: { "X-Service-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify(linkBody("delivery_app recipe")),
    });
    expect(created.status).toBe(201);
    // Other tests check the API's own responses.
    const { data } = (await created.json()) as { data: { shortId: string; createdAt: string } };
    await arrival;
    await running.kill();
    running = undefined;

    running = await start(directory, app);
    const follow = async () => {
      const response = await fetch(`${running?.origin}/${data.shortId}`, { redirect: "manual" });
      expect(response.status).toBe(302);
      return response.headers.get("Location");
    };
    expect(await follow()).toContain(`/lists/${data.shortId}`);
    const time = Date.parse(data.createdAt) + 2 * 60_000;
    for (let run = 0; run < 3; run++) {
      const cron = await fetch(
        `${running.origin}/cdn-cgi/local/scheduled?cron=*+*+*+*+*&time=${time + run * 60_000}`,
      );
      expect(cron.status).toBe(200);
    }
    // The request that the kill interrupted, and one more.
    const pages = app.asked.filter(({ path }) => path === "/idp/v1/products/recipe");
    expect(pages).toHaveLength(2);
    // An isolate may cache the link's old destination for 10 s: a new isolate does not.
    await running.kill();
    running = undefined;
    running = await start(directory, app);
    expect(await follow()).toMatch(/^https:\/\/www\.instacart\.com\/store\/recipes\//);
  } finally {
    await running?.kill();
    await app.close();
    await rm(directory, { recursive: true, force: true });
  }
}, 120_000);
