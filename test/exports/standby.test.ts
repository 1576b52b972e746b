import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileConfiguration, type Running, startBareWorker } from "../bench/bare-workerd.ts";
import { choiceBody, linkBody, OFFERS, PAIRS } from "../bodies.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { finishedExport } from "./archives.ts";

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const ended = { activeUntil: inHours(-1) };

const RECIPE = {
  title: "Tacos & <salsa>",
  ingredients: [
    { name: "corn tortillas", quantity: 12 },
    { name: "salsa", displayText: "red or green" },
  ],
  instructions: ["Warm them."],
};

const COUNTRIES = ["US", "CA", "DE", "XX"];
const ruled = (index: number, when?: object) => ({
  ...{ key: `offer-${index}`, retailer: "custom", intent: "custom_url" },
  ...{ customUrl: `https://brand.example/${index}`, ...(when && { when }) },
});
/** Of links that redirect by rules. */
const RULES = {
  page: { pick: "first" },
  offers: [
    ruled(0, { countries: ["CA"], devices: ["phone", "ios"] }),
    ruled(1, { devices: ["android"], languages: ["fr"] }),
    ruled(2, { qrCodes: ["default"], devices: ["desktop"] }),
    ruled(3, { sources: ["news"], countries: ["US", "DE"] }),
    ruled(4, { until: "2026-01-01T00:00:00Z" }),
    ruled(5, { regions: ["US-CA"] }),
    ruled(6, { languages: ["de", "pt-BR"], from: "2026-01-01T00:00:00Z" }),
    ruled(7, { devices: ["tablet"] }),
  ],
};
const AGENTS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "WhatsApp/2.23.20.0",
  "Microsoft Office/16.0 (Windows NT 10.0)",
  "",
];
const LANGUAGES = ["", "en-US,en;q=0.9", "fr-CA", "de;q=0.5,pt_BR", "pt", "*"];
const QUERIES = ["", "?qr=default", "?via=News", "?via=news_x&qr=default", "?via=other"];

const service = await useService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
const { key } = await service.issueKey();
const directory = mkdtempSync(join(tmpdir(), "standby-"));
const file = (name: string) => readFileSync(join(directory, name), "utf8");
/** The columns of a CSV file, whose cells have no commas here. */
const cells = (name: string) =>
  file(name)
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
let standby: Running;

afterAll(async () => {
  await standby?.stop();
  rmSync(directory, { recursive: true });
});

beforeAll(async () => {
  const bodies = [
    ...PAIRS.map((pair) => linkBody(pair)),
    linkBody("custom custom_url", { schedule: { activeFrom: inHours(-1), activeUntil: inHours(1) } }),
    linkBody("custom custom_url", {
      schedule: { ...ended, endedUrl: "https://brand.example/next" },
      slug: "ended",
    }),
    linkBody("custom custom_url", { schedule: { activeFrom: inHours(1) } }),
    linkBody("custom custom_url", { schedule: ended }),
    choiceBody({ slug: "cereal" }),
    choiceBody({ slug: "rules", ...RULES }),
    linkBody("custom custom_url", {
      slug: "passes-on",
      customUrl: "https://brand.example/f?a=1#b",
      forwardQuery: true,
    }),
    linkBody("bigbox_w product_detail", { slug: "sourced", tracking: { viaAsUtmSource: true } }),
    choiceBody({
      slug: "forwards-choice",
      ...RULES,
      forwardQuery: true,
      fallbackUrl: "https://brand.example/else",
    }),
    choiceBody({ slug: "rules-else", ...RULES, fallbackUrl: "https://brand.example/else" }),
    linkBody("delivery_app recipe", {
      slug: "tacos",
      fallbackUrl: undefined,
      options: { delivery_app: { recipe: RECIPE } },
    }),
    choiceBody({ schedule: { ...ended, endedUrl: "https://brand.example/next" } }),
    ...Array.from({ length: 60 }, (_, index) =>
      linkBody("custom custom_url", {
        slug: `poster-${index}`,
        customUrl: `https://brand.example/${index}?a=1&b=2`,
      }),
    ),
  ];
  for (let at = 0; at < bodies.length; at += 100) {
    const { data } = (await post(service, "/v1/links/bulk", { links: bodies.slice(at, at + 100) }, { key }))
      .json;
    expect(data.map(({ status }: Json) => status)).toEqual(data.map(() => 201));
  }
  const find = async (slug: string): Promise<string> => {
    const { data } = (await get(service, `/v1/links?include=slug&limit=100&q=${slug}`, { key })).json;
    return data.find((link: Json) => link.slug === slug).id;
  };
  const change = async (q: string, patch: object) =>
    expect((await send(service, "PATCH", `/v1/links/${await find(q)}`, patch, { key })).status).toBe(200);
  await change("poster-7", { slug: "renamed" });
  await change("poster-8", { status: "inactive" });
  await change("cereal", { offers: OFFERS.slice(1) });
  await post(service, `/v1/links/${await find("poster-9")}/qr-codes`, { identifier: "wall" }, { key });
  const { id } = (await post(service, "/v1/exports", {}, { key })).json.data;
  const { downloadUrl } = await finishedExport(service, id, key);
  const archive = await service.fetch(new URL(downloadUrl).pathname);
  writeFileSync(join(directory, "a.zip"), new Uint8Array(await archive.arrayBuffer()));
  execFileSync("unzip", ["-q", "a.zip"], { cwd: directory });

  cpSync(join(directory, "standby"), join(directory, "bare"), { recursive: true });
  const modules = readdirSync(join(directory, "bare")).filter((name) => name.endsWith(".js"));
  const entry = ["worker.js", ...modules.filter((name) => name !== "worker.js")];
  const config = join(directory, "bare", "standby.capnp");
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [${entry.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(", ")}],
    compatibilityDate = "2026-11-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  standby = await startBareWorker(await compileConfiguration(config));
}, 60_000);

