import { beforeAll, describe, expect, test } from "vitest";
import { publishCurrent } from "../../src/features/short-links/publish-links.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { withVariables } from "../faults/with-variables.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

const shared = await useService({ config: { main: "test/faults/worker.ts" } }, "acme");

/** Invalid origins, and the host of the request. */
const WRONG = [
  {
    vars: { SHORT_LINK_ORIGIN: "https://go.example.com/links" },
    at: "",
    problem: "SHORT_LINK_ORIGIN is not",
    link: { id: "lnk_00000000000000000000000001", shortId: "abcdefgh" },
  },
  {
    vars: {},
    at: "https://go.example.com",
    problem: "SHORT_LINK_ORIGIN and API_ORIGIN must be set",
    link: { id: "lnk_00000000000000000000000002", shortId: "abcdefgj" },
  },
];

describe.each(WRONG)("design: with invalid origins ($problem)", ({ vars, at, problem, link }) => {
  const service = withVariables(shared, vars);
  let key: string;
  beforeAll(async () => {
    ({ key } = await service.issueKey());
    // Created with an earlier configuration.
    const { DB } = service.env;
    await DB.prepare(
      `INSERT INTO links (id, organization_id, project_id, short_id, name, retailer, intent, status, url_type,
         destination, content, search_text, version, revision, domain, created_at, updated_at)
       VALUES (?1, 'acme', 'main', ?2, 'n', 'custom', 'custom_url', 'active', 'custom', 'https://example.com/',
         '{"customUrl":"https://example.com/"}', 'n', 1, 1, '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
      .bind(link.id, link.shortId)
      .run();
    await publishCurrent(service.env.LINKS, DB, link.shortId);
  });

  test("creations return 503, are logged and write nothing", async () => {
    const before = await storedIn(service);
    const created = await post(service, `${at}/v1/links`, linkBody(), { key });
    expectError(created, 503, "service_unavailable");
    const added = await post(service, `${at}/v1/links/${link.id}/qr-codes`, {}, { key });
    const { correlationId } = expectError(added, 503, "service_unavailable");
    expect(await storedIn(service)).toEqual(before);
    const line = service.logs().find((text) => text.includes(correlationId)) ?? "";
    expect(JSON.parse(line)).toMatchObject({ event: "request", status: 503 });
    expect(line).toContain(problem);
  });

  test("GET /ready reports it, and the log says why", async () => {
    const ready = await get(service, `${at}/ready`);
    expect([ready.status, ready.json]).toEqual([
      503,
      { status: "misconfigured", service: "shoppable-links" },
    ]);
    const lines = service.logs().filter((text) => text.includes('"event":"configuration"'));
    expect(lines.join()).toContain(problem);
    expect((await get(service, `${at}/health`)).status).toBe(200);
  });

  test("links can be read and redirect", async () => {
    expectLink(await get(service, `${at}/v1/links/${link.id}`, { key }), 200);
    const { status, headers } = await get(service, `${at}/${link.shortId}`);
    expect([status, headers.get("Location")]).toEqual([302, "https://example.com/"]);
  });
});

test("design: a trailing slash of an origin is removed", async () => {
  const vars = { SHORT_LINK_ORIGIN: "https://go.example.com/", API_ORIGIN: "https://api.example.com/" };
  const service = withVariables(shared, vars);
  const { key } = await service.issueKey();
  const created = await post(service, "/v1/links", linkBody(), { key });
  const { shortLink, shortId, id, qrCode } = expectLink(created);
  expect(shortLink).toBe(`https://go.example.com/${shortId}`);
  expect(qrCode?.encodedUrl).toBe(`https://go.example.com/${shortId}?qr=default`);
  expect(created.headers.get("Location")).toBe(`https://api.example.com/v1/links/${id}`);
  expect((await get(service, "/ready")).status).toBe(200);
});

test("design: /ready reports other configuration problems, and links can still be created", async () => {
  const service = withVariables(shared, { COUNT_VISITS: "never" });
  const { key } = await service.issueKey();
  expectLink(await post(service, "/v1/links", linkBody(), { key }));
  expect((await get(service, "/ready")).json.status).toBe("misconfigured");
});
