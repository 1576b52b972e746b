import { beforeAll, describe, expect, test, vi } from "vitest";
import { jobActor } from "../../src/features/access/actor.ts";
import { projectStore } from "../../src/features/access/project-store.ts";
import { ownHosts } from "../../src/features/addresses/claimed-domain.ts";
import { domainStore } from "../../src/features/addresses/domain-store.ts";
import { addDomain } from "../../src/features/addresses/manage-domains.ts";
import { urlText } from "../../src/features/links/shown-address.ts";
import { get, send } from "../requests.ts";
import { useDashboard } from "./dashboard.ts";
import { added, finished, idIn, statesOf } from "./import.ts";

const HOST = "moved-in.localhost";
const EDITOR = "editor@acme.example";
const LINKS = "/dashboard/o/acme/links";
const FILE = [
  "Bitlink,Long URL,Title,Tags,Created,Total Clicks",
  `${HOST}/Spring_Sale,https://brand.example/spring,Spring sale,"spring, print",2024-01-01,5`,
  `${HOST}/Fr%C3%BCh_ling,https://brand.example/fruehling,Frühling,,2024-01-01,5`,
  `${HOST}/summer,https://brand.example/summer,Summer,,2024-01-01,5`,
].join("\n");

const dashboard = await useDashboard();
const { service } = dashboard;
await dashboard.add("acme", EDITOR, "editor");
const key = await service.issueKey({ organization: "acme", createProjects: ["main", "moved"] });
const editor = await dashboard.as(EDITOR);
const { DB } = service.env;
await addDomain(
  jobActor("test"),
  { host: HOST, organizationId: "acme", projectId: "moved" },
  {
    ...{ db: DB, domains: domainStore(DB), now: () => new Date() },
    ...{ projects: projectStore(DB), ownHosts: ownHosts([]) },
  },
);
const at = `${HOST}:${service.url.port}`;

let path = "";
// An isolate caches domains for ten seconds.
beforeAll(
  () =>
    vi.waitFor(
      async () => {
        path = await added(dashboard, EDITOR, { file: FILE, fields: { project: "moved" } });
        expect((await editor.open(path)).text).toContain("3 keep their printed address");
      },
      { timeout: 20_000, interval: 1_000 },
    ),
  30_000,
);

test("links that move in are created", async () => {
  await editor.send(`${path}/start`, {});
  await finished(editor, path);
  expect(await statesOf(dashboard, path)).toEqual({ made: 3 });
});

/** A link of the import, and the URL of its short id. */
async function moved(name: string) {
  const sql = `SELECT links.id, links.short_id AS shortId FROM links JOIN import_rows ON link_id = links.id
    WHERE import_id = ?1 AND links.name = ?2`;
  const link = await DB.prepare(sql).bind(idIn(path), name).first<{ id: string; shortId: string }>();
  if (link === null) throw new Error(`no link ${name}`);
  return { ...link, random: `${at}/${link.shortId}` };
}
const textOf = (markup: string): string => markup.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");

describe("a link that moved in", () => {
  test("is shown and copied under its printed address first, and its random address is below", async () => {
    const { id, random } = await moved("Spring sale");
    const page = (await editor.open(`${LINKS}/${id}`)).text;
    expect(textOf(page)).toContain(`${at}/Spring_Sale`);
    expect(page).toContain(`data-copy-text="http://${at}/Spring_Sale"`);
    expect(page).toContain(`data-copy-text="http://${at}/Spring_Sale?via=instagram"`);
    expect(textOf(page)).toContain(`Also ${random}`);
    expect(textOf(page)).toContain(`It contains ${random.slice(random.indexOf("/"))}`);

    const list = (await editor.open(`${LINKS}?q=Spring`)).text;
    expect(list).toContain(`data-copy-text="http://${at}/Spring_Sale"`);
    expect(list).not.toContain(random);
    const result = textOf((await editor.open(`${path}?show=created`)).text);
    expect(result).toContain(`${at}/Spring_Sale`);
    expect(result).toContain(`Also ${random}`);
    for (const file of [`${path}/results.csv`, `${LINKS}/export?link=${id}`])
      expect((await editor.open(file)).text).toContain(`http://${at}/Spring_Sale`);
    expect((await editor.open(`/dashboard/o/acme/find?q=spring+sale`)).text).toContain(`${at}/Spring_Sale`);
    expect(textOf((await editor.open(`${LINKS}/${id}/show`)).text)).toContain(`${at}/Spring_Sale`);
  });

  test("has its printed address as the caption of the code, which encodes and opens what it did before", async () => {
    const { id, shortId, random } = await moved("Spring sale");
    const sheet = (await editor.open(`/dashboard/o/acme/codes/sheet?code=qr_${id}_default`)).text;
    expect(sheet).toContain(`Short link<small>${at}/Spring_Sale</small>`);
    expect(sheet).not.toContain(random);
    const api = (await get(service, `/v1/links/${id}`, key)).json.data;
    expect(api.shortLink).toBe(`http://${random}`);
    expect(api.qrCode.encodedUrl).toBe(`http://${random}?qr=default`);
    for (const address of [`${shortId}?qr=default`, "Spring_Sale", "Spring_Sale?via=instagram"]) {
      const { status, headers } = await send(service, "GET", `http://${at}/${address}`);
      expect([address, status, headers.get("Location")]).toEqual([
        address,
        302,
        "https://brand.example/spring",
      ]);
    }
  });

  test("is shown with the letters that people read, and copied as a URL", async () => {
    const { id } = await moved("Frühling");
    const page = (await editor.open(`${LINKS}/${id}`)).text;
    expect(textOf(page)).toContain(`${at}/Früh_ling`);
    expect(page).toContain(`data-copy-text="http://${at}/Fr%C3%BCh_ling"`);
  });

  test("with a slug is shown under the slug", async () => {
    const { id, random } = await moved("Summer");
    const page = textOf((await editor.open(`${LINKS}/${id}`)).text);
    expect(page).toContain(`${at}/summer`);
    expect(page).toContain(`Also ${random}`);
  });
});

test.each([
  ["https://go.example/Fr%C3%BCh_ling?qr=default", "go.example/Früh_ling"],
  ["https://go.example/a%20b", "go.example/a%20b"],
  ["https://go.example/a%2Fb", "go.example/a%2Fb"],
  ["https://go.example/%E2%80%AEfdp", "go.example/%E2%80%AEfdp"],
  ["https://go.example/%FF", "go.example/%FF"],
  ["https://go.example/50%25", "go.example/50%"],
])("the URL %s reads as %s", (url, text) => {
  expect(urlText(url)).toBe(text);
});
