import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choiceBody } from "../bodies.ts";
import { expectExtendedLink } from "../expectations.ts";
import { type Answer, get, type Json, post, type RequestOptions } from "../requests.ts";
import { storeAll } from "../visits/visit-messages.ts";
import { GTIN, OTHER_GTIN, startGtinService } from "./gtin.ts";

// The sections are those of the GS1-Conformant Resolver Standard 1.2.1 and the GS1 Digital Link URI Syntax 1.7.0.

const gtins = await startGtinService();
const { service, key, origin, create, patch, ask } = gtins;
afterAll(() => service.close());

const VOCABULARY = "https://ref.gs1.org/voc/";
const CUSTOM = "https://shop.example/soup?a=1#top";
const JSON_ONLY = { headers: { Accept: "application/json" } };
const LINKSET = { headers: { Accept: "application/linkset+json" } };

beforeAll(async () => {
  await create.call(gtins, {
    name: "Internal",
    publicName: "Tomato soup",
    customUrl: CUSTOM,
    gtin: GTIN,
    gtinLinks: [
      { type: "instructions", url: "https://brand.example/manual.pdf" },
      { type: "instructions", url: "https://brand.example/anleitung", language: "de", title: "Anleitung" },
      { type: "recipeInfo", url: "https://brand.example/r1", language: "en" },
      { type: "recipeInfo", url: "https://brand.example/r2", language: "en" },
      { type: "pip", url: "https://brand.example/de/süppchen", language: "de" },
    ],
    gtinLots: [{ lot: "BAD/1", url: "https://brand.example/recall", title: "Recall of lot BAD/1" }],
  });
});

/** The error body of the API. The resolver's own headers are for every page. */
function expectProblem({ status, json }: Answer, expected: number, code: string): void {
  expect([status, json?.error?.code]).toEqual([expected, code]);
  expect(Object.keys(json.error)).toEqual(["code", "message", "correlationId"]);
}

const leads = async (path: string, options: RequestOptions & { method?: string } = {}) => {
  const { status, headers } = await ask(path, options);
  return headers.get("Location") ?? status;
};

