import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { choiceBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Fault, faultHeader, LATER } from "../faults/faults.ts";
import { jpegWith } from "../logos.ts";
import { post, send } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { AMAZON, KROGER, offersWith, publishChoice, rowsOf, visit } from "./choice-links.ts";

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({
    config: { main: "test/faults/worker.ts" },
    vars: { AMAZON_ASSOCIATES_TAG: "brand-20" },
  });
  ({ key } = await service.issueKey({ createProjects: ["main", "plain"] }));
});
afterAll(() => service.close());

const ask = (path: string, headers?: Record<string, string>) => visit(service, path, headers);
const project = { organizationId: "acme", projectId: "main" };
const setBrand = async (brand: object | null) => {
  const { status } = await send(service, "PATCH", "/v1/projects/main", { brand }, { key });
  expect(status).toBe(200);
};
const down = (...bindings: string[]) =>
  faultHeader(Object.fromEntries(bindings.map((name): [string, Fault] => [name, "throws"])));

describe("design: the choice page shows the brand of its project", () => {
  const brand = {
    name: "Sol & Maíz",
    accent: "#ffe14d",
    imprintUrl: "https://brand.example/legal",
    privacyUrl: "https://brand.example/privacy",
  };

  test("shows name, accent and footer links, and a change once the caches in memory and KV expire", async () => {
    const shortId = await publishChoice(service, { link: { project } });
    expect((await ask(`/${shortId}`)).text).not.toContain("<footer>");
    await setBrand(brand);
    // In a data center, KV may lag 30 s; locally it does not. Memory lags 10 s.
    const { text } = await ask(`/${shortId}`, { [LATER]: "10001" });
    expect(text).toContain('<footer><span dir="auto">Sol &amp; Maíz</span>');
    expect(text).toContain('<a href="https://brand.example/legal">Legal notice</a>');
    expect(text).toContain('<a href="https://brand.example/privacy">Privacy</a>');
    expect(text).toContain('<meta property="og:site_name" content="Sol &amp; Maíz">');
    // Yellow is unreadable on white, so it is darkened there but not on black.
    expect(text).toMatch(/:root\{--accent:#(?!ffe14d)[0-9a-f]{6};.*:root\{--accent:#ffe14d;/s);
  });

  test("shows the logo from our own URL, which the policy allows", async () => {
    const jpeg = jpegWith();
    const headers = { "Content-Type": "image/jpeg" };
    const put = await send(service, "PUT", "/v1/projects/main/logo", jpeg, { key, headers });
    expect(put.status).toBe(200);
    const shortId = await publishChoice(service, { link: { project } });
    const answer = await ask(`/${shortId}`, { [LATER]: "30000" });
    expect(answer.text).toContain(
      `<img class="logo" src="${put.json.data.brand.logoUrl}" alt="Sol &amp; Maíz">`,
    );
    expect(answer.headers.get("Content-Security-Policy")).toContain(`img-src data: ${service.url.origin};`);
  });

  test("shows the brand for unknown offer keys and inactive links too, in the shopper's language", async () => {
    const shortId = await publishChoice(service, { link: { project } });
    const german = { "Accept-Language": "de", [LATER]: "30000" };
    const unknown = await ask(`/${shortId}/nobody`, german);
    expect([unknown.status, unknown.text.includes("<h1>Seite nicht gefunden</h1>")]).toEqual([404, true]);
    expect(unknown.text).toContain('<span dir="auto">Sol &amp; Maíz</span>');
    const off = await publishChoice(service, { link: { project, status: "inactive" } });
    const ended = await ask(`/${off}`, german);
    expect([ended.status, ended.headers.get("Cache-Control")]).toEqual([410, "no-store"]);
    expect(ended.text).toContain("<h1>Dieses Angebot ist beendet</h1>");
    expect(ended.text).toContain('<span dir="auto">Sol &amp; Maíz</span>');
    expect(ended.text).toContain("Impressum");
  });

  test("reads the brand from KV if D1 is down, and repairs a damaged copy from D1", async () => {
    const { keys } = await service.env.LINKS.list({ prefix: "brand:" });
    expect(keys).toHaveLength(1);
    const copy = keys[0]?.name ?? "";
    const one = await publishChoice(service, { link: { project } });
    const { text } = await ask(`/${one}`, { ...down("DB"), [LATER]: "40000" });
    expect(text).toContain("Sol &amp; Maíz");
    for (const damaged of ["{", "null", '{"brand":{"name":7},"revision":1,"at":1}']) {
      await service.env.LINKS.put(copy, damaged);
      const shortId = await publishChoice(service, { link: { project } });
      expect((await ask(`/${shortId}`, { [LATER]: "40000" })).text).toContain("Sol &amp; Maíz");
      await expect.poll(() => service.env.LINKS.get(copy)).toContain('"name":"Sol & Maíz"');
    }
  });
});

describe("design: the choice page survives faults", () => {
  test.each<[string, Fault]>([
    ["D1 down", "throws"],
    ["D1 that hangs", "hangs"],
  ])("%s: the page is shown without a brand", async (_, fault) => {
    const shortId = await publishChoice(service, { link: { project: { ...project, projectId: "plain" } } });
    const answer = await ask(`/${shortId}`, faultHeader({ DB: fault }));
    expect(answer.status).toBe(200);
    expect(rowsOf(answer)).toEqual(["walmart", "amazon", "kroger"]);
    expect(answer.text).not.toContain("<footer>");
  });

  test("a KV copy with damaged offers is ignored", async () => {
    const shortId = await publishChoice(service);
    const text = (await service.env.LINKS.get(redirectKey(shortId))) ?? "";
    await service.env.LINKS.put(redirectKey(shortId), text.replace('"skipSingle":true', '"skipSingle":1'));
    // D1 has no such link.
    expect((await ask(`/${shortId}`)).status).toBe(404);
  });

  test.each([
    ["no JSON", () => "{"],
    ["invalid offers", (text: string) => text.replace(/"offers":\[.*?\],"page"/, '"offers":[],"page"')],
    [
      "an offer without a destination",
      (text: string) => text.replace(/"destination":"[^"]*","label"/, '"label"'),
    ],
  ])(
    "a damaged copy in KV, %s: the page comes from D1, which rewrites it; 503 if D1 is down too",
    async (_, damage) => {
      const { shortId } = expectLink(await post(service, "/v1/links", choiceBody(), { key }));
      const copy = redirectKey(shortId);
      await expect.poll(() => service.env.LINKS.get(copy)).not.toBeNull();
      const whole = (await service.env.LINKS.get(copy)) ?? "";
      const damaged = damage(whole);
      expect(damaged).not.toBe(whole);
      await service.env.LINKS.put(copy, damaged);
      const down503 = await ask(`/${shortId}`, down("DB"));
      expect([down503.status, down503.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect((await ask(`/${shortId}/custom`, down("DB"))).status).toBe(503);
      expect(rowsOf(await ask(`/${shortId}`))).toEqual(["bigbox-w", "marketplace", "custom", "own"]);
      await expect.poll(() => service.env.LINKS.get(copy)).toBe(whole);
    },
  );

  test.each([
    ["no URL", "nowhere"],
    ["a URL that is invalid in a header", "https://example.com/…\n"],
  ])("an offer that is %s has no row, and its URL redirects to the page", async (_, destination) => {
    const shortId = await publishChoice(service, { offers: offersWith({ walmart: { destination } }) });
    expect(rowsOf(await ask(`/${shortId}`))).toEqual(["amazon", "kroger"]);
    for (let turn = 0; turn < 2; turn++) {
      const tap = await ask(`/${shortId}/walmart`);
      expect([tap.status, tap.headers.get("Location")]).toEqual([302, `${service.url.origin}/${shortId}`]);
    }
    expect((await ask(`/${shortId}/amazon?qr=shelf-1`)).headers.get("Location")).toBe(AMAZON);
  });

  test("if no offer has a destination, the page says so with a 503", async () => {
    const broken = { destination: "nowhere" };
    const offers = offersWith({ walmart: broken, amazon: broken, kroger: broken });
    const answer = await ask(`/${await publishChoice(service, { offers })}`);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  });

  test("a picture with an unparsable URL is omitted", async () => {
    const { status, text } = await ask(
      `/${await publishChoice(service, { page: { imageUrl: "https://" } })}`,
    );
    expect([status, text.includes('class="picture"')]).toEqual([200, false]);
  });

  test("12 offers with the longest destinations, and pages for many codes and languages, all work", async () => {
    const offers = Array.from({ length: 12 }, (_, index) => ({
      key: `shop-${index}`,
      retailer: "custom",
      label: `Shop ${index}`,
      destination: `${KROGER}?${"x".repeat(1_950)}`,
    }));
    const shortId = await publishChoice(service, { offers });
    for (const language of ["en", "ja", "zh"])
      for (let code = 0; code < 20; code++) {
        const answer = await ask(`/${shortId}?qr=code-${code}`, { "Accept-Language": language });
        expect(answer.text).toContain(`/${shortId}/shop-11?qr=code-${code}"`);
      }
  });
});
