import { describe, expect, test } from "vitest";
import { ENGLISH, wordsIn } from "../../src/features/visits/report-words.ts";
import { sha256Hex } from "../../src/ground/core/digest.ts";
import { PAGE_LANGUAGES } from "../../src/ground/core/page-languages.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { startService } from "../service.ts";
import { type PageResponse, useDashboard, type Visitor } from "./dashboard.ts";
import { dayAgo, makeSeason } from "./visits.ts";

const VISITS = "/dashboard/o/acme/visits";
const REPORTS = "/dashboard/o/acme/reports";

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
  const { text } = await owner.open(`${REPORTS}`);
  return `${new RegExp(`href="([^"]+)"><bdi>${name}<`).exec(text)?.[1]}/revoke`;
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

  test("the page has names and counts; no ids, destinations or addresses, and no links but to its CSV files", async () => {
    const path = addressIn(await share("?days=90", { name: "All of it" }));
    const text = await (await read(path)).text();
    expect(text).toContain("Everything for dinner");
    expect(text).toContain("Poster &lt;spring&gt;");
    expect(text).toContain("Canada");
    expect(text).not.toContain("<bdi>Cart</bdi>");
    for (const secret of ["lnk_", "qr_", "rep_", "acme", "@", "/dashboard", "example.com/welcome"]) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    const hrefs = Array.from(text.matchAll(/<a href="([^"]+)"/g), ([, href = ""]) => href);
    expect(hrefs.filter((href) => !href.startsWith(`${path}/table.csv?table=`))).toEqual([]);
    expect(hrefs.length).toBeGreaterThan(5);
    for (const href of hrefs) {
      const file = await read(href);
      const csv = await file.text();
      expect([href, file.status, file.headers.get("Content-Type")]).toEqual([
        href,
        200,
        "text/csv; charset=utf-8",
      ]);
      expect(csv.split("\n").length).toBeGreaterThan(2);
      expect(csv).not.toMatch(/lnk_|qr_|key/);
    }
    expect(await (await read(`${path}/table.csv?table=link`)).text()).toContain("Everything for dinner");
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
});