describe("section 2.5: the address of a GTIN redirects to its default link", () => {
  test("with 307, exactly to the destination, and with the headers of a resolver", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await ask(`/01/${GTIN}`, { method });
      expect(status).toBe(307);
      expect(headers.get("Location")).toBe(CUSTOM);
      expect(headers.get("Cache-Control")).toContain("no-store");
      expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(headers.get("Vary")).toMatch(/Accept.*Accept-Language/);
      expect(headers.get("Link")).toBe(
        '<https://ref.gs1.org/standards/resolver/linkset-context>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json", ' +
          `<${origin}/01/${GTIN}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`,
      );
    }
  });

  test("the query is carried along as it was sent, before a fragment", async () => {
    expect(await leads(`/01/${GTIN}?17=261231&utm=a%20b+c`)).toBe(
      "https://shop.example/soup?a=1&17=261231&utm=a%20b+c#top",
    );
    expect(await leads(`/01/${GTIN}?`)).toBe(CUSTOM);
    expect(await leads(`/01/${GTIN}/10/BAD%2F1?17=261231`)).toBe("https://brand.example/recall?17=261231");
  });

  test("the query has nothing that changes what a shop's page opens or who earns", async () => {
    await create.call(gtins, { gtin: "09506000134376", customUrl: "https://www.amazon.com/dp/B000000001" });
    expect(await leads("/01/09506000134376?17=261231&TAG=evil-20&ASIN.1=B0EVIL0000&utm_id=1")).toBe(
      "https://www.amazon.com/dp/B000000001?17=261231&utm_id=1",
    );
  });

  test("qualifiers, and a slash at the end, lead to the same link; an exact lot wins", async () => {
    for (const path of ["/", "/10/KL8G", "/22/2A/10/KL8G/21/9", "/21/9", "/235/X", "/10/bad%2F1"])
      expect(await leads(`/01/${GTIN}${path}`), path).toBe(CUSTOM);
    for (const path of ["/10/BAD%2F1", "/10/BAD%2F1/", "/22/1/10/BAD%2F1/21/9"])
      expect(await leads(`/01/${GTIN}${path}`), path).toBe("https://brand.example/recall");
  });

  test("typesetting, invisible characters and doubled slashes are read over where nothing else is meant", async () => {
    for (const path of [
      `//01/${GTIN}`,
      `/01//${GTIN}`,
      `/01/${GTIN}//`,
      `/01/${GTIN.slice(0, 7)}%E2%80%8B${GTIN.slice(7)}`,
      `/01/${GTIN}%C2%AD`,
      `/01/${GTIN}/10//KL8G`,
      `/01/${GTIN}/10/KL%E2%80%938G`,
    ])
      expect([path, await leads(path)]).toEqual([path, CUSTOM]);
    expect(await leads(`/01/${GTIN}//10/BAD%2F1%E2%80%8B`)).toBe("https://brand.example/recall");
  });

  test("OPTIONS names the methods; other methods are rejected", async () => {
    const { status, headers } = await ask(`/01/${GTIN}`, { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, OPTIONS");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    const posted = await ask(`/01/${GTIN}`, { method: "POST", ...JSON_ONLY });
    expectProblem(posted, 405, "method_not_allowed");
    expect(posted.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
  });

  test("a choice link leads to its page, and is counted once", async () => {
    const body = choiceBody({ projectId: "brand", gtin: OTHER_GTIN });
    const choice = expectExtendedLink(await post(service, "/v1/links?include=all", body, { key }));
    const location = await leads(`/01/${OTHER_GTIN}?17=261231`);
    const page = `${origin}/${choice.shortId}?qr=gs1-${OTHER_GTIN}`;
    expect(String(location).replace(/counted=\w+/, "counted=")).toBe(`${page}&counted=&17=261231`);
    const set = await ask(`/01/${OTHER_GTIN}`, LINKSET);
    expect(set.json.linkset[0][`${VOCABULARY}hasRetailers`]).toMatchObject([{ href: page }]);
    expect(await leads(`/01/${OTHER_GTIN}?linkType=gs1:hasRetailers`)).toContain(`${page}&counted=`);
    // The page that both redirects lead to, the page of a linkset, and URLs that somebody passed on.
    const later = `${page}&counted=${(Date.now() - 60_000).toString(36)}`;
    for (const url of [String(location), page, later, `${page}&counted=1`, `${page}&all=1`]) {
      const headers = { Accept: "text/html", "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" };
      expect((await get(service, url, { headers })).status).toBe(200);
    }
    const totals = async () =>
      (await get(service, `/v1/links/${choice.id}/visits`, { key })).json.data.totals;
    await expect.poll(totals).toMatchObject({ scans: 4 });
  });

  test("a link that is switched off is gone", async () => {
    const gtin = "00000000000017";
    const off = await create.call(gtins, { gtin });
    await patch(off.id, { status: "inactive" });
    const kvKey = `slug:id.localhost/01/${gtin}`;
    await expect.poll(() => service.env.LINKS.get(kvKey)).toContain('"inactive"');
    expect((await ask(`/01/${gtin}`)).status).toBe(410);
    expect((await ask(`/01/${gtin}`, LINKSET)).status).toBe(410);
  });

  test("an Associates tag of the service never reaches print", async () => {
    const gtin = "00000000000024";
    await create.call(gtins, { gtin }, "marketplace product_detail");
    expect(await leads(`/01/${gtin}`)).not.toContain("tag=");
  });
});

describe("section 2.3: syntax errors are 400, and nothing to find is 404", () => {
  test.each(["/foo", "/10/A/22/B", "/17/261231", "?17=2612"])("%s is 400 after a GTIN", async (path) => {
    const answer = await ask(`/01/${GTIN}${path}`, JSON_ONLY);
    expectProblem(answer, 400, "validation_failed");
    const page = await ask(`/01/${GTIN}${path}`, { headers: { Accept: "text/html" } });
    expect(page.status).toBe(400);
    expect(page.text).toContain("Not a valid address");
  });

  test("a wrong check digit or length is 400, also for an unknown GTIN", async () => {
    for (const gtin of ["09506000134353", "9506000134352", "abc"])
      expect((await ask(`/01/${gtin}`)).status, gtin).toBe(400);
  });

  test("compressed addresses and binary EPCs are 400 with a reason", async () => {
    for (const path of [
      "/eh30342500a43fe0000000000f",
      "/exMDQlAKQ_4AAAAAAP",
      // Examples of GS1's toolkit: a GTIN; with a lot; with a first digit behind a hyphen; of an optimized combination.
      "/AQnYUc1gmg",
      "/AQnYUc1gmiCNV4JGLo3DY",
      "/AQdJnd-AeA",
      "/ARHKVAdpQg",
      "/CxFKk4XBoA",
      `/01/${GTIN}/ARgi`,
    ]) {
      expectProblem(await ask(path, JSON_ONLY), 400, "validation_failed");
    }
    expect((await ask("/AQnYUc1gmg")).text).toContain("not supported");
    // Other words of ten characters and more stay 404: they decode as nothing.
    const words = [
      "/Summer-Soups",
      "/exceptional-summer-soups",
      "/Spring2026",
      "/BlackFriday24",
      "/AbCdEf1234",
    ];
    for (const path of [...words, "/ex-works-summer-sale", "/exMatriculationParty", "/eh0123456789abcdef01"])
      expect((await ask(path)).status, path).toBe(404);
    // A domain without GTINs has no such addresses.
    expect((await ask("/AQnYUc1gmg", { host: "rival.localhost" })).status).toBe(404);
  });

  test("an unknown GTIN, a link of another domain, and an absent link type are 404", async () => {
    expect((await ask("/01/00000000000048")).status).toBe(404);
    expect((await ask(`/01/${GTIN}`, { host: "rival.localhost" })).status).toBe(404);
    expect((await ask(`/01/${GTIN}`, { host: "localhost" })).status).toBe(404);
    for (const type of ["gs1:nosuchlt", "gs1:traceability", "schema:url", "pip"])
      expect((await ask(`/01/${GTIN}?linkType=${type}`)).status, type).toBe(404);
  });
});

describe("section 2.6: a link type and languages select a link", () => {
  test.each([
    ["gs1:instructions", undefined, "https://brand.example/manual.pdf"],
    [`${VOCABULARY}instructions`, undefined, "https://brand.example/manual.pdf"],
    ["gs1:instructions", "de-AT,de;q=0.9", "https://brand.example/anleitung"],
    ["gs1:instructions", "fr", "https://brand.example/manual.pdf"],
    ["gs1:pip", undefined, CUSTOM],
    ["gs1:pip", "de", "https://brand.example/de/s%C3%BCppchen"],
    ["gs1:defaultLink", "de", CUSTOM],
  ])("%s for %s", async (type, language, location) => {
    const headers: Record<string, string> = language === undefined ? {} : { "Accept-Language": language };
    const found = await ask(`/01/${GTIN}?linkType=${encodeURIComponent(type)}`, { headers });
    expect(found.status).toBe(307);
    const [start = "", end = ""] = location.split("#");
    expect(found.headers.get("Location")?.startsWith(start)).toBe(true);
    expect(found.headers.get("Location")?.endsWith(end)).toBe(true);
  });

  test("of equal links, the client chooses: 300 with these links", async () => {
    const answer = await ask(`/01/${GTIN}?linkType=gs1:recipeInfo`);
    expect(answer.status).toBe(300);
    expect(answer.headers.get("Location")).toBeNull();
    const { linkset } = JSON.parse(answer.text);
    expect(linkset[0][`${VOCABULARY}recipeInfo`].map(({ href }: Json) => href)).toEqual([
      "https://brand.example/r1",
      "https://brand.example/r2",
    ]);
  });

  test("a link type of an exact lot is its own link, and another type that of the GTIN", async () => {
    const lot = `/01/${GTIN}/10/BAD%2F1`;
    expect(await leads(`${lot}?linkType=gs1:pip`)).toMatch("https://brand.example/recall");
    expect(await leads(`${lot}?linkType=gs1:instructions`)).toMatch("https://brand.example/manual.pdf");
  });
});

describe("section 2.7: the linkset (RFC 9264)", () => {
  const title = "Tomato soup";
  const product = () => ({
    anchor: `${origin}/01/${GTIN}`,
    itemDescription: title,
    [`${VOCABULARY}defaultLink`]: [{ href: CUSTOM, title }],
    [`${VOCABULARY}pip`]: [
      { href: CUSTOM, title, type: "text/html" },
      {
        href: "https://brand.example/de/s%C3%BCppchen",
        title: "Product information",
        type: "text/html",
        hreflang: ["de"],
      },
    ],
    [`${VOCABULARY}instructions`]: [
      { href: "https://brand.example/manual.pdf", title: "Instructions", type: "application/pdf" },
      { href: "https://brand.example/anleitung", title: "Anleitung", type: "text/html", hreflang: ["de"] },
    ],
    [`${VOCABULARY}recipeInfo`]: ["r1", "r2"].map((name) => ({
      ...{ href: `https://brand.example/${name}`, title: "Recipe info", type: "text/html", hreflang: ["en"] },
    })),
  });

  test("by linkType or by Accept, with the public name alone", async () => {
    for (const [query, options] of [
      ["?linkType=linkset", {}],
      ["", LINKSET],
      ["?linkType=all", LINKSET],
      ["/10/KL8G", LINKSET],
    ] as const) {
      const answer = await ask(`/01/${GTIN}${query}`, options);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Content-Type")).toBe("application/linkset+json");
      expect(JSON.parse(answer.text)).toEqual({ linkset: [product()] });
      expect(answer.text).not.toContain("Internal");
    }
  });

  test("of an exact lot, it has the lot and the GTIN", async () => {
    const answer = await ask(`/01/${GTIN}/10/BAD%2F1?linkType=linkset`);
    const recall = { href: "https://brand.example/recall", title: "Recall of lot BAD/1" };
    expect(JSON.parse(answer.text).linkset).toEqual([
      {
        anchor: `${origin}/01/${GTIN}/10/BAD%2F1`,
        itemDescription: "Recall of lot BAD/1",
        [`${VOCABULARY}defaultLink`]: [recall],
        [`${VOCABULARY}pip`]: [{ ...recall, type: "text/html" }],
      },
      product(),
    ]);
  });
});

describe("section 2.8: /.well-known/gs1resolver describes the resolver", () => {
  test("of the domain, with the organization as contact", async () => {
    const answer = await ask("/.well-known/gs1resolver");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(answer.json).toEqual({
      resolverRoot: origin,
      name: "acme",
      supportedPrimaryKeys: ["01"],
      supportedLinkType: [{ namespace: VOCABULARY, prefix: "gs1:" }],
      linkTypeDefaultCanBeLinkset: false,
      jsonLdContextLocation: "https://ref.gs1.org/standards/resolver/linkset-context",
      contact: { fn: "acme" },
    });
  });

  test("and not of hosts without an organization", async () => {
    for (const host of ["localhost", "unknown.localhost"])
      expect((await ask("/.well-known/gs1resolver", { host })).status).toBe(404);
  });
});

test("once the GTIN of a link changed, scans count for the code of the GTIN that was scanned", async () => {
  const [before, after] = ["00000000000048", "00000000000055"];
  const { id: linkId } = await create.call(gtins, { gtin: before });
  await patch(linkId, { gtin: after });
  await storeAll(service.env.DB, [
    { linkId, qr: `gs1-${before}` },
    { linkId, qr: `gs1-${after}`, visits: 2 },
  ]);
  const { rows } = (await get(service, `/v1/links/${linkId}/visits?by=qrCode`, { key })).json.data;
  expect(rows).toMatchObject([
    { key: `qr_${linkId}_gs1-${after}`, scans: 2 },
    { key: `qr_${linkId}_gs1`, scans: 1 },
  ]);
});

test("a scan of a GTIN counts for the code gs1, and its lot is known", async () => {
  const gtin = "00000000000031";
  const scanned = await create.call(gtins, { gtin });
  const phone = { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1" };
  await ask(`/01/${gtin}`, { headers: phone });
  const lot = `/01/${gtin}/10/L*%221`;
  for (const query of ["", "?linkType=gs1:pip", "?linkType=linkset", "?linkType=gs1:faqs"])
    await ask(lot + query, { headers: phone });
  const rows = async (by: string) =>
    (await get(service, `/v1/links/${scanned.id}/visits?by=${by}`, { key })).json.data.rows;
  await expect
    .poll(() => rows("qrCode"), { timeout: 20_000 })
    .toMatchObject([{ key: `qr_${scanned.id}_gs1`, scans: 3, clicks: 0 }]);
  expect(await rows("lot")).toMatchObject([{ key: 'L*"1', scans: 2, clicks: 0 }]);
  expect(await rows("referrer")).toMatchObject([{ key: "none", scans: 3 }]);
}, 30_000);
