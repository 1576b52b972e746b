import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withDatabase } from "../../src/cli/database/database.ts";
import { PROJECT_ROOT } from "../../src/cli/wrangler/wrangler.ts";
import { linkBody } from "../bodies.ts";
import { type DeliveryAppServer, hang, startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { issueKey } from "../service.ts";

const WRANGLER = createRequire(import.meta.url).resolve("wrangler");

interface Running {
  origin: string;
  /** Ends wrangler and its runtime without a word, as a power cut would. */
  kill(): Promise<void>;
}

/** The service as `npm start` runs it, on the state in `directory`. */
async function start(directory: string, app: DeliveryAppServer): Promise<Running> {
  const args = ["dev", "--port=0", "--inspector-port=0", `--persist-to=${directory}`];
  const vars = [`DELIVERY_APP_BASE_URL:${app.origin}`, `DELIVERY_APP_API_KEY:${app.key}`];
  const child = spawn(
    process.execPath,
    ["--no-warnings", WRANGLER, ...args, ...vars.flatMap((value) => ["--var", value])],
    // A group of its own, so that the runtime dies with it.
    { cwd: PROJECT_ROOT, detached: true, stdio: ["ignore", "ignore", "ignore", "ipc"] },
  );
  const { port } = await ready(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    async kill() {
      const closed = new Promise((resolve) => child.once("exit", resolve));
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await closed;
    },
  };
}

function ready(child: ChildProcess): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`wrangler ended with ${code}`)));
    child.on("message", (message) => {
      if (String(message).includes('"DEV_SERVER_READY"')) resolve(JSON.parse(String(message)));
    });
  });
}

test("makes the page once when it is killed between commit and page, and the link never breaks", async () => {
  const directory = await mkdtemp(join(tmpdir(), "shoppable-links-kill-"));
  const app = await startDeliveryApp();
  let running: Running | undefined;
  try {
    const { key } = await withDatabase({ remote: false, persistTo: directory }, issueKey);

    running = await start(directory, app);
    app.next(hang);
    const arrival = app.arrival();
    const created = await fetch(`${running.origin}/v1/links`, {
      method: "POST",
      headers: { "X-Service-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify(linkBody("delivery_app recipe")),
    });
    expect(created.status).toBe(201);
    // The API's own answers are checked elsewhere.
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
        `${running.origin}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${time + run * 60_000}`,
      );
      expect(cron.status).toBe(200);
    }
    // The one that the kill cut off, and one more.
    const pages = app.asked.filter(({ path }) => path === "/idp/v1/products/recipe");
    expect(pages).toHaveLength(2);
    // An isolate may remember for 10 s where the link led before: a new one does not.
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