describe("a report for the members who manage it", () => {
  test("opens from the list without its token, as readers see it, and can be changed", async () => {
    const path = addressIn(await share("?days=90", { name: "Monthly", note: "<b>Hello</b>\r\nGood month." }));
    const open = (await revokePath("Monthly")).replace("/revoke", "");
    const page = await editor.open(open);
    expect(page.status).toBe(200);
    for (const text of [page.text, await (await read(path)).text()]) {
      expect(text).toContain("&lt;b&gt;Hello&lt;/b&gt;\nGood month.");
      expect(text).toContain("Everything for dinner");
    }
    expect((await editor.open(`${open}/table.csv?table=link`)).text).toContain("Everything for dinner");
    const changed = await owner.send(`${open}/change`, { name: "Weekly", note: "Better.", expiresAt: "" });
    expect(changed.location).toBe(`${open}?done=changed`);
    expect((await editor.open(open)).text).toContain("Better.");
    const long = await owner.send(`${open}/change`, {
      name: "",
      note: "x".repeat(1001),
      expiresAt: "2020-01-01",
    });
    for (const field of ["name", "note", "expiresAt"]) expect(long.text).toContain(`id="${field}-error"`);
    for (const [person, status] of [
      [viewer, 403],
      [hank, 404],
    ] as const)
      for (const each of ["", "/change", "/address", "/table.csv"])
        expect([each, (await person.open(open + each)).status]).toEqual([each, status]);
  });

  test("a new address is shown once, and ends the former one", async () => {
    const former = addressIn(await share("", { name: "Leaked" }));
    const open = (await revokePath("Leaked")).replace("/revoke", "");
    const key = crypto.randomUUID();
    const renewed = await owner.send(`${open}/address`, { [IDEMPOTENCY_FIELD]: key });
    const address = addressIn(renewed);
    expect([(await read(former)).status, (await read(address)).status]).toEqual([404, 200]);
    const again = await owner.send(`${open}/address`, { [IDEMPOTENCY_FIELD]: key });
    expect(again.text).toContain("Already shown");
    expect((await read(address)).status).toBe(200);
    await owner.send(`${open}/revoke`, {});
    expect((await owner.send(`${open}/address`, {})).status).toBe(404);
    expect((await owner.send(`${open}/change`, { name: "Back", note: "", expiresAt: "" })).status).toBe(404);
    expect((await owner.open(open)).status).toBe(200);
    const { text } = await owner.open("/dashboard/o/acme/activity?kind=shared_report");
    expect(text).toMatch(/gave a new address to the report <a [^>]+><bdi>Leaked/);
  });

  test("shows the brand of its project, and links with the same public name can be distinguished", async () => {
    const { DB } = dashboard.service.env;
    await DB.prepare(
      `UPDATE projects SET settings = '{"brand":{"name":"Maple & Pine","accent":"#aa3300"}}' WHERE id = 'main'`,
    ).run();
    await DB.prepare("UPDATE links SET public_name = 'Dinner' WHERE project_id = 'main'").run();
    const text = await (await read(addressIn(await share("?projectId=main&days=90")))).text();
    expect(text).toContain("<bdi>Maple &amp; Pine</bdi>");
    const [style = ""] = /\/shared\/style\/[^"]+/.exec(text) ?? [];
    expect(await (await read(style)).text()).toContain("--accent:#aa3300");
    const links = text.slice(text.indexOf('<caption class="hidden">Visits by Links'));
    const rows = Array.from(
      links.slice(0, links.indexOf("</table>")).matchAll(/<th scope="row">(.*?)<svg/g),
      ([row]) => row,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.every((row) => row.startsWith('<th scope="row"><bdi>Dinner'))).toBe(true);
  });
});

describe("the language of a report", () => {
  const pageIn = async (path: string, language: string) => {
    const answer = await dashboard.service.fetch(path, {
      headers: { Accept: "text/html", "Accept-Language": language },
    });
    return answer.text();
  };
  /** The words that readers see or hear, without the names of links. */
  const textOf = (page: string): string =>
    page
      .replace(/<bdi>.*?<\/bdi>|<style.*?<\/style>/gs, "")
      .replace(/<[^>]*?(?:(?:aria-label|alt|data-tip)="([^"]*)")?[^>]*>/g, " | $1 ");

  test.each(PAGE_LANGUAGES.filter((each) => each !== "en"))("is that of its reader: %s", async (language) => {
    const path = addressIn(await share("?days=90", { name: "Übersicht", expiresAt: dayAgo(-30) }));
    const page = await pageIn(path, `${language}, en;q=0.5`);
    expect(page).toContain(`<html lang="${language}"`);
    const words = await wordsIn(language);
    const text = textOf(page);
    for (const key of ["visits", "overTime", "asTable", "period", "until", "name"] as const)
      expect([key, text]).toEqual([key, expect.stringContaining(words[key])]);
    expect(page).toContain(new Intl.DisplayNames(language, { type: "region" }).of("CA"));
    for (const [key, english] of Object.entries(ENGLISH)) {
      const isSame = Object.values(words).some((word) => word.includes(english));
      const parts = english.replace(/\{\w+\}/g, "|").match(/[a-z][a-z' -]{3,}/gi) ?? [];
      if (!isSame)
        for (const part of parts)
          expect([key, new RegExp(`\\b${part.trim()}\\b`).exec(text)?.[0]]).toEqual([key, undefined]);
    }
    for (const english of ["Mon ", "Today", "UTC time", "January", "Phone"])
      expect(text).not.toContain(english);
    const csv = await pageIn(`${path}/table.csv?table=country`, language);
    expect(csv.split("\r\n")[0]).toContain(words.scans);
    expect(csv).toContain(new Intl.DisplayNames(language, { type: "region" }).of("CA"));
    const gone = await pageIn("/shared/nothing", language);
    expect(gone).toContain(`<html lang="${language}"`);
    expect(gone).toContain(words.gone);
  });

  test("is that of the report for all readers, if its author chose one", async () => {
    const shared = await share("", { name: "Auf Deutsch", language: "de" });
    const path = addressIn(shared);
    for (const language of ["fr", "en"]) expect(await pageIn(path, language)).toContain('<html lang="de"');
    const screen = (await revokePath("Auf Deutsch")).replace("/revoke", "/change");
    expect((await owner.open(screen)).text).toContain('<option value="de" selected="">');
    await owner.send(screen, { name: "Auf Deutsch", note: "", expiresAt: "", language: "" });
    await expect.poll(() => pageIn(path, "fr"), { timeout: 20_000 }).toContain('<html lang="fr"');
    expect(await pageIn(path, "en")).toContain("Over time");
  });
});

describe("the end", () => {
  test("revoked, ended, unknown and malformed read the same", async () => {
    const revoked = addressIn(await share("", { name: "To revoke" }));
    const ended = addressIn(await share("", { name: "To end", expiresAt: dayAgo(-2) }));
    expect([(await read(revoked)).status, (await read(ended)).status]).toEqual([200, 200]);
    const asks = await revokePath("To revoke");
    expect((await owner.open(asks)).text).toContain("Nobody can open");
    expect((await owner.send(asks, {})).location).toBe(`${REPORTS}?done=revoked`);
    expect((await owner.send(asks, {})).location).toBe(`${REPORTS}?done=already`);
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
    const { text } = await owner.open(`${REPORTS}`);
    expect(text).toContain("Revoked");
    expect(text).toContain("Expired");
  });

  test("what was shared and revoked is in the activity, with who did it", async () => {
    const { text } = await owner.open("/dashboard/o/acme/activity?kind=shared_report");
    for (const verb of ["shared", "revoked"])
      expect(text).toMatch(new RegExp(`${verb} the report <a [^>]+><bdi>To revoke`));
    expect(text).toContain("editor@acme.example");
    const { DB } = dashboard.service.env;
    const select =
      "SELECT count(*) AS entries FROM activity WHERE object_id = (SELECT id FROM shared_reports WHERE name = 'To revoke')";
    expect(await DB.prepare(select).first<number>("entries")).toBe(2);
  });
});

test("who guesses is limited, like who guesses short links", { tags: "all" }, async () => {
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
