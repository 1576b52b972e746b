import { describe, expect, test } from "vitest";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { storeAll } from "../visits/visit-messages.ts";
import { addressOf, none, OCTOBER, type Query, startVisitsService } from "./visits-service.ts";

const { service, full, main, poster, card, elsewhere, ask, visits } = await startVisitsService();

describe("design: breakdowns", () => {
  const rows = async (by: string, query: Query = {}, path = "/v1/visits") =>
    (await visits(path, { ...OCTOBER, by, ...query })).rows;
  const codeOf = ({ id }: LinkResource) => `qr_${id}_default`;

  test.each([
    [
      "country",
      [
        { key: "US", ...none, scans: 22, clicks: 2, robots: 7, previews: 11 },
        { key: "CA", ...none, clicks: 13 },
        { key: "DE", ...none, clicks: 3 },
      ],
    ],
    [
      "device",
      [
        { key: "phone", ...none, scans: 22, clicks: 3 },
        { key: "tablet", ...none, clicks: 13 },
        { key: "desktop", ...none, clicks: 2 },
      ],
    ],
    [
      "visitor",
      [
        { key: "person", ...none, scans: 22, clicks: 18 },
        { key: "robot", ...none, robots: 7 },
        { key: "preview", ...none, previews: 11 },
      ],
    ],
    [
      "retailer",
      [
        { key: "custom", scans: 22, clicks: 5, robots: 7, previews: 11 },
        { key: "marketplace", ...none, clicks: 13 },
      ],
    ],
  ])("by %s list most people first", async (by, expected) => {
    expect(await rows(by)).toEqual(expected);
  });

  test("by link and by QR code include names", async () => {
    expect(await rows("link")).toEqual([
      { key: elsewhere.id, name: "Elsewhere", ...none, scans: 17 },
      { key: card.id, name: "Card", ...none, clicks: 13 },
      { key: poster.id, name: '=Poster, "large"', scans: 5, clicks: 5, robots: 7, previews: 11 },
    ]);
    expect(await rows("qrCode")).toEqual([
      { key: "none", ...none, clicks: 18, robots: 7 },
      { key: codeOf(elsewhere), name: "Default QR code", ...none, scans: 17 },
      { key: codeOf(poster), name: "Default QR code", ...none, scans: 5, previews: 11 },
    ]);
  });

  test("cover a single link", async () => {
    const path = `/v1/links/${card.id}/visits`;
    for (const [by, key] of [
      ["link", card.id],
      ["retailer", "marketplace"],
      ["qrCode", "none"],
      ["device", "tablet"],
      ["country", "CA"],
    ]) {
      expect(await rows(by ?? "", {}, path)).toMatchObject([{ key, ...none, clicks: 13 }]);
    }
  });

  test("have at most 100 rows and one for the rest", async () => {
    const day = { from: "2026-09-01", to: "2026-09-01" };
    const countries = Array.from(
      { length: 150 },
      (_, index) => `${String.fromCharCode(65 + (index % 26))}${Math.floor(index / 26)}`,
    );
    const link = expectLink(await post(service, "/v1/links", linkBody(), full));
    const codes = Array.from({ length: 130 }, (_, index) => `code-${index}`);
    for (let index = 0; index < codes.length; index += 10) {
      await Promise.all(
        codes
          .slice(index, index + 10)
          .map((identifier) => post(service, `/v1/links/${link.id}/qr-codes`, { identifier }, full)),
      );
    }
    await storeAll(service.env.DB, [
      ...countries.map((country, index) => ({
        linkId: link.id,
        hour: "2026-09-01T05",
        country,
        visits: index + 1,
      })),
      ...codes.map((qr, index) => ({ linkId: link.id, qr, hour: "2026-09-01T05", visits: index + 1 })),
    ]);
    const sum = (from: number, to: number) => ((to - from + 1) * (from + to)) / 2;
    const byCountry = (await rows("country", day, `/v1/links/${link.id}/visits`)) ?? [];
    // All scans are from the US.
    expect(byCountry).toHaveLength(101);
    expect(byCountry[0]).toEqual({ key: "US", ...none, scans: sum(1, 130) });
    expect(byCountry[1]).toEqual({ key: countries[149], ...none, clicks: 150 });
    expect(byCountry[100]).toEqual({ key: "rest", ...none, clicks: sum(1, 51) });
    const byCode = (await rows("qrCode", day)) ?? [];
    expect(byCode).toHaveLength(101);
    expect(byCode[0]).toEqual({ key: "none", ...none, clicks: sum(1, 150) });
    expect(byCode[1]).toMatchObject({ key: `qr_${link.id}_code-129`, scans: 130 });
    expect(byCode[100]).toEqual({ key: "rest", ...none, scans: sum(1, 31) });
  });
});

