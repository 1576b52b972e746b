import { afterAll, describe, expect, test } from "vitest";
import { takeBackDomain } from "../../src/features/links/take-back-domain.ts";
import { expectError, expectExtendedLink, expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { GTIN, OTHER_GTIN, startGtinService, UPC } from "./gtin.ts";

const gtins = await startGtinService();
const { service, key, other, origin, body, create, patch, ask } = gtins;
afterAll(() => service.close());

/** What KV has under a key, as text. */
const published = async (key: string) => String(await service.env.LINKS.get(key));
const SOON = { timeout: 15_000 };

const UPC_14 = `00${UPC}`;
const leads = async (path: string) => {
  const { status, headers } = await ask(path);
  return headers.get("Location") ?? status;
};

describe("a link can have a GTIN", () => {
  test("it is stored in 14 digits, shown by include alone, and gets the code gs1", async () => {
    const link = await create.call(gtins, { gtin: UPC });
    expect(link.gtin).toBe(UPC_14);
    const base = await get(service, `/v1/links/${link.id}`, { key });
    expect(expectLink(base, 200)).not.toHaveProperty("gtin");
    const definition = await get(service, `/v1/links/${link.id}/definition`, { key });
    expect(definition.json.data.gtin).toBe(UPC_14);
    const codes = await get(service, `/v1/links/${link.id}/qr-codes`, { key });
    expect(codes.json.data).toMatchObject([
      { identifier: "default", isDefault: true },
      {
        identifier: "gs1",
        name: `GTIN ${UPC_14}`,
        isDefault: false,
        encodedUrl: `${origin}/01/${UPC_14}`,
      },
    ]);
    for (const query of [`gtin=${UPC}`, `gtin=${UPC_14}`, `q=${UPC}`, `q=0${UPC}`, `q=${UPC_14}`]) {
      const list = await get(service, `/v1/links?${query}`, { key });
      expect(
        list.json.data.map(({ id }: { id: string }) => id),
        query,
      ).toEqual([link.id]);
    }
    const none = await get(service, `/v1/links?gtin=${GTIN}`, { key });
    expect(none.json.data).toEqual([]);
    expectError(await get(service, "/v1/links?gtin=123", { key }), 400, "validation_failed");
    await patch(link.id, { gtin: null });
  });

  test.each(["123", "9506000134353", 9506000134352, "", null])("%j is rejected", async (gtin) => {
    for (const path of ["/v1/links", "/v1/links/preview"]) {
      const error = expectError(await post(service, path, body({ gtin }), { key }), 400, "validation_failed");
      expect(error.details?.map(({ field }) => field)).toEqual(["gtin"]);
    }
  });

  test("further links and lots need a GTIN, valid types, languages and lots, and no address of a GTIN", async () => {
    const url = "https://brand.example/page";
    const rejected: [object, string, string?][] = [
      [{ gtinLinks: [{ type: "pip", url }] }, "gtinLinks"],
      [{ gtinLots: [{ lot: "A", url }] }, "gtinLots"],
      [{ gtin: GTIN, gtinLinks: [{ type: "shop", url }] }, "gtinLinks[0].type"],
      [{ gtin: GTIN, gtinLinks: [{ type: "pip", url, language: "german" }] }, "gtinLinks[0].language"],
      [{ gtin: GTIN, gtinLinks: [{ type: "pip", url: "brand.example" }] }, "gtinLinks[0].url"],
      [{ gtin: GTIN, gtinLots: [{ lot: "A B", url }] }, "gtinLots[0].lot"],
      [{ gtin: GTIN, gtinLots: [{ lot: ".", url }] }, "gtinLots[0].lot"],
      [{ gtin: GTIN, gtinLots: [{ lot: "..", url }] }, "gtinLots[0].lot"],
      [{ gtin: GTIN, gtinLots: [1, 2].map(() => ({ lot: "A", url })) }, "gtinLots"],
    ];
    for (const [changes, field] of rejected) {
      const answer = await post(service, "/v1/links", body(changes), { key });
      const error = expectError(answer, 400, "validation_failed");
      expect(error.details?.map((each) => each.field)).toEqual([field]);
    }
    const loop = { gtin: GTIN, gtinLinks: [{ type: "pip", url: `${origin}/01/${OTHER_GTIN}` }] };
    expectError(await post(service, "/v1/links", body(loop), { key }), 422, "url_not_allowed");
  });

  test("without a domain of its own it is a 422 that says so, on every way", async () => {
    const plain = body({ projectId: "main", gtin: GTIN });
    for (const path of ["/v1/links", "/v1/links/preview"]) {
      const error = expectError(await post(service, path, plain, { key }), 422, "domain_required");
      expect(error.details?.[0]?.field).toBe("gtin");
    }
    const bulk = await post(service, "/v1/links/bulk", { links: [plain] }, { key });
    expect(bulk.json.data[0]).toMatchObject({ status: 422, body: { error: { code: "domain_required" } } });
    const link = expectLink(await post(service, "/v1/links", body({ projectId: "main" }), { key }));
    expectError(await patch(link.id, { gtin: GTIN }), 422, "domain_required");
  });
});

describe("a GTIN belongs to one link on its domain", () => {
  test("a second link is a 409, by every way, until the first gives it up", async () => {
    const first = await create.call(gtins, { gtin: GTIN });
    const customUrl = "https://example.com/second";
    for (const path of ["/v1/links", "/v1/links/preview"])
      expectError(await post(service, path, body({ gtin: GTIN }), { key }), 409, "duplicate_gtin");
    const second = await create.call(gtins, { customUrl });
    expectError(await patch(second.id, { gtin: GTIN }), 409, "duplicate_gtin");
    for (const dryRun of [true, false]) {
      const rows = {
        links: [body({ gtin: GTIN }), body({ gtin: OTHER_GTIN }), body({ gtin: OTHER_GTIN })],
        dryRun,
      };
      const bulk = await post(service, "/v1/links/bulk", rows, { key });
      const statuses = bulk.json.data.map(({ status }: { status: number }) => status);
      expect(statuses).toEqual([409, dryRun ? 200 : 201, 409]);
      expect(bulk.json.data[2].body.error.code).toBe("duplicate_gtin");
    }
    // Another organization's domain has its own GTINs.
    const theirs = await post(service, "/v1/links", body({ projectId: "main", gtin: GTIN }), other);
    expect(theirs.status).toBe(201);

    expect(await leads(`/01/${GTIN}`)).toMatch(/gtin-/);
    expect(expectExtendedLink(await patch(first.id, { gtin: null }), 200)).not.toHaveProperty("gtin");
    const kvKey = `slug:id.localhost/01/${GTIN}`;
    await expect.poll(() => published(kvKey), SOON).toBe("null");
    expect(expectExtendedLink(await patch(second.id, { gtin: GTIN }), 200).gtin).toBe(GTIN);
    await expect.poll(() => published(kvKey), SOON).toContain(customUrl);
  });

  test("a slow writer's copy of a GTIN that a link gave up is deleted by the job", async () => {
    const gtin = "00000000000055";
    const link = await create.call(gtins, { gtin });
    const kvKey = `slug:id.localhost/01/${gtin}`;
    await expect.poll(() => published(kvKey), SOON).toContain(link.id);
    const stale = await published(kvKey);
    await patch(link.id, { gtin: null });
    await expect.poll(() => published(kvKey), SOON).toBe("null");
    await service.env.LINKS.put(kvKey, stale);
    await service.scheduled("* * * * *", new Date(Date.now() + 120_000));
    expect(await published(kvKey)).toBe("null");
  });

  test("of two concurrent creations with a GTIN, one gets it", async () => {
    const gtin = "00000000000017";
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(service, "/v1/links", body({ gtin }), { key })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test("a changed GTIN gets its own code; the code of the former GTIN stays and is named so", async () => {
    const [before, after] = ["00000000000024", "00000000000031"];
    const link = await create.call(gtins, { gtin: before });
    const codes = async () => {
      const { json } = await get(service, `/v1/links/${link.id}/qr-codes`, { key });
      return json.data
        .filter(({ isDefault }: { isDefault: boolean }) => !isDefault)
        .map(({ identifier, name, encodedUrl }: Record<string, string>) => [
          identifier,
          name,
          encodedUrl?.slice(-14),
        ]);
    };
    const image = (await get(service, `/qr/qr_${link.id}_gs1.svg`)).text;
    await patch(link.id, { gtin: after });
    expect(await codes()).toEqual([
      ["gs1", `Former GTIN ${before}`, before],
      [`gs1-${after}`, `GTIN ${after}`, after],
    ]);
    expect((await get(service, `/qr/qr_${link.id}_gs1.svg`)).text).toBe(image);
    expect((await get(service, `/qr/qr_${link.id}_gs1-${after}.svg`)).text).not.toBe(image);
    await patch(link.id, { gtin: before });
    expect(await codes()).toEqual([
      ["gs1", `GTIN ${before}`, before],
      [`gs1-${after}`, `Former GTIN ${after}`, after],
    ]);
    const history = await get(service, `/v1/links/${link.id}/history`, { key });
    expect(history.json.data[0].changes).toEqual([{ field: "gtin", from: after, to: before }]);
  });

  test("a domain that is taken back keeps its GTINs, and its links can be changed", async () => {
    const gtin = "00000000000048";
    await gtins.domains.domains.forget();
    const link = await create.call(gtins, { gtin });
    await takeBackDomain(gtins.operator, { host: "id.localhost" }, gtins.domains);
    const changed = expectExtendedLink(await patch(link.id, { name: "Renamed" }), 200);
    expect(changed).toMatchObject({ gtin, name: "Renamed" });
    const held = await service.env.DB.prepare("SELECT host FROM link_addresses WHERE link_id = ?1")
      .bind(link.id)
      .all();
    expect(held.results).toEqual([{ host: "id.localhost" }]);
  });
});
