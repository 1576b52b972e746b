import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { faultHeader, LATER, SCHEDULED, SETTLED } from "../faults/faults.ts";
import { withVariables } from "../faults/with-variables.ts";
import { get, type Json, post, type RequestOptions, send } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { useService } from "../use-service.ts";

const NETWORK = "https://goto.walmart.com/m/1/2/3?veh=aff";
const VARIABLES = { AMAZON_ASSOCIATES_TAG: "service-20", WALMART_AFFILIATE_URL: NETWORK };

const shared = await useService({ config: { main: "test/faults/worker.ts" } });
const service = withVariables(shared, VARIABLES);
const { DB, LINKS } = service.env;
const key = await service.issueKey({
  createProjects: ["maple", "pine", "other"],
  projects: ["maple", "pine"],
});
const reader = await service.issueKey({ scopes: ["projects:read"], projects: ["maple"] });
const stranger = await service.issueKey({ organization: "strangers", createProjects: ["maple"] });

await DB.prepare(
  `INSERT INTO domains (host, organization_id, token, created_at, confirmed_at)
   VALUES ('go.maple.example', ?1, ?2, '2026-01-01', '2026-01-01')`,
)
  .bind(shared.organization, "x".repeat(32))
  .run();

const patch = (projectId: string, affiliate: unknown, options: RequestOptions = key) =>
  send(service, "PATCH", `/v1/projects/${projectId}`, { affiliate }, options);
const project = async (projectId: string): Promise<Json> =>
  (await get(service, `/v1/projects/${projectId}`, key)).json.data;
const settle = async (projectId: string, affiliate: unknown) => {
  const { status, text } = await patch(projectId, affiliate);
  expect([status, text]).toEqual([200, expect.any(String)]);
};

const PAGE = "https://www.amazon.com/dp/B000000001";
const WALMART = "https://www.walmart.com/ip/123456789";
const inCountry = (country: string) => ({ location: { country } });
/** `shortId`: of the link, which Impact reads as its sub-id; absent for a URL with one of its own. */
const wrapped = (network: string, shortId?: string): string => {
  const mark = shortId === undefined ? "" : `subId1=${shortId}&`;
  return `${network}${network.includes("?") ? "&" : "?"}${mark}u=${encodeURIComponent(WALMART)}`;
};

const create = async (projectId: string, pair = "marketplace product_detail", changes: object = {}) =>
  expectLink(
    await post(
      service,
      "/v1/links",
      { ...linkBody(pair, changes), projectId },
      {
        key: key.key,
        headers: { [SETTLED]: "1" },
      },
    ),
  );
/** Where clicks and scans are redirected by the copy in KV. */
async function copyOf({ shortId }: { shortId: string }): Promise<string[]> {
  const entry = await LINKS.get<RedirectEntry>(redirectKey(shortId), "json");
  return entry ? [entry.destination, ...(entry.scans === undefined ? [] : [entry.scans])] : [];
}
async function visited({ shortId }: { shortId: string }, query = ""): Promise<string | null> {
  // The isolate remembers links for 10 s.
  later += 11_000;
  const { headers } = await get(service, `/${shortId}${query}`, { headers: { [LATER]: String(later) } });
  return headers.get("Location");
}
let later = 0;
/** Runs the jobs once the change of now has settled. */
const SETTLED_MS = 61_000;
const atCron = (after = SETTLED_MS) => new Date(Date.now() + later + after);
const publish = (on: RunningService = service) => on.scheduled("* * * * *", atCron());

