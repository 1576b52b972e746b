import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { key } = await service.issueKey();
const directory = mkdtempSync(join(tmpdir(), "exports-"));
afterAll(() => rmSync(directory, { recursive: true }));

const start = (body: object = {}, options: object = { key }) => post(service, "/v1/exports", body, options);
/** Waits until no export is running. */
const run = () =>
  expect
    .poll(() => service.env.DB.prepare("SELECT count(*) AS n FROM runs WHERE state = 'running'").first("n"), {
      timeout: 30_000,
    })
    .toBe(0);
const download = async (url: string) =>
  new Uint8Array(await (await service.fetch(new URL(url).pathname)).arrayBuffer());

let archives = 0;
/** Unpacks an archive with the program that people use, which checks it. */
async function unpack(url: string): Promise<(name: string) => string> {
  const folder = join(directory, String(++archives));
  writeFileSync(`${folder}.zip`, await download(url));
  execFileSync("unzip", ["-q", "-d", folder, `${folder}.zip`]);
  return (name) =>
    name === "" ? readdirSync(folder).sort().join(" ") : readFileSync(join(folder, name), "utf8");
}

const lines = (text: string): Json[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("an export has every link, code, URL, change and visit of its organization, and no other's", async () => {
  const theirs = await service.issueKey({ organization: "stranger" });
  const foreign = expectLink(await post(service, "/v1/links", linkBody(), theirs));
  const body = linkBody("custom custom_url", { slug: "summer", name: "Sommer & Söhne" });
  const link = expectLink(await post(service, "/v1/links", body, { key }));
  await send(service, "PATCH", `/v1/links/${link.id}`, { slug: "autumn" }, { key });
  await post(
    service,
    `/v1/links/${link.id}/qr-codes`,
    { identifier: "poster", metadata: { wall: 1 } },
    { key },
  );
  const off = expectLink(await post(service, "/v1/links", linkBody(), { key }));
  await send(service, "PATCH", `/v1/links/${off.id}`, { status: "inactive" }, { key });
  const { DB } = service.env;
  const day = new Date().toISOString().slice(0, 10);
  const visits = { "": { "US phone": { "1": 2, "2": 1 } }, poster: { "US robot": { "3": 4 } } };
  for (const [organization, { id }] of [
    [service.organization, link],
    ["stranger", foreign],
  ] as const)
    await DB.prepare(
      `INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps,
         counts, totals, apart) VALUES (?1, ?2, 'main', ?3, 'custom', 0, 3, 4, 0, 0, ?4, '{}', '{}')`,
    )
      .bind(day, organization, id, JSON.stringify(visits))
      .run();

  const started = await start({ images: true });
  expect(started.status).toBe(201);
  expect(started.json.data).toMatchObject({ state: "running", images: true, links: 2, percent: 0 });
  expect(started.json.data).not.toHaveProperty("downloadUrl");
  const path = new URL(started.headers.get("Location") ?? "").pathname;
  await run();
  const { data } = (await get(service, path, { key })).json;
  expect(data).toMatchObject({
    state: "done",
    percent: 100,
    bytes: (await download(data.downloadUrl)).length,
  });
  const file = await unpack(data.downloadUrl);
  expect(file("")).toBe(
    "addresses.csv codes.csv history.jsonl images.zip links.jsonl redirects restore visits.csv",
  );

  const [first, second] = lines(file("links.jsonl"));
  expect([first.id, first.status]).toEqual([off.id, "inactive"]);
  expect(second).toMatchObject({ id: link.id, shortId: link.shortId, slugs: ["summer", "autumn"] });
  // What is exported creates the same link.
  const again = await post(service, "/v1/links", { ...second.definition, slug: "winter" }, { key });
  expect(expectLink(again).name).toBe("Sommer & Söhne");
  expect(lines(file("history.jsonl")).map(({ linkId, version }) => [linkId, version])).toEqual([
    [link.id, 1],
    [link.id, 2],
    [link.id, 3],
    [off.id, 1],
    [off.id, 2],
  ]);
  const origin = service.url.origin;
  expect(file("addresses.csv").trimEnd().split("\r\n")).toEqual([
    "url,kind,linkId,isCurrent,state,destination",
    `${origin}/${off.shortId},short_id,${off.id},true,off,`,
    `${origin}/${link.shortId},short_id,${link.id},false,running,https://example.com/welcome`,
    `${origin}/summer,slug,${link.id},false,running,https://example.com/welcome`,
    `${origin}/autumn,slug,${link.id},true,running,https://example.com/welcome`,
  ]);
  expect(file("codes.csv")).toContain(`qr_${link.id}_poster,${link.id},poster,`);
  expect(file("visits.csv").trimEnd().split("\r\n")).toEqual([
    "day,linkId,code,country,device,class,visits",
    `${day},${link.id},,US,phone,clicks,3`,
    `${day},${link.id},poster,US,,robots,4`,
  ]);
  expect(
    ["links.jsonl", "history.jsonl", "codes.csv", "addresses.csv", "visits.csv", "restore/rows.jsonl"]
      .map(file)
      .join(""),
  ).not.toContain(foreign.id);

  const images = join(directory, "images");
  execFileSync("unzip", ["-q", "-d", images, join(directory, String(archives), "images.zip")]);
  expect(readdirSync(images)).toHaveLength(3);
  const drawn = await get(service, `/qr/qr_${link.id}_poster.svg`);
  expect(readFileSync(join(images, `qr_${link.id}_poster.svg`), "utf8")).toBe(drawn.text);
});

test("exports are for keys that reach all projects and have the scope, and for their own organization", async () => {
  const limited = await service.issueKey({ projects: ["main"] });
  expectError(await start({}, limited), 403, "project_access_denied");
  const reading = await service.issueKey({ scopes: ["links:read"] });
  expectError(await start({}, reading), 403, "insufficient_scope");
  const path = "/v1/exports/exp_nothing";
  expectError(await get(service, path, limited), 403, "project_access_denied");
  const unknown = expectError(await get(service, path, { key }), 404, "not_found");
  const theirs = await service.issueKey({ organization: "globex" });
  const foreign = (await start({}, theirs)).json.data;
  const denied = expectError(await get(service, `/v1/exports/${foreign.id}`, { key }), 404, "not_found");
  expect(denied.message).toBe(unknown.message);
  expectError(await get(service, `/exports/${"x".repeat(32)}.zip`), 404, "not_found");
  expectError(await start({ image: true }), 400, "validation_failed");
  await run();
});

test("one export runs at a time; a repeat gets the one that it started", async () => {
  const busy = await service.issueKey({ organization: "busy" });
  const keyed = { key: busy.key, idempotencyKey: "export-of-today" };
  const first = await start({}, keyed);
  const repeat = await start({}, keyed);
  expect([repeat.status, repeat.json.data, repeat.headers.get("Idempotent-Replayed")]).toEqual([
    201,
    first.json.data,
    "true",
  ]);
  expectError(await start({ images: true }, keyed), 409, "idempotency_conflict");
  await run();
  const set = (state: string) =>
    service.env.DB.prepare("UPDATE runs SET state = ?2 WHERE id = ?1").bind(first.json.data.id, state).run();
  await set("running");
  expect(expectError(await start({}, busy), 429, "rate_limited").message).toContain("running");
  await set("idle");
  expect((await start({}, busy)).status).toBe(201);
  await run();
});

test("an export is deleted after a day, with its archive", async () => {
  const { key } = await service.issueKey({ organization: "old" });
  const { id } = (await start({}, { key })).json.data;
  await run();
  const { downloadUrl } = (await get(service, `/v1/exports/${id}`, { key })).json.data;
  expect((await download(downloadUrl)).length).toBeGreaterThan(100);
  await service.env.DB.prepare("UPDATE runs SET expires_at = ?2 WHERE id = ?1")
    .bind(id, new Date().toISOString())
    .run();
  expectError(await get(service, `/v1/exports/${id}`, { key }), 404, "not_found");
  expectError(await get(service, new URL(downloadUrl).pathname), 404, "not_found");
  await service.scheduled("* * * * *", new Date());
  const { objects } = await service.env.QR_IMAGES.list({ prefix: `exports/${id}` });
  expect(objects).toEqual([]);
});