/** What the standby answers at an address of the service: `fetch` can't send the host. */
const askStandby = (
  path: string,
  host = service.url.host,
  headers: Record<string, string> = {},
): Promise<IncomingMessage & { text: string }> =>
  new Promise((resolve, reject) => {
    httpRequest(standby.origin + path, { headers: { Host: host, ...headers } }, async (response) => {
      let text = "";
      for await (const part of response) text += part;
      resolve(Object.assign(response, { text }));
    })
      .on("error", reject)
      .end();
  });
const fromStandby = async (
  path: string,
  host?: string,
): Promise<[status: number, location: string | null]> => {
  const { statusCode = 0, headers } = await askStandby(path, host);
  return [statusCode, headers.location ?? null];
};
const fromService = async (path: string): Promise<[status: number, location: string | null]> => {
  const { status, headers } = await get(service, path);
  return [status, headers.get("Location")];
};
const pathOf = (url: string): string => url.slice(service.url.origin.length);

test("each printed address redirects where the service redirects", {
  tags: "all",
  timeout: 60_000,
}, async () => {
  const printed = [
    ...cells("addresses.csv").flatMap(([url = ""]) => [url, `${url}?qr=default`]),
    ...cells("codes.csv").map(([, , , , encodedUrl = ""]) => encodedUrl),
  ].map(pathOf);
  expect(printed.length).toBeGreaterThan(150);
  const kinds = new Set<string>();
  for (const path of printed) {
    let expected = await fromService(path);
    const [address = "", query = ""] = path.split("?");
    // The page of a choice: its first shop.
    if (expected[1]?.includes("/lists/")) expected = [200, null];
    else if (expected[0] === 200)
      expected = await fromService(`${address}/marketplace${query && `?${query}`}`);
    expect([path, ...(await fromStandby(path))]).toEqual([path, ...expected]);
    kinds.add(`${expected[0]} ${new URL(expected[1] ?? "https://none.example").host}`);
  }
  expect(kinds.size).toBeGreaterThan(6);
});

test("hundreds of visits of links with rules redirect where the service redirects them", {
  tags: "all",
  timeout: 120_000,
}, async () => {
  const at = <T>(values: readonly T[], place: number): T => values[place % values.length] as T; // never beyond the end
  const seen = new Set<string>();
  for (let count = 0; count < 360; count++) {
    const headers = {
      "User-Agent": at(AGENTS, count),
      "Accept-Language": at(LANGUAGES, Math.floor(count / 9)),
      "CF-IPCountry": at(COUNTRIES, Math.floor(count / 45)),
    };
    const path = `/${at(["rules", "rules-else"], Math.floor(count / 180))}${at(QUERIES, Math.floor(count / 7))}`;
    const answer = await service.fetch(path, { redirect: "manual", headers });
    await answer.body?.cancel();
    // Where the service shows its page, or a messenger the card, the standby opens the first shop.
    const location = answer.headers.get("Location") ?? "https://brand.example/0";
    expect([path, headers, (await askStandby(path, undefined, headers)).headers.location]).toEqual([
      path,
      headers,
      location,
    ]);
    seen.add(location);
  }
  expect([...seen].sort().map((url) => url.slice("https://brand.example/".length))).toEqual([
    ...["0", "1", "2", "3", "6", "7", "else"],
  ]);
});

