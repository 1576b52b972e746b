import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../src/core/digest.ts";
import { IDEMPOTENCY_FIELD } from "../../src/dashboard/layout/forms.ts";
import { startService } from "../service.ts";
import { type PageResponse, useDashboard, type Visitor } from "./dashboard.ts";
import { dayAgo, makeSeason } from "./visits.ts";

const VISITS = "/dashboard/o/acme/visits";

const dashboard = await useDashboard();
const season = await makeSeason(dashboard.service);
await dashboard.add("acme", "owner@acme.example", "owner");
await dashboard.add("acme", "editor@acme.example", "editor");
await dashboard.add("acme", "viewer@acme.example", "viewer");
await dashboard.add("globex", "hank@globex.example", "owner");
const [owner, editor, viewer, hank] = (await Promise.all(
  ["owner@acme.example", "editor@acme.example", "viewer@acme.example", "hank@globex.example"].map((email) =>
    dashboard.as(email),
  ),
)) as [Visitor, Visitor, Visitor, Visitor];

/** The path of the address that a page shows, below the origin. */
const addressIn = ({ text }: PageResponse): string =>
  new URL(/id="report-address">([^<]+)</.exec(text)?.[1] ?? "").pathname;
/** Reads as somebody without sign-in. */
const read = (path: string): Promise<Response> =>
  dashboard.service.fetch(path, { headers: { Accept: "text/html" }, redirect: "manual" });
const share = (query = "", fields: Record<string, string> = {}): Promise<PageResponse> =>
  editor.send(`${VISITS}/share${query}`, { name: "For the agency", expiresAt: "", ...fields });
/** The page that asks before this report is revoked. */
async function revokePath(name: string): Promise<string> {
  const { text } = await owner.open(`${VISITS}/shared`);
  return new RegExp(`href="([^"]+)" aria-label="Revoke ${name}"`).exec(text)?.[1] ?? "";
}

describe("sharing", () => {
  test("the address is shown once, works without sign-in and is stored as a hash", async () => {
    const key = crypto.randomUUID();
    const answer = await share("", { [IDEMPOTENCY_FIELD]: key });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const path = addressIn(answer);
    expect(path).toMatch(/^\/shared\/[\w-]{43}$/);
    const token = path.slice("/shared/".length);

    const again = await share("", { [IDEMPOTENCY_FIELD]: key });
    expect(again.text).toContain("Already shown");
    expect(again.text).not.toContain(token);
    expect((await share("", { name: "Another", [IDEMPOTENCY_FIELD]: key })).status).toBe(409);

    const { DB } = dashboard.service.env;
    const rows = await DB.prepare("SELECT token_hash FROM shared_reports").all<{ token_hash: string }>();
    expect(rows.results).toEqual([{ token_hash: await sha256Hex(token) }]);
    const claims = await DB.prepare("SELECT receipt FROM idempotency_claims").all();
    expect(JSON.stringify(claims.results)).not.toContain(token);
    expect(JSON.stringify(dashboard.service.logs())).not.toContain(token);

    const page = await read(path);
    expect([page.status, page.headers.get("Referrer-Policy"), page.headers.get("X-Robots-Tag")]).toEqual([
      200,
      "no-referrer",
      "noindex",
    ]);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    const text = await page.text();
    expect(text).toContain("For the agency");
    expect(text).toContain('<span class="value">82</span>');
  });

  test("the page has names and counts; no links, ids, destinations or addresses", async () => {
    const text = await (await read(addressIn(await share("?days=90", { name: "All of it" })))).text();
    expect(text).toContain("Everything for dinner");
    expect(text).toContain("Poster &lt;spring&gt;");
    expect(text).toContain("Canada");
    expect(text).not.toContain("<bdi>Cart</bdi>");
    for (const secret of ["lnk_", "qr_", "rep_", "acme", "@", "/dashboard", "example.com/welcome", "<a "]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
  });

  test("its filters are fixed", async () => {
    const path = addressIn(await share(`?link=${season.poster.id}&country=CA`));
    const plain = await (await read(path)).text();
    expect(plain).toContain('<span class="value">20</span>');
    const other = await (await read(`${path}?country=US&days=90&link=${season.cart.id}`)).text();
    expect(other).toBe(plain);
  });

  test("hours that are no longer kept are told by the day", async () => {
    const path = addressIn(await share("?days=7&interval=hour", { name: "Hours" }));
    const { DB } = dashboard.service.env;
    const period = JSON.stringify({ from: dayAgo(201), to: dayAgo(199) });
    await DB.prepare(
      "UPDATE shared_reports SET view = json_set(view, '$.period', json(?1)) WHERE name = 'Hours'",
    )
      .bind(period)
      .run();
    const page = await read(path);
    expect([page.status, (await page.text()).includes('<span class="value">9</span>')]).toEqual([200, true]);
  });

  test.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ expiresAt: "2020-01-01" }, "expiresAt"],
    [{ expiresAt: "soon" }, "expiresAt"],
  ])("a mistake stands at its field: %j", async (fields, name) => {
    const { status, text } = await share("?country=CA", fields);
    expect(status).toBe(400);
    expect(text).toContain(`id="${name}-error"`);
  });
});

