import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redirectSection } from "../../src/extras/exports/redirect-files.ts";
import { readSlugs } from "../../src/extras/exports/rows.ts";
import { openDependencies } from "../../src/wiring.ts";
import { choiceBody, linkBody, OFFERS, PAIRS } from "../bodies.ts";
import { get, type Json, post, send } from "../requests.ts";
import { startService } from "../service.ts";
import { finishedExport } from "./archives.ts";

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const ended = { activeUntil: inHours(-1) };
const NEXT = "https://brand.example/next";
const RECIPE = { title: "Tacos & <salsa>", ingredients: [{ name: "salsa" }], instructions: ["Warm them."] };
const HOST = "id.brand.example";
const GTIN = "/01/09506000134352";

// An isolate that created links for another file remembers the domains that it had.
const service = await startService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
const { key } = await service.issueKey({ createProjects: ["main", "shop"] });
const directory = mkdtempSync(join(tmpdir(), "redirects-"));
const file = (name: string) => readFileSync(join(directory, name), "utf8");
const FOLDER = `redirects/${service.url.host.replace(":", "_")}`;

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await service.close();
});

/** The rules of a file, as static hosts read them: the first that fits an address. A star is any end of a path. */
function hostOf(text: string): (url: string) => string | undefined {
  const rules = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "));
  for (const rule of rules)
    expect(rule).toEqual([expect.stringMatching(/^\/\S*$/), expect.anything(), "302"]);
  return (url) => {
    const { pathname } = new URL(url);
    return rules.find(([path = ""]) =>
      path.endsWith("/*") ? pathname.startsWith(path.slice(0, -1)) : pathname === path,
    )?.[1];
  };
}

beforeAll(async () => {
  await service.env.DB.prepare(
    `INSERT INTO domains (host, organization_id, project_id, token, created_at, confirmed_at)
     SELECT ?1, organization_id, 'shop', hex(randomblob(16)), created_at, created_at FROM projects WHERE id = 'shop'`,
  )
    .bind(HOST)
    .run();
  const links = [
    ...PAIRS.map((pair) => linkBody(pair)),
    linkBody("custom custom_url", { schedule: { activeFrom: inHours(-1), activeUntil: inHours(1) } }),
    linkBody("custom custom_url", { schedule: { ...ended, endedUrl: NEXT }, slug: "ended" }),
    linkBody("custom custom_url", { schedule: { activeFrom: inHours(1) }, slug: "later" }),
    choiceBody({ slug: "cereal" }),
    linkBody("delivery_app recipe", {
      slug: "tacos",
      fallbackUrl: undefined,
      options: { delivery_app: { recipe: RECIPE } },
    }),
    linkBody("custom custom_url", { slug: "poster", customUrl: "https://brand.example/9?a=1&b=2" }),
    linkBody("custom custom_url", { slug: "off" }),
  ];
  const { data } = (await post(service, "/v1/links/bulk", { links }, { key })).json;
  expect(data.map(({ status }: Json) => status)).toEqual(data.map(() => 201));
  const change = async (slug: string, patch: object) => {
    const listed = (await get(service, `/v1/links?include=slug&limit=100&q=${slug}`, { key })).json.data;
    const { id } = listed.find((link: Json) => link.slug === slug);
    expect((await send(service, "PATCH", `/v1/links/${id}`, patch, { key })).status).toBe(200);
  };
  await change("poster", { slug: "renamed" });
  await change("off", { status: "inactive" });
  await change("cereal", { offers: OFFERS.slice(1) });
  const { id } = (await post(service, "/v1/exports", {}, { key })).json.data;
  const { downloadUrl } = await finishedExport(service, id, key);
  const archive = await service.fetch(new URL(downloadUrl).pathname);
  writeFileSync(join(directory, "a.zip"), new Uint8Array(await archive.arrayBuffer()));
  execFileSync("unzip", ["-q", "a.zip"], { cwd: directory });
}, 60_000);

test("each printed code and address redirects where the service redirects a scan of it", async () => {
  const redirected = hostOf(file(`${FOLDER}/_redirects`));
  const cells = (name: string) =>
    file(name)
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(","));
  const printed = [
    ...cells("addresses.csv").map(([url = ""]) => `${url}?qr=default`),
    ...cells("codes.csv").map(([, , , , encodedUrl = ""]) => encodedUrl),
  ];
  expect(printed.length).toBeGreaterThan(45);
  let same = 0;
  for (const url of printed) {
    const { status, headers } = await get(service, url.slice(service.url.origin.length));
    const location = headers.get("Location");
    // Pages of the service's own are compared below.
    if (status !== 302 || location?.startsWith(service.url.origin)) continue;
    expect([url, redirected(url)]).toEqual([url, location]);
    same++;
  }
  expect(same).toBeGreaterThan(30);
});