describe("the affiliate settings of a project", () => {
  test("are merged, read, removed and recorded", async () => {
    const tags = { US: "maple-20", CA: "maple04-20" };
    await settle("maple", {
      marketplace: { tags },
      bigbox_t: { url: " https://goto.target.com/c/é ".trim() },
    });
    expect((await project("maple")).affiliate).toEqual({
      marketplace: { tags },
      bigbox_t: { url: "https://goto.target.com/c/%C3%A9" },
    });
    await settle("maple", {
      marketplace: { tags: { CA: null, GB: "maple-21" }, tagOnScans: true },
      bigbox_t: null,
    });
    const merged = { marketplace: { tags: { US: "maple-20", GB: "maple-21" }, tagOnScans: true } };
    expect((await project("maple")).affiliate).toEqual(merged);
    const listed: Json = (await get(service, "/v1/projects", key)).json.data;
    expect(listed.find(({ id }: Json) => id === "maple").affiliate).toEqual(merged);
    await settle("maple", null);
    expect(await project("maple")).not.toHaveProperty("affiliate");
    const { results } = await DB.prepare(
      "SELECT changes FROM activity WHERE organization_id = ?1 AND object_type = 'project' AND object_id = 'maple' ORDER BY id",
    )
      .bind(shared.organization)
      .all<{ changes: string }>();
    const fields = results.map(({ changes }) => JSON.parse(changes).map(({ field }: Json) => field));
    expect(fields.slice(-2)).toEqual([
      [
        "affiliate.marketplace.tags.CA",
        "affiliate.marketplace.tags.GB",
        "affiliate.marketplace.tagOnScans",
        "affiliate.bigbox_t",
      ],
      ["affiliate"],
    ]);
  });

  test.each<[unknown, string]>([
    [{ marketplace: { tags: { US: "maple 20" } } }, "affiliate.marketplace.tags.US"],
    [{ marketplace: { tags: { US: "" } } }, "affiliate.marketplace.tags.US"],
    [{ marketplace: { tags: { US: "a&tag=b" } } }, "affiliate.marketplace.tags.US"],
    [{ marketplace: { tags: { CA: "x".repeat(65) } } }, "affiliate.marketplace.tags.CA"],
    [{ marketplace: { tags: { XX: "maple-20" } } }, "affiliate.marketplace.tags.XX"],
    [{ marketplace: { tag: "maple-20" } }, "affiliate.marketplace.tag"],
    [{ bigbox_w: { url: "javascript:alert(1)" } }, "affiliate.bigbox_w.url"],
    [{ bigbox_w: { url: "https://u:p@goto.example/" } }, "affiliate.bigbox_w.url"],
    [{ bigbox_t: { url: `https://goto.example/${"x".repeat(2_000)}` } }, "affiliate.bigbox_t.url"],
    [{ bigbox_w: { url: "http://goto.walmart.com/c/1/2/3" } }, "affiliate.bigbox_w.url"],
    [
      { bigbox_w: { url: "https://goto.walmart.com/c/1/2/3?u=https%3A%2F%2Fbrand.example" } },
      "affiliate.bigbox_w.url",
    ],
    [{ bigbox_w: { url: WALMART } }, "affiliate.bigbox_w.url"],
    [{ bigbox_t: { url: "https://goto.target.com/c/1/2/3?u=&u={url}" } }, "affiliate.bigbox_t.url"],
    [{ grocer_a: {} }, "affiliate.grocer_a"],
    ["maple-20", "affiliate"],
  ])("rejects %j", async (affiliate, field) => {
    const error = expectError(await patch("maple", affiliate), 400, "validation_failed");
    expect(error.details?.map((detail: { field: string }) => detail.field)).toEqual([field]);
  });

  test("never lead to the service itself or to a domain of an organization", async () => {
    for (const url of [
      `https://${service.url.hostname}/abcd2345`,
      "https://go.maple.example/summer?u=",
      "https://GO.maple.example./",
    ]) {
      const error = expectError(await patch("maple", { bigbox_w: { url } }), 422, "url_not_allowed");
      expect(error.details).toEqual([
        { field: "affiliate.bigbox_w.url", message: "must not point to this service" },
      ]);
    }
  });

  test("take a network's sample link, whose destination is replaced", async () => {
    const network = "https://goto.walmart.com/c/1/2/3?u=https%3A%2F%2Fwww.walmart.com%2Fip%2F999&subId1=a";
    await settle("maple", { bigbox_w: { url: network } });
    expect((await project("maple")).affiliate.bigbox_w.url).toBe(network);
    expect(await visited(await create("maple", "bigbox_w product_detail"))).toBe(
      wrapped("https://goto.walmart.com/c/1/2/3?subId1=a"),
    );
    await settle("maple", { bigbox_w: { url: "https://click.linksynergy.com/deeplink?id=a&mid=2&murl=" } });
    const marked = await create("maple", "bigbox_w product_detail");
    expect(await visited(marked)).toBe(
      `https://click.linksynergy.com/deeplink?id=a&mid=2&u1=${marked.shortId}&murl=${encodeURIComponent(WALMART)}`,
    );
    await settle("maple", null);
  });

  test("mark orders with the link, and with the code or the source where a project wants that", async () => {
    await settle("maple", { bigbox_w: { url: "https://goto.walmart.com/c/1/2/3" }, subIds: "code" });
    const network = "https://goto.walmart.com/c/1/2/3";
    const link = await create("maple", "bigbox_w product_detail");
    const { shortId } = link;
    expect(await visited(link)).toBe(wrapped(network, shortId));
    expect(await visited(link, "?qr=default")).toBe(wrapped(network, `${shortId}-q-default`));
    expect(await visited(link, "?via=insta")).toBe(wrapped(network, `${shortId}-v-insta`));
    const offers = [
      {
        retailer: "bigbox_w",
        intent: "product_detail",
        products: [{ retailerProductId: "123456789", quantity: 1 }],
      },
      { retailer: "custom", intent: "custom_url", customUrl: "https://brand.example/" },
    ].map((offer, index) => ({ ...offer, key: ["walmart", "page"][index], label: `Shop ${index}` }));
    const choice = await create("maple", "choice choose_retailer", { offers });
    const tap = { shortId: `${choice.shortId}/walmart` };
    expect(await visited(tap, "?qr=default")).toBe(wrapped(network, `${choice.shortId}-q-default`));
    const page = await get(service, `/${choice.shortId}?via=insta`, { headers: { Accept: "text/html" } });
    expect(page.text).toContain(`/${choice.shortId}/walmart?via=insta`);
    await settle("maple", { subIds: "off" });
    const unmarked = await create("maple", "bigbox_w product_detail");
    expect(await visited(unmarked, "?qr=default")).toBe(wrapped(network));
    expectError(await patch("maple", { subIds: "visitor" }), 400, "validation_failed");
    await settle("maple", null);
  });

  test("belong to the project's organization, and need the right to change projects", async () => {
    expectError(await patch("maple", null, reader), 403, "insufficient_scope");
    expectError(await patch("other", null, key), 403, "project_access_denied");
    expect((await patch("maple", { marketplace: { tags: { US: "theirs-20" } } }, stranger)).status).toBe(200);
    expect(await project("maple")).not.toHaveProperty("affiliate");
    expect(await copyOf(await create("maple"))).toEqual([`${PAGE}?tag=service-20`, PAGE]);
  });
});