test("the query of a visit arrives where the service sends it", async () => {
  for (const path of [
    "passes-on",
    "passes-on?gclid=1&a=2&qr=default",
    "sourced?via=News&x=1",
    "forwards-choice?gclid=1",
    "forwards-choice/offer-2?gclid=1&all=1",
  ])
    expect([path, ...(await fromStandby(`/${path}`))]).toEqual([path, ...(await fromService(`/${path}`))]);
  expect((await fromStandby("/passes-on?gclid=1"))[1]).toBe("https://brand.example/f?a=1&gclid=1#b");
});

test("addresses are read as people type them, and unknown ones say so", async () => {
  const [[url = ""] = []] = cells("addresses.csv");
  expect(await fromStandby(pathOf(url).toUpperCase())).toEqual(await fromService(pathOf(url)));
  expect(await fromStandby("/POSTER-9")).toEqual([302, "https://brand.example/9?a=1&b=2"]);
  for (const path of ["/", "/unknown", "/zzzzzzzz", "/constructor", "/cereal/constructor/x"])
    expect((await fromStandby(path))[1]?.includes("brand.example") ?? false).toBe(false);
  expect((await fromStandby("/unknown"))[0]).toBe(404);
});

test("a recipe that the service shows itself is a page, and a search on static hosts", async () => {
  for (const path of ["/tacos", "/tacos?qr=default"]) {
    const { statusCode, headers, text } = await askStandby(path);
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("<h1>Tacos &#38; &#60;salsa&#62;</h1>");
    expect(text).toContain(
      '<a href="https://www.instacart.com/store/s?k=corn%20tortillas">12 corn tortillas</a>',
    );
    expect(text).toContain("salsa (red or green)</a>");
    expect(text).toContain("<li>Warm them.");
  }
  expect(file(`standby/${service.url.host.replace(":", "_")}/_redirects`)).toContain(
    "/tacos https://www.instacart.com/store/s?k=Tacos%20%26%20%3Csalsa%3E 302\n",
  );
});

test("what comes from the address is encoded, and the port of the host is ignored", async () => {
  const { origin, hostname } = service.url;
  for (const [sent, kept] of [
    ["%0d%0aX", "%0D%0AX"],
    ["%E6%97%A5%E6%9C%AC", "%E6%97%A5%E6%9C%AC"],
    ["a%26b%3Dc%23d", "a%26b%3Dc%23d"],
    ["default", "default"],
  ])
    expect(await fromStandby(`/cereal/gone?qr=${sent}`)).toEqual([302, `${origin}/cereal?qr=${kept}`]);
  for (const host of [hostname, `${hostname}:443`])
    expect(await fromStandby("/poster-9", host)).toEqual([302, "https://brand.example/9?a=1&b=2"]);
});

test("static hosts get the same as rules, below their limits", async () => {
  const folder = service.url.host.replace(":", "_");
  const rules = file(`standby/${folder}/_redirects`).trimEnd().split("\n");
  expect(rules.length).toBeLessThanOrEqual(2_000);
  const targets = new Map(
    rules.map((rule) => rule.split(" ")).map(([path = "", ...to]) => [path, to.join(" ")]),
  );
  expect(targets.get("/poster-9")).toBe("https://brand.example/9?a=1&b=2 302");
  expect(targets.get("/renamed")).toBe(targets.get("/poster-7"));
  expect(targets.get("/ended")).toBe("https://brand.example/next 302");
  expect(targets.get("/cereal")).toBe(targets.get("/cereal/marketplace"));
  expect(targets.has("/poster-8")).toBe(false);
  expect(Math.max(...rules.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
});

test("the README is short, and so is the Worker", () => {
  expect(file("standby/README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(20);
  expect(file("standby/worker.js").trimEnd().split("\n").length).toBeLessThanOrEqual(55);
});
