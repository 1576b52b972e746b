import { describe, expect, test } from "vitest";
import { CHOICE_MESSAGES } from "../../src/surfaces/pages/i18n/choice-messages.ts";
import { LANGUAGES } from "../../src/surfaces/pages/i18n/languages.ts";
import { send } from "../requests.ts";
import { useService } from "../use-service.ts";
import {
  AMAZON,
  ago,
  KROGER,
  OFFERS,
  offersWith,
  publishChoice,
  rowsOf,
  visit,
  WALMART,
} from "./choice-links.ts";

const service = await useService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
const { origin } = service.url;
const ask = (path: string, headers?: Record<string, string>, method?: string) =>
  visit(service, path, headers, method);

const plain = await publishChoice(service);

describe("design: a choice link responds with the page itself", () => {
  test("is a private HTML page of at most 12 kB without scripts", async () => {
    const { status, headers, text } = await ask(`/${plain}`);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(text).toMatch(/<h1 dir="auto">Corn tortillas<\/h1>\s*<h2>Choose a shop<\/h2>/);
    expect(text).not.toContain("<script");
    expect(new TextEncoder().encode(text).length).toBeLessThan(12_000);
  });

  test("has at most 12 kB with 12 offers of the longest destinations and labels", async () => {
    const offers = Array.from({ length: 12 }, (_, index) => ({
      key: `${"k".repeat(30)}${index}`,
      retailer: "custom",
      label: "L".repeat(40),
      destination: `https://${"host.".repeat(12)}example/${"p".repeat(1_950)}`,
    }));
    const full = await publishChoice(service, { offers, page: { text: "t".repeat(300) } });
    const { text } = await ask(`/${full}?qr=${"q".repeat(64)}&remember=1`, { Referer: `${origin}/${full}` });
    expect(rowsOf({ ...(await ask(`/${full}`)) })).toHaveLength(12);
    expect(new TextEncoder().encode(text).length).toBeLessThan(12_000);
    expect(new TextEncoder().encode((await ask(`/${full}`)).text).length).toBeLessThan(12_000);
  });

  test("has at most 12 kB with the longest values: it repeats nothing and omits the picture if necessary", async () => {
    const sized = async (length: number, sign: string) => {
      const offers = Array.from({ length: 12 }, (_, index) => ({
        key: `${"k".repeat(30)}${index + 10}`,
        retailer: "custom",
        label: sign.repeat(40),
        destination: `https://${"a".repeat(60)}.${"b".repeat(60)}.example/${index}`,
      }));
      const imageUrl = `https://img.example/${"p".repeat(length)}`;
      const page = { text: sign.repeat(300), disclosure: sign.repeat(200), imageUrl };
      const id = await publishChoice(service, { offers, page, link: { publicName: sign.repeat(160) } });
      const answer = await ask(`/${id}?qr=${"q".repeat(64)}&remember=1`, { Referer: `${origin}/${id}` });
      expect(rowsOf(answer)).toHaveLength(12);
      expect(new TextEncoder().encode(answer.text).length).toBeLessThanOrEqual(12_000);
      return { pictures: answer.text.split(imageUrl).length - 1, preview: answer.text.includes("og:image") };
    };
    expect(await sized(1_980, "t")).toEqual({ pictures: 1, preview: false });
    expect(await sized(100, "t")).toEqual({ pictures: 2, preview: true });
    expect(await sized(1_980, "漢")).toEqual({ pictures: 0, preview: false });
    // It is written as six characters.
    expect(await sized(1_980, '"')).toEqual({ pictures: 0, preview: false });
  });

  test.each(["&", '"', "漢", "😀", "t"])(
    "has at most 12 kB with the longest names, hosts and legal notices of %j",
    async (sign) => {
      const host = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
      const project = { organizationId: service.organization, projectId: `long-${sign.codePointAt(0)}` };
      const { key } = await service.issueKey({ createProjects: [project.projectId] });
      const notice = (path: string) => `https://${host}/${path}?`.padEnd(500, "&");
      const brand = {
        name: sign.repeat(80),
        accent: "#c8102e",
        imprintUrl: notice("imprint"),
        privacyUrl: notice("privacy"),
      };
      const changed = await send(service, "PATCH", `/v1/projects/${project.projectId}`, { brand }, { key });
      expect(changed.status).toBe(200);
      const offers = Array.from({ length: 12 }, (_, index) => ({
        key: `${"k".repeat(30)}${index + 10}`,
        retailer: "custom",
        label: sign.repeat(40),
        destination: `https://${host}/${index}`,
        ...(index > 0 && { soldOut: ago(1) }),
      }));
      const page = {
        text: sign.repeat(300),
        disclosure: sign.repeat(200),
        imageUrl: `https://img.example/${"p".repeat(16_000)}`,
        soldOut: "show" as const,
      };
      const id = await publishChoice(service, {
        offers,
        page,
        link: { publicName: sign.repeat(160), project },
      });
      for (const language of LANGUAGES) {
        const headers = { "Accept-Language": language, Referer: `${origin}/${id}` };
        for (const query of [`?qr=${"q".repeat(64)}&remember=1`, `?qr=${"q".repeat(64)}`]) {
          const answer = await ask(`/${id}${query}`, headers);
          expect(new TextEncoder().encode(answer.text).length).toBeLessThanOrEqual(12_000);
          expect(rowsOf(answer)).toHaveLength(12);
          expect(answer.text).toContain(`lang="${language}"`);
          // Each legal notice, or at least its site, and the end of each host, which identifies its owner.
          expect(answer.text.match(new RegExp(`<a href="https://${host}/`, "g"))).toHaveLength(2);
          expect(answer.text.match(/d{40}<\/small>/g)).toHaveLength(12);
        }
      }
    },
  );

  test("lists links in the given order, each with the shop's name and host", async () => {
    const answer = await ask(`/${plain}`);
    expect(rowsOf(answer)).toEqual(["walmart", "amazon", "kroger"]);
    expect(answer.text).toContain(
      `<a href="${origin}/${plain}/walmart"><i aria-hidden="true">W</i><span><b dir="auto">Walmart</b><small>walmart.com</small></span></a>`,
    );
    expect(answer.text).toContain("<small>amazon.com</small>");
  });

  test("HEAD responds like GET, without the page", async () => {
    const [head, get] = [await ask(`/${plain}`, {}, "HEAD"), await ask(`/${plain}`)];
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["Content-Type", "Content-Security-Policy", "Cache-Control", "X-Robots-Tag"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test("the policy allows the page's style by its hash and the picture's origin", async () => {
    const picture = await publishChoice(service, { page: { imageUrl: "https://img.example/pack.png" } });
    const { headers, text } = await ask(`/${picture}`);
    const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    expect(headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data: https://img.example; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  test("returns the caller's correlation id or a new one", async () => {
    expect(
      (await ask(`/${plain}`, { "X-Correlation-ID": "page-12345" })).headers.get("X-Correlation-ID"),
    ).toBe("page-12345");
    const own = [await ask(`/${plain}`), await ask(`/${plain}`)].map(({ headers }) =>
      headers.get("X-Correlation-ID"),
    );
    for (const id of own) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(own[0]).not.toBe(own[1]);
  });

  test("programs that accept JSON get the offers", async () => {
    const { status, headers, json } = await ask(`/${plain}?qr=shelf-1`, { Accept: "application/json" });
    expect([status, headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    const row = (key: string, label: string, host: string) => ({
      key,
      label,
      url: `${origin}/${plain}/${key}?qr=shelf-1`,
      host,
    });
    expect(json).toEqual({
      data: {
        publicName: "Corn tortillas",
        offers: [
          row("walmart", "Walmart", "walmart.com"),
          row("amazon", "Amazon", "amazon.com"),
          row("kroger", "Kroger", "kroger.com"),
        ],
      },
    });
  });

  test("link previews get a title, a picture and the URL of the page", async () => {
    const card = await publishChoice(service, {
      page: { imageUrl: "https://img.example/pack.png", text: "Soft & fresh" },
    });
    const { status, text } = await ask(`/${card}?qr=shelf-1`, { "User-Agent": "Twitterbot/1.0" });
    expect(status).toBe(200);
    expect(text).toContain('<meta property="og:title" content="Corn tortillas">');
    expect(text).toContain('<meta property="og:image" content="https://img.example/pack.png">');
    expect(text).toContain('<meta property="og:description" content="Soft &amp; fresh">');
    expect(text).toContain(`<meta property="og:url" content="${origin}/${card}">`);
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  test.each(LANGUAGES)("a browser that prefers %s gets the page in that language", async (language) => {
    const { text } = await ask(`/${plain}`, { "Accept-Language": `${language}-XX,en;q=0.5` });
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h2>${CHOICE_MESSAGES[language].choose}</h2>`);
    expect(text).toContain("Corn tortillas");
  });

  test("page.language fixes the language", async () => {
    const polish = await publishChoice(service, { page: { language: "pl" } });
    const { text } = await ask(`/${polish}`, { "Accept-Language": "de" });
    expect(text).toContain(`<h2>${CHOICE_MESSAGES.pl.choose}</h2>`);
  });
});

describe("design: the affiliate disclosure", () => {
  const { disclosure } = CHOICE_MESSAGES.en;

  test("is above the first row if an offer has a tag", async () => {
    const { text } = await ask(`/${plain}`);
    expect(text.indexOf(disclosure)).toBeGreaterThan(0);
    expect(text.indexOf(disclosure)).toBeLessThan(text.indexOf('<ul class="shops">'));
  });

  test("is absent on scans, which have no tag", async () => {
    expect((await ask(`/${plain}?qr=shelf-1`)).text).not.toContain(disclosure);
    const untagged = await publishChoice(service, { offers: OFFERS.filter(({ scans }) => !scans) });
    expect((await ask(`/${untagged}`)).text).not.toContain(disclosure);
  });

  test("is shown for an affiliate network's wrapper, whose host is not displayed", async () => {
    const wrapped = `https://goto.example/c?a=1&u=${encodeURIComponent(WALMART)}`;
    const offers = offersWith({ walmart: { destination: wrapped } }).filter(({ scans }) => !scans);
    const { text } = await ask(`/${await publishChoice(service, { offers })}`);
    expect(text).toContain(disclosure);
    expect(text).toContain("<small>walmart.com</small>");
  });

  test("is absent if a fallbackUrl only resembles a network's URL and can't be decoded; its own host is displayed", async () => {
    for (const inside of ["https%3A%zz", "https%3A%2F%2Fx%E0%A4%A", "https%3A"]) {
      const offers = [
        {
          key: "target",
          retailer: "bigbox_t",
          label: "Target",
          destination: `https://www.x.example/?u=${inside}`,
        },
        { key: "kroger", retailer: "grocer_a", label: "Kroger", destination: KROGER },
      ];
      const { status, text } = await ask(`/${await publishChoice(service, { offers })}`);
      expect([inside, status, text.includes(disclosure)]).toEqual([inside, 200, false]);
      expect(text).toContain("<small>x.example</small>");
    }
  });

  test("can use the brand's own text", async () => {
    const own = await publishChoice(service, { page: { disclosure: "We get a <bit>." } });
    expect((await ask(`/${own}`)).text).toContain("We get a &lt;bit&gt;.");
  });
});

test("texts of callers are escaped", async () => {
  const nasty = `"><script>alert(1)</script>`;
  const shortId = await publishChoice(service, {
    link: { publicName: nasty },
    page: { text: nasty, disclosure: nasty },
    offers: offersWith({ walmart: { label: nasty } }),
  });
  expect((await ask(`/${shortId}`)).text).not.toContain("<script");
});

test("opening the page visits no destination, and the rows of a scan keep its code", async () => {
  const answer = await ask(`/${plain}?qr=shelf-1`);
  expect(answer.text).toContain(`href="${origin}/${plain}/walmart?qr=shelf-1"`);
  // The page for another code uses the same entry in memory.
  expect((await ask(`/${plain}?qr=poster-2`)).text).toContain(
    `href="${origin}/${plain}/walmart?qr=poster-2"`,
  );
  expect((await ask(`/${plain}`)).text).toContain(`href="${origin}/${plain}/walmart"`);
  expect(answer.text).not.toContain(AMAZON);
});
