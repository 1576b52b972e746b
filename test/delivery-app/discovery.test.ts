import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runCli, temporaryDirectory } from "../cli/run-cli.ts";
import { storedRows } from "../cli/stored-rows.ts";
import { get } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { apiError, type DeliveryAppServer, raw, startDeliveryApp } from "./delivery-app-server.ts";

// Each command starts a runtime; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 });

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse("2026-11-21T00:00:00.000Z");

const store = (retailer_key: string, name = retailer_key) => ({
  retailer_key,
  name,
  retailer_logo_url: "https://example.com/logo.png",
});

let app: DeliveryAppServer;
let service: Service;
let key: string;
beforeAll(async () => {
  app = await startDeliveryApp();
  service = await startService({
    vars: { DELIVERY_APP_BASE_URL: app.origin, DELIVERY_APP_POSTAL_CODES: "60601, m5v2t6,nonsense,94103" },
    secrets: { DELIVERY_APP_API_KEY: app.key },
  });
  ({ key } = await service.issueKey());
});
afterAll(async () => {
  await service.close();
  await app.close();
});
afterEach(() => app.always(null));

const cron = (time: number) => service.scheduled("* * * * *", new Date(time));
const codesAsked = () => app.asked.map(({ query }) => query.get("postal_code"));
// biome-ignore lint/suspicious/noExplicitAny: the records are checked against their schema elsewhere.
const retailers = async (): Promise<any[]> =>
  (await get(service, "/v1/retailers?limit=100", { key })).json.data;
const rows = async (sql: string) => (await service.env.DB.prepare(sql).all()).results;

describe("the sample", () => {
  it("is there without any data of the delivery app, and says what it is", async () => {
    expect((await retailers()).length).toBeGreaterThanOrEqual(20);
    expect(await rows("SELECT DISTINCT source FROM delivery_app_retailers")).toEqual([{ source: "sample" }]);
  });
});

