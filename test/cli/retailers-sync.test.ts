import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outcomeOf } from "../../src/surfaces/cli/command-line/command.ts";
import { retailers } from "../../src/surfaces/cli/commands/retailers.ts";
import {
  apiError,
  type DeliveryAppServer,
  raw,
  startDeliveryApp,
  store,
} from "../delivery-app/delivery-app-server.ts";
import { useService } from "../use-service.ts";
import { runOn, temporaryDirectory } from "./run-cli.ts";

const { DB } = (await useService()).env;
const run = (args: string[], env: Record<string, string>) =>
  runOn(DB, "retailers", (given, open) => retailers(given, open, { ...process.env, ...env }), args);

let app: DeliveryAppServer;
beforeAll(async () => {
  app = await startDeliveryApp();
});
afterAll(() => app.close());

describe("npm run retailers -- sync", () => {
  const sync = (codes: string) =>
    run(["sync", "--postal-codes", codes], {
      DELIVERY_APP_API_KEY: app.key,
      DELIVERY_APP_BASE_URL: app.origin,
    });
  const SYNCED =
    "SELECT name, location_count AS seen FROM delivery_app_retailers WHERE source = 'sync' ORDER BY name";
  const stored = async () => (await DB.prepare(SYNCED).all()).results;

  test("looks up all postal codes and merges the results", async () => {
    app.stores = {
      "60601": [store("aldi", 'ALDI\'s "best"')],
      "94103": [store("aldi", 'ALDI\'s "best"'), store("b?1b", "B ?1")],
    };
    expect(await sync("60601,94103")).toEqual({
      code: 0,
      stdout: "60601  1 stores\n94103  2 stores\nLooked up 2 postal codes.\n",
      stderr: "",
    });
    const kept = [
      { name: 'ALDI\'s "best"', seen: 2 },
      { name: "B ?1", seen: 1 },
    ];
    expect(await stored()).toEqual(kept);
    // They are not due for a week; a manual run looks them up anyway.
    app.stores = {};
    expect((await sync("94103")).stdout).toBe("94103  no stores\nLooked up 1 postal codes.\n");
    expect(await stored()).toEqual(kept);
  });

  test("reports a rejected postal code, looks up the rest, and exits with 0", async () => {
    app.stores = { "94103": [store("late", "Late")] };
    app.next(apiError(400, 1001));
    expect(await sync("99999,94103")).toEqual({
      code: 0,
      stdout:
        "99999  refused: 400 1001\n94103  1 stores\nLooked up 2 postal codes; the delivery app rejected 1 of them.\n",
      stderr: "",
    });
    expect(await stored()).toContainEqual({ name: "Late", seen: 1 });
  });

  test("exits with 1 if every postal code is rejected", async () => {
    app.next(apiError(400, 1001), apiError(400, 1001));
    const { code, stdout, stderr } = await sync("99999,99998");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^99999 .*\n99998 .*\nThe delivery app rejected every postal code\.\n$/);
  });

  test("stores results before a failure, reports the remaining number, and exits with 1", async () => {
    const first = raw(200, JSON.stringify({ retailers: [store("first", "First")] }));
    app.next(apiError(400, 1001), first, apiError(401, 1));
    const { code, stdout, stderr } = await sync("99999,10001,60601,94103");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("10001  1 stores\n60601  unauthorized: 401\n");
    expect(stderr).toContain(
      "The delivery app failed: unauthorized: 401. 1 of 4 postal codes were not looked up.\n",
    );
    expect(stderr).not.toContain(app.key);
    expect(await stored()).toContainEqual({ name: "First", seen: 1 });
  });

  test("reads the Worker's configuration: [vars], overridden by .dev.vars, overridden by the environment", async () => {
    const project = temporaryDirectory();
    const config = join(project.path, "wrangler.toml");
    const own = readFileSync("wrangler.toml", "utf8");
    const vars = { DELIVERY_APP_BASE_URL: app.origin, DELIVERY_APP_POSTAL_CODES: "60601,94103" };
    const changed = Object.entries(vars).reduce(
      (text, [name, value]) => text.replace(new RegExp(`^${name} = .*$`, "m"), `${name} = "${value}"`),
      own,
    );
    writeFileSync(config, changed);
    const args = ["sync", "--config", config];
    const asked = async (env: Record<string, string> = {}) => {
      app.asked.length = 0;
      expect(await run(args, env)).toMatchObject({ code: 0, stderr: "" });
      return app.asked.map(({ query }) => query.get("postal_code"));
    };
    app.stores = {};
    try {
      expect(await asked({ DELIVERY_APP_API_KEY: app.key })).toEqual(["60601", "94103"]);
      const devVars = `DELIVERY_APP_API_KEY=${app.key}\nDELIVERY_APP_POSTAL_CODES=10001\n`;
      writeFileSync(join(project.path, ".dev.vars"), devVars);
      expect(await asked()).toEqual(["10001"]);
      expect(await asked({ DELIVERY_APP_POSTAL_CODES: "20001,M5V 2T6" })).toEqual(["20001", "M5V 2T6"]);
    } finally {
      project.remove();
    }
  });

  test("reports a missing key", async () => {
    const { code, stderr } = await outcomeOf("retailers", () =>
      retailers(["sync"], undefined, { DELIVERY_APP_API_KEY: "" }),
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining("DELIVERY_APP_API_KEY is not set")]);
  });
});