describe("new links", () => {
  test("have the tag of their project's marketplace, and what the project does not name as the service has it", async () => {
    await settle("maple", { marketplace: { tags: { US: "maple-20", CA: "maple04-20" } } });
    const link = await create("maple");
    expect([await visited(link), await visited(link, "?qr=default")]).toEqual([`${PAGE}?tag=maple-20`, PAGE]);
    const canadian = await create("maple", "marketplace add_to_cart", inCountry("CA"));
    const site = "https://www.amazon.ca";
    expect([await visited(canadian), await visited(canadian, "?qr=default")]).toEqual([
      `${site}/associates/addtocart?AssociateTag=maple04-20&ASIN.1=B000000001&Quantity.1=3`,
      `${site}/dp/B000000001`,
    ]);
    const walmart = await create("maple", "bigbox_w product_detail");
    expect(await visited(walmart)).toBe(wrapped(NETWORK, walmart.shortId));
    expect(await visited(await create("pine"))).toBe(`${PAGE}?tag=service-20`);
  });

  test("of a country without a tag have none, and a warning", async () => {
    const german = await create("maple", "marketplace add_to_cart", inCountry("DE"));
    expect(await copyOf(german)).toEqual(["https://www.amazon.de/dp/B000000001"]);
    const read = await get(service, `/v1/links/${german.id}`, key);
    expect(read.json.data.urlType).toBe("pdp");
    const { data } = (await get(service, `/v1/links/${german.id}/destination`, key)).json;
    expect(data).toMatchObject({ urlType: "pdp", warnings: [{ code: "cart_needs_tag" }] });
    const product = await create("maple", "marketplace product_detail", inCountry("GB"));
    expect(await copyOf(product)).toEqual(["https://www.amazon.co.uk/dp/B000000001"]);
  });

  test("name a country only at the marketplace, and only one that has one", async () => {
    for (const [pair, country] of [
      ["bigbox_w product_detail", "US"],
      ["marketplace product_detail", "ca"],
      ["marketplace product_detail", "CH"],
    ] as const) {
      const body = { ...linkBody(pair, inCountry(country)), projectId: "maple" };
      const error = expectError(await post(service, "/v1/links", body, key), 400, "validation_failed");
      expect(error.details?.map((detail: { field: string }) => detail.field)).toEqual(["location.country"]);
    }
  });

  test("follow a change that another isolate made since this one created a link, alone and in bulk", async () => {
    await settle("pine", { marketplace: {}, bigbox_w: { url: "https://goto.example/pine" } });
    expect(await copyOf(await create("pine"))).toEqual([PAGE]);
    const rows = ["pine", "maple"].map((projectId) => ({
      ...linkBody("bigbox_w product_detail", { name: projectId }),
      projectId,
    }));
    const made = await post(
      service,
      "/v1/links/bulk",
      { links: rows },
      { ...key, headers: { [SETTLED]: "1" } },
    );
    const copies = made.json.data.map(({ body }: Json) => copyOf(body.data));
    const [, maple] = made.json.data.map(({ body }: Json) => body.data.shortId);
    expect(await Promise.all(copies)).toEqual([
      [wrapped("https://goto.example/pine")],
      [wrapped(NETWORK, maple)],
    ]);
    await settle("pine", { marketplace: { tags: { US: "pine-20" }, tagOnScans: true } });
    expect(await copyOf(await create("pine"))).toEqual([`${PAGE}?tag=pine-20`]);
  });

  test("are previewed with who gets the commission", async () => {
    const preview = async (pair: string, changes: object = {}) => {
      const body = { ...linkBody(pair, changes), projectId: "pine" };
      return (await post(service, "/v1/links/preview", body, key)).json.data;
    };
    await settle("pine", { marketplace: { tags: { US: "pine-20" } }, bigbox_w: null });
    expect((await preview("marketplace product_detail")).commission).toEqual({
      ...{ settings: "project", project: "pine", tag: "pine-20" },
    });
    expect((await preview("bigbox_w product_detail")).commission).toEqual({
      settings: "service",
      url: NETWORK,
    });
    for (const [pair, changes] of [
      ["marketplace product_detail", inCountry("FR")],
      ["bigbox_t product_detail", {}],
      ["custom custom_url", {}],
    ] as const)
      expect(await preview(pair, changes)).not.toHaveProperty("commission");
  });
});