test("former slugs, ends of schedules, choices and pages of ours are rules; what shows a message is none", () => {
  const text = file(`${FOLDER}/_redirects`);
  const redirected = hostOf(text);
  const to = (path: string) => redirected(service.url.origin + path);
  expect(to("/poster")).toBe("https://brand.example/9?a=1&b=2");
  expect(to("/renamed")).toBe(to("/poster"));
  expect(to("/ended")).toBe(NEXT);
  expect([to("/later"), to("/off")]).toEqual([undefined, undefined]);
  expect(to("/cereal")).toBe("https://www.amazon.com/dp/B000000001");
  expect(to("/cereal/marketplace")).toBe(to("/cereal"));
  expect(to("/cereal/own")).toBe("https://own.example/cereal");
  expect(to("/tacos")).toBe("https://www.instacart.com/store/s?k=Tacos%20%26%20%3Csalsa%3E");
  expect(text).not.toContain("brand-20");
  expect(file(`${FOLDER}/404.html`)).toContain("There is nothing at this address.");
});

test("a domain has rules for its GTINs, lots and kept addresses, those with a star behind all others", async () => {
  const url = `https://brand.example/${"long".repeat(250)}`;
  const ids: string[] = [];
  for (const body of [
    linkBody("marketplace product_detail", {
      ...{ projectId: "shop", slug: "soup", gtin: "9506000134352" },
      addresses: { keep: ["/Spring_Sale", "/a/b", "/a:b", "/Käse"] },
      gtinLinks: [{ type: "pip", url: "https://brand.example/product" }],
      gtinLots: [
        { lot: "A/b+%", url: "https://brand.example/recall" },
        { lot: "A&b*", url: "https://brand.example/star" },
      ],
    }),
    linkBody("custom custom_url", { projectId: "shop", slug: "long", customUrl: url }),
  ]) {
    const made = await post(service, "/v1/links", body, { key });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    ids.push(made.json.data.id);
  }
  const { db, links } = openDependencies(service.env, () => {});
  // A page for each link.
  const read = async (cursor: string) => {
    const link = await links.find(ids[Number(cursor)] ?? "");
    if (!link) throw new Error("no link");
    const next = Number(cursor) + 1 < ids.length ? String(Number(cursor) + 1) : null;
    return { links: [{ link, slugs: await readSlugs(db, [link.id]) }], next };
  };
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const section = redirectSection({ host: HOST, origins, now: () => new Date() }, read);
  expect([section.name(1), section.name(2)]).toEqual([
    `redirects/${HOST}/_redirects`,
    `redirects/${HOST}/_redirects-2`,
  ]);
  let text = "";
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await section.page(cursor, []);
    text += page.content;
    cursor = page.next;
  }
  const plain = "https://www.amazon.com/dp/B000000001";
  const { shortId } = (await links.find(ids[0] ?? "")) ?? {};
  expect(text.trimEnd().split("\n").toSorted()).toEqual(
    [
      ...[`/${shortId}`, "/soup", "/Spring_Sale", "/a/b", "/K%C3%A4se", GTIN, `${GTIN}/*`].map(
        (path) => `${path} ${plain} 302`,
      ),
      ...["", "/*"].flatMap((end) => [
        `${GTIN}/10/A%2Fb%2B%25${end} https://brand.example/recall 302`,
        `${GTIN}/10/A%26b%2A${end} https://brand.example/star 302`,
      ]),
    ].toSorted(),
  );
  const stars = text
    .trimEnd()
    .split("\n")
    .map((line) => line.includes("* "));
  expect(stars.indexOf(true)).toBe(stars.lastIndexOf(false) + 1);
  const redirected = hostOf(text);
  const at = (path: string) => redirected(`https://${HOST}${path}`);
  expect(at(`${GTIN}/10/A%2Fb%2B%25/21/7?17=261231`)).toBe("https://brand.example/recall");
  expect(at(`${GTIN}/22/X`)).toBe(plain);
  expect(at("/01/09506000134369")).toBeUndefined();
});