describe("the end", () => {
  test("revoked, ended, unknown and malformed read the same", async () => {
    const revoked = addressIn(await share("", { name: "To revoke" }));
    const ended = addressIn(await share("", { name: "To end", expiresAt: dayAgo(-2) }));
    expect([(await read(revoked)).status, (await read(ended)).status]).toEqual([200, 200]);
    const asks = await revokePath("To revoke");
    expect((await owner.open(asks)).text).toContain("Nobody can open");
    expect((await owner.send(asks, {})).location).toBe(`${VISITS}/shared?done=revoked`);
    expect((await owner.send(asks, {})).location).toBe(`${VISITS}/shared?done=already`);
    const { DB } = dashboard.service.env;
    await DB.prepare(
      "UPDATE shared_reports SET expires_at = '2026-01-01T00:00:00.000Z' WHERE name = 'To end'",
    ).run();
    const texts = new Set<string>();
    for (const path of [revoked, ended, `/shared/${"A".repeat(43)}`, "/shared/nothing"]) {
      const answer = await read(path);
      expect([answer.status, answer.headers.get("Referrer-Policy")]).toEqual([404, "no-referrer"]);
      texts.add(await answer.text());
    }
    expect(texts.size).toBe(1);
    const { text } = await owner.open(`${VISITS}/shared`);
    expect(text).toContain("Revoked");
    expect(text).toContain("Expired");
  });

  test("what was shared and revoked is in the activity, with who did it", async () => {
    const { text } = await owner.open("/dashboard/o/acme/activity?kind=shared_report");
    for (const verb of ["shared", "revoked"])
      expect(text).toMatch(new RegExp(`${verb} the report <a [^>]+><bdi>To revoke`));
    expect(text).toContain("editor@acme.example");
    const { DB } = dashboard.service.env;
    const select = "SELECT count(*) AS entries FROM activity WHERE object_id LIKE 'rep!_%' ESCAPE '!'";
    const reports = await DB.prepare("SELECT count(*) AS reports FROM shared_reports").first<number>(
      "reports",
    );
    expect(await DB.prepare(select).first<number>("entries")).toBe((reports ?? 0) + 1);
  });
});

describe("access", () => {
  test("viewers share, list and revoke nothing", async () => {
    expect((await viewer.open(VISITS)).text).not.toContain("/visits/share");
    const asks = await revokePath("For the agency");
    for (const path of [`${VISITS}/share`, `${VISITS}/shared`, asks]) {
      expect([path, (await viewer.open(path)).status]).toEqual([path, 403]);
    }
    for (const path of [`${VISITS}/share`, asks]) {
      expect([path, (await viewer.send(path, { name: "Mine", expiresAt: "" })).status]).toEqual([path, 403]);
    }
  });

  test("another organization's views and reports are a 404, like unknown ones", async () => {
    const asks = await revokePath("For the agency");
    expect((await hank.open(asks)).status).toBe(404);
    expect((await hank.send(asks, {})).status).toBe(404);
    const own = "/dashboard/o/globex/visits";
    expect((await hank.send(asks.replace("/o/acme/", "/o/globex/"), {})).status).toBe(404);
    expect((await hank.open(asks.replace("/o/acme/", "/o/globex/"))).status).toBe(404);
    expect((await hank.send(`${own}/share?link=${season.poster.id}`, { name: "Theirs" })).status).toBe(404);
    expect((await hank.open(`${own}/shared`)).text).not.toContain("For the agency");
  });

  test("a form of another site does nothing", async () => {
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    const asks = await revokePath("For the agency");
    expect((await owner.send(`${VISITS}/share`, { name: "Evil" }, foreign)).status).toBe(403);
    expect((await owner.send(asks, {}, foreign)).status).toBe(403);
    expect((await owner.open(`${VISITS}/shared`)).text).not.toContain("Evil");
  });
});

test("who guesses is limited, like who guesses short links", async () => {
  const simple = { limit: 3, period: 60 as const };
  const names = [
    "API_RATE_LIMIT",
    "AUTHENTICATION_RATE_LIMIT",
    "UNKNOWN_LINK_RATE_LIMIT",
    "IMAGE_RATE_LIMIT",
  ];
  const ratelimits = names.map((name, index) => ({ name, namespace_id: String(index + 1), simple }));
  const service = await startService({ config: { ratelimits } });
  try {
    const statuses = new Set<number>();
    for (let number = 0; number < 20 && !statuses.has(429); number++) {
      statuses.add((await service.fetch(`/shared/${String(number).padStart(43, "x")}`)).status);
    }
    expect([...statuses]).toEqual([404, 429]);
  } finally {
    await service.close();
  }
});
