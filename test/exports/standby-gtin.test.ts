import { afterAll, expect, test } from "vitest";
import { readSlugs } from "../../src/extras/exports/rows.ts";
import { addressesOf } from "../../src/extras/exports/sections.ts";
import { redirectSection, standbyData } from "../../src/extras/exports/standby.ts";
import { STANDBY_FILES } from "../../src/extras/exports/standby-files.ts";
import { openDependencies } from "../../src/wiring.ts";
import { linkBody } from "../bodies.ts";
import { post } from "../requests.ts";
import { startService } from "../service.ts";

// An isolate that created links for another file remembers the domains that it had.
const service = await startService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
afterAll(() => service.close());

const HOST = "id.brand.example";
const GTIN = "/01/09506000134352";

test("a standby resolves GTINs with their lots and further links, and rules their lots", async () => {
  const { key } = await service.issueKey({ createProjects: ["main"] });
  await service.env.DB.prepare(
    `INSERT INTO domains (host, organization_id, project_id, token, created_at, confirmed_at)
     SELECT ?1, organization_id, 'main', hex(randomblob(16)), created_at, created_at FROM projects WHERE id = 'main'`,
  )
    .bind(HOST)
    .run();
  const made = await post(
    service,
    "/v1/links",
    linkBody("marketplace product_detail", {
      ...{ projectId: "main", slug: "soup", gtin: "9506000134352" },
      addresses: { keep: ["/Spring_Sale", "/a/b", "/soup/menu", "/a:b", "/Käse"] },
      gtinLinks: [
        { type: "instructions", url: "https://brand.example/de", language: "de" },
        { type: "instructions", url: "https://brand.example/cook" },
        { type: "pip", url: "https://brand.example/product" },
      ],
      gtinLots: [
        { lot: "A/b+%", url: "https://brand.example/recall" },
        { lot: "constructor", url: "https://brand.example/other" },
        { lot: "A&b*", url: "https://brand.example/star" },
      ],
    }),
    { key },
  );
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { db, links } = openDependencies(service.env, () => {});
  const found = await links.find(made.json.data.id);
  if (!found) throw new Error("no link");
  const read = async () => ({
    links: [{ link: found, slugs: await readSlugs(db, [found.id]) }],
    next: null,
  });
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const { content } = await standbyData(origins, read).page("", []);
  const moduleOf = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
  const text = String(STANDBY_FILES.get("worker.js")?.())
    .replace('import links from "./links.js";', `const links = [${content}];`)
    .replace("./rules.js", moduleOf(String(STANDBY_FILES.get("rules.js")?.())));
  const { default: worker } = await import(moduleOf(text));
  const to = (path: string) => {
    const response = worker.fetch(new Request(`https://${HOST}${path}`));
    return response.headers.get("Location") ?? response.status;
  };
  const tagged = "https://www.amazon.com/dp/B000000001?tag=brand-20";
  const plain = "https://www.amazon.com/dp/B000000001";
  expect(to("/soup")).toBe(tagged);
  for (const path of [
    "/Spring_Sale",
    "/a/b",
    "/a/b/",
    "/soup/menu",
    "/a:b",
    "/a%3Ab",
    "/K%c3%a4se/",
    "/Käse",
  ])
    expect([path, to(path)]).toEqual([path, tagged]);
  for (const path of ["/spring_sale", "/a", "/a/b/c"]) expect([path, to(path)]).toEqual([path, 404]);
  expect(addressesOf(found, await readSlugs(db, [found.id]), origins, new Date())).toContainEqual(
    expect.objectContaining({ url: `https://${HOST}/Spring_Sale`, kind: "kept", isCurrent: "false" }),
  );
  for (const path of [
    "",
    "/10/ABC?17=1",
    "/10/constructo",
    "/10/%",
    "?linkType=gs1:pip",
    "?linkType=gs1:faqs",
  ])
    expect([path, to(GTIN + path)]).toEqual([path, plain]);
  for (const type of ["gs1:instructions", "https://ref.gs1.org/voc/instructions", "gs1%3Ainstructions"])
    expect(to(`${GTIN}?linkType=${type}`)).toBe("https://brand.example/cook");
  expect(to(`${GTIN}/10/A%2Fb+%25/21/7?17=261231`)).toBe("https://brand.example/recall");
  expect(to(`${GTIN}/22/X/10/constructor`)).toBe("https://brand.example/other");
  for (const path of ["/10/A&b*", "/10/A%26b%2A", "/22/10/10/A&b*"])
    expect(to(GTIN + path)).toBe("https://brand.example/star");
  expect(to("/01/09506000134369")).toBe(404);

  const rules = await redirectSection(HOST, origins, read, { now: () => new Date() }).page("", []);
  const lines = new TextDecoder().decode(rules.content as Uint8Array).split("\n");
  expect(lines.filter((line) => line.startsWith(GTIN))).toEqual([
    `${GTIN}/10/A%2Fb%2B%25 https://brand.example/recall 302`,
    `${GTIN}/10/A%2Fb%2B%25/* https://brand.example/recall 302`,
    `${GTIN}/10/constructor https://brand.example/other 302`,
    `${GTIN}/10/constructor/* https://brand.example/other 302`,
    `${GTIN}/10/A%26b%2A https://brand.example/star 302`,
    `${GTIN}/10/A%26b%2A/* https://brand.example/star 302`,
    `${GTIN} ${plain} 302`,
    `${GTIN}/* ${plain} 302`,
  ]);
});