describe("design: filters", () => {
  const numbers = async (query: Query, path = "/v1/visits") =>
    (await visits(path, { ...OCTOBER, ...query })).totals;
  const code = `qr_${poster.id}_default`;

  test.each<[Query, object]>([
    [{ country: "CA" }, { clicks: 13 }],
    [{ device: "phone" }, { scans: 22, clicks: 3 }],
    [{ retailer: "marketplace" }, { clicks: 13 }],
    [{ retailer: "custom", device: "desktop" }, { clicks: 2 }],
    [{ linkId: elsewhere.id }, { scans: 17 }],
    [{ qrCode: code }, { scans: 5, previews: 11 }],
    [
      { linkId: poster.id, qrCode: code, projectId: "main" },
      { scans: 5, previews: 11 },
    ],
    [{ country: "DE", projectId: "shop" }, {}],
  ])("%j", async (query, expected) => {
    expect(await numbers(query)).toEqual({ ...none, ...expected });
  });

  test("work for a single link and with a breakdown", async () => {
    const path = `/v1/links/${poster.id}/visits`;
    expect(await numbers({ country: "DE" }, path)).toEqual({ ...none, clicks: 3 });
    expect(await numbers({ qrCode: code }, path)).toEqual({ ...none, scans: 5, previews: 11 });
    const { rows } = await visits("/v1/visits", { ...OCTOBER, country: "US", by: "link" });
    expect(rows).toEqual([
      { key: elsewhere.id, name: "Elsewhere", ...none, scans: 17 },
      { key: poster.id, name: '=Poster, "large"', ...none, scans: 5, clicks: 2, robots: 7, previews: 11 },
    ]);
  });

  test("reject impossible values and filters of another link by name", async () => {
    const fields = async (path: string, query: Query) =>
      expectError(await ask(path, query), 400, "validation_failed").details?.map(({ field }) => field);
    const path = `/v1/links/${poster.id}/visits`;
    expect(await fields("/v1/visits", { country: "usa", device: "watch", retailer: "shop" })).toEqual([
      "country",
      "device",
      "retailer",
    ]);
    expect(await fields("/v1/visits", { country: "us" })).toEqual(["country"]);
    expect(await fields(path, { linkId: card.id })).toEqual(["linkId"]);
    expect(await fields(path, { qrCode: `qr_${card.id}_default` })).toEqual(["qrCode"]);
    expect(await fields("/v1/visits", { qrCode: "default" })).toEqual(["qrCode"]);
  });

  test("reject links of other organizations with 404 and inaccessible links with 403", async () => {
    const other = await service.issueKey({ organization: "other" });
    expectError(await ask("/v1/visits", { linkId: poster.id }, other), 404, "not_found");
    expectError(await ask("/v1/visits", { linkId: elsewhere.id }, main), 403, "project_access_denied");
    expectError(await ask("/v1/visits", { linkId: poster.id, projectId: "shop" }), 404, "not_found");
    expectError(
      await ask(`/v1/links/${poster.id}/visits`, { qrCode: `qr_${poster.id}_made-up` }),
      404,
      "not_found",
    );
  });
});

describe("design: Accept: text/csv returns the same numbers", () => {
  const csv = (query: Query, accept: string) =>
    get(service, addressOf("/v1/visits", { ...OCTOBER, ...query }), { ...full, headers: { Accept: accept } });

  test("as a series", async () => {
    const { text, headers, status } = await csv({}, "text/csv");
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(text.split("\r\n")).toEqual([
      "start,scans,clicks,robots,previews,visitors",
      "2026-10-01T00:00:00.000Z,5,2,0,0,",
      "2026-10-02T00:00:00.000Z,0,3,7,0,",
      "2026-10-03T00:00:00.000Z,17,13,0,11,",
      "",
    ]);
  });

  test("as a breakdown, in which no name is a formula or breaks its line", async () => {
    const { text } = await csv({ by: "link" }, "application/json;q=0.5, text/csv");
    expect(text.split("\r\n")).toEqual([
      "key,name,scans,clicks,robots,previews,visitors",
      `${elsewhere.id},Elsewhere,17,0,0,0,`,
      `${card.id},Card,0,13,0,0,`,
      `${poster.id},"'=Poster, ""large""",5,5,7,11,`,
      "",
    ]);
  });

  test.each(["*/*", "application/json", "application/json, text/csv;q=0.1", "text/csv;q=0", "text/html"])(
    "%s gets JSON",
    async (accept) => {
      expect((await csv({}, accept)).json.data.totals).toMatchObject({ scans: 22 });
    },
  );
});