describe("existing links of the project", () => {
  const offers = [
    { key: "amazon", ...linkOf("marketplace product_detail") },
    { key: "walmart", ...linkOf("bigbox_w product_detail") },
  ];
  function linkOf(pair: string): object {
    const { retailer, intent, products } = linkBody(pair);
    return { retailer, intent, products };
  }

  test("follow a change in the background, with progress, without a new revision; others stay", async () => {
    await settle("maple", { marketplace: { tags: { US: "maple-20" } } });
    await publish();
    const link = await create("maple");
    const choice = await create("maple", "choice choose_retailer", { offers });
    const other = await create("pine");
    const before = await get(service, `/v1/links/${link.id}`, key);
    const untouched = await copyOf(other);
    const links = await DB.prepare(
      "SELECT count(*) AS links FROM links WHERE organization_id = ?1 AND project_id = 'maple'",
    )
      .bind(shared.organization)
      .first<number>("links");
    await settle("maple", { marketplace: { tags: { US: "spring-20" }, tagOnScans: true } });
    expect((await project("maple")).followingLinks).toBe(links);
    expect(await copyOf(link)).toEqual([`${PAGE}?tag=maple-20`, PAGE]);
    await publish();
    expect(await project("maple")).not.toHaveProperty("followingLinks");
    expect(await copyOf(link)).toEqual([`${PAGE}?tag=spring-20`]);
    expect(await visited(link, "?qr=default")).toBe(`${PAGE}?tag=spring-20`);
    const entry = await LINKS.get<RedirectEntry>(redirectKey(choice.shortId), "json");
    expect(entry?.choice?.offers.map(({ destination }) => destination)).toEqual([
      `${PAGE}?tag=spring-20`,
      wrapped(NETWORK, choice.shortId),
    ]);
    expect(await copyOf(other)).toEqual(untouched);
    const after = await get(service, `/v1/links/${link.id}`, key);
    expect([after.headers.get("ETag"), after.json]).toEqual([before.headers.get("ETag"), before.json]);
  });

  test.each(["KV is down", "D1's answer is lost"])("follow in the end if %s", async (fault) => {
    const link = await create("maple");
    const tag = fault.startsWith("KV") ? "kv-20" : "d1-20";
    const faults = fault.startsWith("KV")
      ? { LINKS: "throws" as const }
      : { DB: "loses first answer" as const };
    const headers = faultHeader(faults);
    const changed = await patch("maple", { marketplace: { tags: { US: tag } } }, { ...key, headers });
    expect(changed.status).toBe(200);
    await get(service, "/health", { headers: { ...headers, [SCHEDULED]: String(atCron().getTime()) } });
    if (fault === "KV is down") expect((await project("maple")).followingLinks).toBeGreaterThan(0);
    await service.scheduled("* * * * *", atCron(3 * SETTLED_MS));
    expect(await project("maple")).not.toHaveProperty("followingLinks");
    expect(await copyOf(link)).toEqual([`${PAGE}?tag=${tag}`]);
  });

  test("follow the deployment's variables where the project has no settings of its own", async () => {
    await settle("pine", null);
    const [own, link] = [await create("maple"), await create("pine")];
    await publish();
    expect(await copyOf(link)).toEqual([`${PAGE}?tag=service-20`, PAGE]);
    const kept = await copyOf(own);
    const renamed = withVariables(shared, {
      ...VARIABLES,
      AMAZON_ASSOCIATES_TAG: "renamed-20",
      AMAZON_TAG_ON_SCANS: "on",
    });
    await renamed.scheduled("* * * * *", new Date());
    await publish(renamed);
    expect([await copyOf(link), await copyOf(own)]).toEqual([[`${PAGE}?tag=renamed-20`], kept]);
  });
});