describe("the cron", () => {
  it("asks about the configured postal codes in slices, and real data takes the sample's place", async () => {
    app.stores = {
      "60601": [store("aldi", "ALDI"), store("mariano", "Mariano's")],
      "M5V 2T6": [store("loblaws", "Loblaws")],
      "94103": [store("aldi", "ALDI"), store("safeway", "Safeway")],
    };
    await cron(START);
    expect(app.asked).toHaveLength(2);
    await cron(START + MINUTE);
    await cron(START + 2 * MINUTE);
    expect(codesAsked().sort()).toEqual(["60601", "94103", "M5V 2T6"]);
    expect(
      app.asked.find(({ query }) => query.get("postal_code") === "M5V 2T6")?.query.get("country_code"),
    ).toBe("CA");
    const found = await retailers();
    expect(found.map(({ name }) => name)).toEqual(["ALDI", "Loblaws", "Mariano's", "Safeway"]);
    expect(found[0]).toMatchObject({
      retailerId: "aldi",
      slug: "aldi",
      services: [],
      categories: [],
      locationCount: 2,
      samplePostalCodes: ["60601", "94103"],
    });
  });

  it("asks again after a week; what is no longer there is forgotten", async () => {
    app.asked.length = 0;
    app.stores["94103"] = [store("safeway", "Safeway & Co")];
    app.stores["M5V 2T6"] = [store("metro", "Metro")];
    await cron(START + 6 * DAY);
    expect(app.asked).toHaveLength(0);
    await cron(START + 8 * DAY);
    await cron(START + 8 * DAY + MINUTE);
    expect(codesAsked().sort()).toEqual(["60601", "94103", "M5V 2T6"]);
    const found = await retailers();
    expect(found.map(({ name, locationCount }) => [name, locationCount])).toEqual([
      ["ALDI", 1],
      ["Mariano's", 1],
      ["Metro", 1],
      ["Safeway & Co", 1],
    ]);
  });

  it("keeps what it knows when the delivery app fails or says nothing, and says why", async () => {
    app.asked.length = 0;
    const before = await retailers();
    app.always(apiError(429, 1));
    await cron(START + 20 * DAY);
    expect(app.asked).toHaveLength(1);
    app.always(null);
    app.stores = {};
    await cron(START + 20 * DAY + MINUTE);
    // The one that was taken with the one that failed comes later.
    await cron(START + 20 * DAY + 11 * MINUTE);
    expect(await retailers()).toEqual(before);
    const errors = await rows("SELECT last_error FROM delivery_app_postal_codes ORDER BY last_error");
    expect(errors).toEqual([
      { last_error: "busy: 429" },
      { last_error: "no stores" },
      { last_error: "no stores" },
    ]);
  });

  it("leaves imported retailers as they are, and knows them by their slug", async () => {
    await service.env.DB.prepare(
      `INSERT INTO delivery_app_retailers VALUES ('77', 'kroger', 'Imported', 'imported', '["pickup"]', '[]', 9,
         '["45202"]', 'import', '2026-01-01T00:00:00.000Z')`,
    ).run();
    app.stores = { "60601": [store("kroger", "Kroger")], "94103": [store("kroger", "Kroger")] };
    await cron(START + 40 * DAY);
    await cron(START + 40 * DAY + MINUTE);
    const imported = (await retailers()).filter(({ slug }) => slug === "kroger");
    expect(imported).toMatchObject([
      { retailerId: "77", name: "Imported", services: ["pickup"], locationCount: 9 },
    ]);
    expect(
      await rows(
        "SELECT postal_code FROM delivery_app_retailer_postal_codes WHERE retailer_id = '77' ORDER BY postal_code",
      ),
    ).toEqual([{ postal_code: "60601" }, { postal_code: "94103" }]);
  });

  it("two runs at once ask about each postal code once", async () => {
    app.asked.length = 0;
    await Promise.all([cron(START + 60 * DAY), cron(START + 60 * DAY)]);
    const asked = codesAsked();
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe("a search", () => {
  it("finds literal text of any length in any case, and never across name, slug and id", async () => {
    const insert = service.env.DB.prepare(
      `INSERT INTO delivery_app_retailers VALUES (?1, ?2, ?3, ?4, '[]', '[]', 0, '[]', 'import', '2026-01-01T00:00:00.000Z')`,
    );
    await insert.bind("x9", "oslug", "ΟΔΟΣ 50%_*", "οδοσ 50%_*\noslug\nx9").run();
    const names = async (q: string) =>
      (await get(service, `/v1/retailers?q=${encodeURIComponent(q)}`, { key })).json.data.map(
        ({ retailerId }: { retailerId: string }) => retailerId,
      );
    for (const q of ["ΟΔΟΣ", "οδος", "50%", "0%_*", "*", "_*", "OSLUG", "X9"])
      expect(await names(q), q).toEqual(["x9"]);
    for (const q of ["*\no", "%%", "5_%", "*oslug", "oslugx9"]) expect(await names(q), q).toEqual([]);
  });

  it("reads no more than one index over 100,000 retailers", async () => {
    await service.env.DB.prepare(
      `INSERT INTO delivery_app_retailers
       WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
       SELECT 'big-' || i, 'fresh-market-' || i, 'Fresh Market ' || i,
         'fresh market ' || i || char(10) || 'fresh-market-' || i || char(10) || 'big-' || i,
         '[]', '[]', 0, '[]', 'import', '2026-01-01T00:00:00.000Z' FROM n`,
    ).run();
    const plan = await rows(
      `EXPLAIN QUERY PLAN SELECT retailer_id FROM delivery_app_retailers INDEXED BY delivery_app_retailers_by_name
       WHERE instr(search_text, 'x') > 0 ORDER BY name, retailer_id LIMIT 5`,
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SCAN delivery_app_retailers USING COVERING INDEX delivery_app_retailers_by_name",
    ]);
    const { json } = await get(service, "/v1/retailers?q=big-77777", { key });
    expect(json.data.map(({ name }: { name: string }) => name)).toEqual(["Fresh Market 77777"]);
  });
});

describe("npm run retailers -- sync", () => {
  const directory = temporaryDirectory();
  afterAll(directory.remove);
  const sync = (codes: string, env: Record<string, string> = {}) => {
    const args = ["sync", "--persist-to", directory.path, "--postal-codes", codes];
    return runCli("retailers.ts", args, {
      DELIVERY_APP_API_KEY: app.key,
      DELIVERY_APP_BASE_URL: app.origin,
      ...env,
    });
  };
  const stored = () =>
    storedRows(
      directory.path,
      "SELECT name, location_count AS seen FROM delivery_app_retailers WHERE source = 'sync' ORDER BY name",
    );

  it("asks about all postal codes at once and merges the answers", async () => {
    app.stores = {
      "60601": [store("aldi", 'ALDI\'s "best"')],
      "94103": [store("aldi", 'ALDI\'s "best"'), store("b?1b", "B ?1")],
    };
    expect(await sync("60601,94103")).toEqual({
      code: 0,
      stdout: "60601  1 stores\n94103  2 stores\nAsked about 2 postal codes.\n",
      stderr: "",
    });
    const kept = [
      { name: 'ALDI\'s "best"', seen: 2 },
      { name: "B ?1", seen: 1 },
    ];
    expect(await stored()).toEqual(kept);
    // They are not due for a week; by hand they are asked all the same.
    app.stores = {};
    expect((await sync("94103")).stdout).toBe("94103  no stores\nAsked about 1 postal codes.\n");
    expect(await stored()).toEqual(kept);
  });

  it("names a code that is refused, asks the rest, and exits with 0", async () => {
    app.stores = { "94103": [store("late", "Late")] };
    app.next(apiError(400, 1001));
    expect(await sync("99999,94103")).toEqual({
      code: 0,
      stdout:
        "99999  refused: 400 1001\n94103  1 stores\nAsked about 2 postal codes; the delivery app refused 1 of them.\n",
      stderr: "",
    });
    expect(await stored()).toContainEqual({ name: "Late", seen: 1 });
  });

  it("exits with 1 where every code is refused", async () => {
    app.next(apiError(400, 1001), apiError(400, 1001));
    const { code, stdout, stderr } = await sync("99999,99998");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^99999 .*\n99998 .*\nThe delivery app refused every postal code\.\n$/);
  });

  it("keeps what came before a failure, says how many were not asked, and exits with 1", async () => {
    const first = raw(200, JSON.stringify({ retailers: [store("first", "First")] }));
    app.next(apiError(400, 1001), first, apiError(401, 1));
    const { code, stdout, stderr } = await sync("99999,10001,60601,94103");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("10001  1 stores\n60601  unauthorized: 401\n");
    expect(stderr).toContain(
      "The delivery app failed: unauthorized: 401. 1 of 4 postal codes were not asked.\n",
    );
    expect(stderr).not.toContain(app.key);
    expect(await stored()).toContainEqual({ name: "First", seen: 1 });
  });

  it("reads what the Worker reads: [vars], over them .dev.vars, and last the environment", async () => {
    await stored(); // Migrates, which needs the migrations beside the configuration.
    const project = temporaryDirectory();
    const config = join(project.path, "wrangler.toml");
    const own = readFileSync("wrangler.toml", "utf8");
    const vars = { DELIVERY_APP_BASE_URL: app.origin, DELIVERY_APP_POSTAL_CODES: "60601,94103" };
    const changed = Object.entries(vars).reduce(
      (text, [name, value]) => text.replace(new RegExp(`^${name} = .*$`, "m"), `${name} = "${value}"`),
      own,
    );
    writeFileSync(config, changed);
    const args = ["sync", "--config", config, "--persist-to", directory.path];
    const asked = async (env: Record<string, string> = {}) => {
      app.asked.length = 0;
      expect(await runCli("retailers.ts", args, env)).toMatchObject({ code: 0, stderr: "" });
      return codesAsked();
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

  it("says so without a key", async () => {
    const { code, stderr } = await runCli("retailers.ts", ["sync"], { DELIVERY_APP_API_KEY: "" });
    expect([code, stderr]).toEqual([2, expect.stringContaining("DELIVERY_APP_API_KEY is set neither")]);
  });
});
