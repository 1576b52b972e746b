import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { get } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { apiError, type DeliveryAppServer, startDeliveryApp, store } from "./delivery-app-server.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse("2026-11-21T00:00:00.000Z");

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
  test("exists without data from the delivery app, and is marked as a sample", async () => {
    expect((await retailers()).length).toBeGreaterThanOrEqual(20);
    expect(await rows("SELECT DISTINCT source FROM delivery_app_retailers")).toEqual([{ source: "sample" }]);
  });
});

describe("the cron", () => {
  test("queries the configured postal codes in slices, and real data replaces the sample", async () => {
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

  test("queries again after a week and removes stores that are gone", async () => {
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
    expect(found[0]).toMatchObject({ slug: "aldi", samplePostalCodes: ["60601"] });
  });

  test("keeps its data if the delivery app fails or returns nothing, and reports why", async () => {
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

  test("keeps imported retailers, and recognizes them by slug", async () => {
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

  test("concurrent runs query each postal code once", async () => {
    app.asked.length = 0;
    await Promise.all([cron(START + 60 * DAY), cron(START + 60 * DAY)]);
    const asked = codesAsked();
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe("a search", () => {
  test("finds literal text of any length in any case, and never across name, slug and id", async () => {
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

  test("reads no more than one index over 100,000 retailers", async () => {
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
