import { createHash, createHmac } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILD_DIRECTORY } from "../../src/surfaces/cli/wrangler/build.ts";
import { serviceOptions } from "../bench/instances.ts";
import { type Instance, start } from "../bench/start.ts";
import { fillStorage, type Stored } from "../bench/storage.ts";
import { linkBody } from "../bodies.ts";

/** Personal data of a client's request, each with a unique mark. */
const PERSONAL = {
  "CF-Connecting-IP": "203.0.113.241",
  "X-Forwarded-For": "203.0.113.242",
  "User-Agent": "Mozilla/5.0 (iPhone; marked-phone-5xq1z) Version/18.0 Mobile Safari/604.1",
  Cookie: "marked-cookie-5xq1z=1; CF_Authorization=marked-cookie-token-5xq1z",
  Referer: "https://marked-referrer-5xq1z.example/",
  "Accept-Language": "marked-language-5xq1z",
  "Cf-Access-Authenticated-User-Email": "marked-person-5xq1z@example.com",
  "Cf-Access-Jwt-Assertion": "marked.jwt-5xq1z.x",
};
const MARKS = ["203.0.113.24", "marked-", "5xq1z"];
/** Sent to be stored: proves that the search works. */
const NAME = "stored-name-77aa";
const VISITS = 12;

let directory: string;
let stored: Stored;
let running: Instance | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "shoppable-links-personal-"));
  stored = await fillStorage(BUILD_DIRECTORY, join(directory, "storage"), { short: VISITS, created: 0 });
  const options = await serviceOptions(BUILD_DIRECTORY);
  const queueConsumers = Object.fromEntries(
    Object.entries(options.queueConsumers ?? {}).map(([name, consumer]) => [
      name,
      { ...consumer, maxBatchTimeout: 0 },
    ]),
  );
  running = await start({ ...options, queueConsumers }, join(directory, "storage"));
});
afterAll(async () => {
  await running?.stop();
  await rm(directory, { recursive: true, force: true });
});

const ask = async (path: string, headers: Record<string, string> = {}, body?: object): Promise<number> => {
  const response = await fetch(`${running?.origin}${path}`, {
    redirect: "manual",
    headers: { ...PERSONAL, ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
};

/**
 * The files of all stores that contain this text, in UTF-8 or UTF-16. The local runtime's rate limiters are not our
 * stores: they keep their keys, which are client IPs.
 */
async function filesWith(text: string): Promise<string[]> {
  return filesWithAny([text, Buffer.from(text, "utf16le")]);
}

async function filesWithAny(texts: readonly (string | Buffer)[]): Promise<string[]> {
  const storage = join(directory, "storage");
  const entries = await readdir(storage, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = relative(storage, join(entry.parentPath, entry.name));
    if (path.startsWith("ratelimit/")) continue;
    const content = await readFile(join(storage, path));
    if (texts.some((text) => content.includes(text))) found.push(path);
  }
  return found;
}

/** Every form in which 32 bits or more of a hash could be stored. */
function formsOf(hash: Buffer): (string | Buffer)[] {
  const first = hash.subarray(0, 4);
  return [
    ...[hash.subarray(0, 5), hash.toString("hex").slice(0, 16), hash.toString("base64").slice(0, 7)],
    ...[String(first.readUInt32BE()), String(first.readInt32BE()), String(first.readUInt32LE())],
  ];
}

/** Hashes of the client's address and user agent, with the key of the day and without. */
function hashesOf(key: string, links: readonly string[]): Buffer[] {
  const client = `${PERSONAL["CF-Connecting-IP"]}\n${PERSONAL["User-Agent"]}`;
  const texts = [
    ...[PERSONAL["CF-Connecting-IP"], PERSONAL["User-Agent"], client],
    ...[...links, "acme\nmain"].map((owner) => `${owner}\n${client}`),
  ];
  return texts.flatMap((text) => [
    createHmac("sha256", key).update(text).digest(),
    createHash("sha256").update(text).digest(),
  ]);
}

test("no store contains an IP, a user agent, a cookie, a token or a key of a client", async () => {
  const key = { "X-Service-API-Key": stored.apiKey };
  for (const shortId of stored.shortIds)
    expect(await ask(`/${shortId}?qr=default&from=marked-query-5xq1z`)).toBe(302);
  expect(await ask("/zzzzzzz9")).toBe(404);
  expect(
    await ask("/v1/links", { ...key, "Idempotency-Key": "kept-key-5" }, linkBody(undefined, { name: NAME })),
  ).toBe(201);
  expect(await ask("/v1/links?limit=5", key)).toBe(200);
  expect(await ask("/v1/links", { "X-Service-API-Key": "slk_marked-5xq1z" })).toBe(401);
  expect(await ask("/v1/links", key, { projectId: "marked-body-5xq1z" })).toBe(400);
  expect(await ask("/shared/marked-token-5xq1z")).toBe(404);
  const db = await running?.miniflare.getD1Database("DB");
  const counted = () =>
    db
      ?.prepare(
        "SELECT coalesce(sum(scans + clicks + robots + previews), 0) AS n FROM visit_days WHERE link_id <> ''",
      )
      .first<number>("n");
  await expect.poll(counted).toBe(VISITS);
  const kv = await running?.miniflare.getKVNamespace("LINKS");
  const visitorKey = (await kv?.get(`visitors:${new Date().toISOString().slice(0, 10)}`, "text")) ?? "";
  expect(visitorKey).toMatch(/^[0-9a-f]{64}$/);
  const links = await db?.prepare("SELECT id FROM links").all<{ id: string }>();
  // Each visitor of a link and of the project is an entry of 24 bits.
  const sketches = await db?.prepare("SELECT visitors FROM visit_days").all<{ visitors: string }>();
  for (const { visitors } of sketches?.results ?? []) expect(visitors).toMatch(/^\{"\*?":\{"\d{1,8}":1\}\}$/);
  // Everything is in files once the runtime has ended.
  await running?.stop();
  running = undefined;

  expect(await filesWith(NAME)).not.toEqual([]);
  for (const mark of [...MARKS, stored.apiKey]) expect([mark, await filesWith(mark)]).toEqual([mark, []]);
  // The key is nowhere else than in KV, and the hashes are nowhere.
  const withKey = await filesWith(visitorKey);
  expect([withKey.length > 0, withKey.filter((path) => !path.startsWith("kv/"))]).toEqual([true, []]);
  const owners = (links?.results ?? []).map(({ id }) => id);
  const hashes = hashesOf(visitorKey, owners);
  // They are the right ones: the entry of the project is the first 24 bits of one.
  const entries = hashes.map((hash) => `{"*":{"${hash.readUInt32BE() >>> 8}":1}}`);
  expect(sketches?.results.some(({ visitors }) => entries.includes(visitors))).toBe(true);
  const forms = hashes.flatMap(formsOf);
  expect(forms.length).toBeGreaterThan(100);
  expect(await filesWithAny(forms)).toEqual([]);
});
