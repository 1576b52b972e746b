import { describe, expect, test } from "vitest";
import { secretBox } from "../../src/extras/webhooks/secrets.ts";
import { MAX_WEBHOOKS } from "../../src/extras/webhooks/webhook.ts";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { deliveryResource, webhookResource } from "../../src/surfaces/api/webhook-resources.ts";
import { linkBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { type Answer, get, type Json, post, send } from "../requests.ts";
import { type IssuedKey, WEBHOOK_SECRET_KEY } from "../service.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const key = await service.issueKey({ createProjects: ["main", "other"] });
const limited = await service.issueKey({ projects: ["main"] });
const stranger = await service.issueKey({ organization: "strangers", createProjects: ["main"] });
const PATH = "/v1/webhooks";
const URL_ = "https://hooks.brand.example/links?token=1";

const expectWebhook = (answer: Answer, status = 200): Json => {
  expect([answer.status, status < 300 || answer.text]).toEqual([status, true]);
  expect(webhookResource.parse(answer.json.data)).toEqual(answer.json.data);
  return answer.json.data;
};
const create = async (fields: object = {}, by: IssuedKey = key) =>
  expectWebhook(await post(service, PATH, { url: URL_, ...fields }, by), 201);
const idsOf = async (by: IssuedKey): Promise<string[]> =>
  (await get(service, PATH, by)).json.data.map(({ id }: Json) => id);
const empty = () =>
  service.env.DB.batch([
    service.env.DB.prepare("DELETE FROM webhook_deliveries"),
    service.env.DB.prepare("DELETE FROM webhooks"),
  ]);

describe("a webhook", () => {
  test("is created with a secret, which no later answer, table or log line has", async () => {
    const made = await create({ types: ["link.created"], description: "Shop", projectId: "main" });
    expect(made).toEqual({
      ...{
        id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
        url: URL_,
        projectId: "main",
        types: ["link.created"],
      },
      ...{ description: "Shop", status: "active", createdAt: expect.any(String) },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdBy: { type: "api_key", id: key.id },
    });
    const { secret, ...others } = made;
    const read = expectWebhook(await get(service, `${PATH}/${made.id}`, key));
    expect(read).toEqual({ ...others, createdBy: { ...others.createdBy, name: "test" } });
    const { results } = await service.env.DB.prepare("SELECT * FROM webhooks").all();
    expect(results[0]).toMatchObject({ secret: expect.stringMatching(/^A256GCM:/) });
    const activity = await service.env.DB.prepare("SELECT * FROM activity").all();
    const stored = JSON.stringify([results, activity.results, service.logs()]);
    expect(stored).not.toContain(secret.slice(6));
  });

  test("is made once for an Idempotency-Key, whose repeat has no secret", async () => {
    const options = { ...key, idempotencyKey: "webhook-once" };
    const first = await post(service, PATH, { url: URL_ }, options);
    const again = await post(service, PATH, { url: URL_ }, options);
    const { secret, ...others } = first.json.data;
    expect(secret).toContain("whsec_");
    expect([again.status, again.json.data]).toEqual([201, others]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(first.headers.get("Location")).toBe(`${service.url.origin}${PATH}/${others.id}`);
  });

  test("is changed by a merge patch, and switched off and on", async () => {
    const { id } = await create({ description: "Old" });
    const patch = (body: object) => send(service, "PATCH", `${PATH}/${id}`, body, key);
    const changed = expectWebhook(
      await patch({ types: ["page.made"], description: null, status: "inactive" }),
    );
    expect(changed).toMatchObject({ types: ["page.made"], description: "", status: "inactive", url: URL_ });
    expect(expectWebhook(await patch({ status: "active" }))).toMatchObject({ status: "active" });
    expectError(await patch({ url: "https://10.0.0.1/" }), 422, "url_not_allowed");
    const error = expectError(await patch({ url: null, projectId: "main" }), 400, "validation_failed");
    expect(error.details?.map(({ field }) => field).sort()).toEqual(["projectId", "url"]);
  });

  test("gets all events unless it names some, and never all of them because the last is taken away", async () => {
    const { id, types } = await create();
    expect(types).toBeUndefined();
    const patch = (body: object) => send(service, "PATCH", `${PATH}/${id}`, body, key);
    expect(expectWebhook(await patch({ types: ["page.made"] }))).toMatchObject({ types: ["page.made"] });
    for (const refused of [
      await patch({ types: [] }),
      await post(service, PATH, { url: URL_, types: [] }, key),
    ])
      expect(expectError(refused, 400, "validation_failed").details?.[0]?.field).toBe("types");
    expect(expectWebhook(await get(service, `${PATH}/${id}`, key)).types).toEqual(["page.made"]);
    expect(expectWebhook(await patch({ types: null })).types).toBeUndefined();
  });

  test("is deleted with its deliveries, gets nothing more, and leaves room for another", async () => {
    await empty();
    const others = await Promise.all(Array.from({ length: MAX_WEBHOOKS - 1 }, () => create()));
    const { secret: _, createdBy, ...made } = await create();
    await post(service, `${PATH}/${made.id}/deliveries`, {}, key);
    const remove = () => send(service, "DELETE", `${PATH}/${made.id}`, undefined, key);
    expect(expectWebhook(await remove())).toMatchObject(made);
    expectError(await remove(), 404, "not_found");
    expectError(await get(service, `${PATH}/${made.id}`, key), 404, "not_found");
    expectError(await post(service, `${PATH}/${made.id}/secret`, undefined, key), 404, "not_found");
    expect((await idsOf(key)).sort()).toEqual(others.map(({ id }) => id).sort());
    await create();
    await service.scheduled("* * * * *", new Date());
    const { DB } = service.env;
    for (const [table, column] of [
      ["webhook_deliveries", "webhook_id"],
      ["webhooks", "id"],
    ])
      expect(
        await DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?1`).bind(made.id).first("n"),
      ).toBe(0);
    const { results } = await DB.prepare("SELECT changes FROM activity WHERE object_id = ?1 ORDER BY id")
      .bind(made.id)
      .all();
    expect(results.at(-1)).toEqual({ changes: JSON.stringify([{ field: "removed", to: true }]) });
    await empty();
  });

  test("that is switched off gets nothing of what happens meanwhile", async () => {
    await empty();
    const { id } = await create();
    await send(service, "PATCH", `${PATH}/${id}`, { status: "inactive" }, key);
    await post(service, "/v1/links", linkBody("custom custom_url"), key);
    await service.scheduled("* * * * *", new Date());
    await send(service, "PATCH", `${PATH}/${id}`, { status: "active" }, key);
    await service.scheduled("* * * * *", new Date());
    expect((await get(service, `${PATH}/${id}/deliveries`, key)).json).toEqual({ data: [] });
  });

  test("lists its deliveries in pages", async () => {
    const { id } = await create();
    await service.env.DB.prepare("UPDATE webhooks SET not_before = '9999' WHERE id = ?1").bind(id).run();
    for (let n = 0; n < 3; n++) await post(service, `${PATH}/${id}/deliveries`, {}, key);
    const seen: Json[] = [];
    let path: string | null = `${PATH}/${id}/deliveries?limit=2`;
    while (path) {
      const { data, nextCursor }: Json = (await get(service, path, key)).json;
      for (const each of data) expect(deliveryResource.parse(each)).toEqual(each);
      seen.push(...data);
      path = nextCursor ? `${PATH}/${id}/deliveries?limit=2&cursor=${nextCursor}` : null;
    }
    expect(new Set(seen.map((each) => each.id)).size).toBe(3);
    expectError(
      await post(service, `${PATH}/${id}/deliveries`, { eventId: "evt_none" }, key),
      404,
      "not_found",
    );
  });
});

test("an organization has a limited number of webhooks", async () => {
  await empty();
  for (let n = 0; n < MAX_WEBHOOKS; n++) await create();
  expectError(await post(service, PATH, { url: URL_ }, key), 403, "quota_exceeded");
  await create({}, stranger);
  await empty();
});

test.each([
  ["http://hooks.brand.example/", "https"],
  ["https://127.0.0.1/", "IP address"],
  ["https://0x7f.1/", "IP address"],
  ["https://2130706433/", "IP address"],
  ["https://[::1]/", "IP address"],
  ["https://[::ffff:10.0.0.1]/", "IP address"],
  ["https://localhost/", "public host"],
  ["https://metadata.google.internal/", "public host"],
  ["https://printer.local./", "public host"],
  ["https://localhost../", "public host"],
  ["https://hooks..brand.example/", "public host"],
  ["https://user:word@hooks.brand.example/", "user name"],
  ["not a URL", "URL"],
  ["https://hooks.brand\n.example/", "URL"],
  ["https://hooks.brand.example/a\tb", "URL"],
  ["https:\\\\hooks.brand.example/", "URL"],
  ["https:hooks.brand.example/", "URL"],
  ["https://kubernetes.default.svc/", "public host"],
  ["https://fritz.box/", "public host"],
  ["https://db.localdomain/", "public host"],
  ["https://hidden.onion/", "public host"],
  [`https://${"a".repeat(64)}.example/`, "public host"],
  [`https://${"a.".repeat(125)}example/`, "public host"],
])("events are not sent to %s", async (url, words) => {
  const error = expectError(await post(service, PATH, { url }, key), 422, "url_not_allowed");
  expect(error.details).toEqual([{ field: "url", message: expect.stringContaining(words) }]);
});

test("events are not sent to this service, or to a domain of any organization", async () => {
  await service.env.DB.prepare(
    `INSERT INTO domains (host, organization_id, token, created_at, confirmed_at)
     VALUES ('go.others.example', 'strangers', ?1, '2026-01-01', '2026-01-01')`,
  )
    .bind("x".repeat(32))
    .run();
  const refused = () => post(service, PATH, { url: "https://go.others.example/v1/links" }, key);
  await expect.poll(async () => (await refused()).status, { timeout: 30_000, interval: 500 }).toBe(422);
});

describe("who may manage webhooks", () => {
  test("a key with the scope, within its organization and projects", async () => {
    await empty();
    const poor = await service.issueKey({ scopes: SCOPES.filter((scope) => scope !== "webhooks:write") });
    const [all, main] = [await create(), await create({ projectId: "main" }, limited)];
    expectError(await post(service, PATH, { url: URL_ }, limited), 403, "project_access_denied");
    expectError(
      await post(service, PATH, { url: URL_, projectId: "other" }, limited),
      403,
      "project_access_denied",
    );
    expectError(
      await post(service, PATH, { url: URL_, projectId: "none" }, key),
      403,
      "project_access_denied",
    );
    expect([await idsOf(key), await idsOf(limited), await idsOf(stranger)]).toEqual([
      [all.id, main.id],
      [main.id],
      [],
    ]);
    const requests: [string, string, unknown][] = [
      ["GET", "", undefined],
      ["PATCH", "", { description: "Mine" }],
      ["POST", "/secret", undefined],
      ["GET", "/deliveries", undefined],
      ["POST", "/deliveries", {}],
      ["DELETE", "", undefined],
    ];
    for (const [method, rest, body] of requests) {
      const ask = (by: IssuedKey) => send(service, method, `${PATH}/${all.id}${rest}`, body, by);
      expect(expectError(await ask(poor), 403, "insufficient_scope").message).toContain("webhooks:write");
      expectError(await ask(limited), 403, "project_access_denied");
      expectError(await ask(stranger), 404, "not_found");
      const allowed = await ask(key);
      expect(allowed.status).toBeLessThan(300);
      if (rest === "" && method !== "GET") expect(allowed.json.data.description).toBe("Mine");
    }
  });

  test("an event of another organization or project is not delivered", async () => {
    const theirs = await create({}, stranger);
    await post(service, "/v1/links", linkBody("custom custom_url"), key);
    const [event] = (await get(service, "/v1/events?limit=1", key)).json.data;
    const path = `${PATH}/${theirs.id}/deliveries`;
    expectError(await post(service, path, { eventId: event.id }, stranger), 404, "not_found");
    const other = await create({ projectId: "other" });
    expectError(
      await post(service, `${PATH}/${other.id}/deliveries`, { eventId: event.id }, key),
      404,
      "not_found",
    );
  });
});

test("without the operator's key, secrets are stored as they are", async () => {
  const bare = await useService({ vars: { WEBHOOK_SECRET_KEY: "" } });
  const { secret } = expectWebhook(await post(bare, PATH, { url: URL_ }, await bare.issueKey()), 201);
  expect(await bare.env.DB.prepare("SELECT secret FROM webhooks").first()).toEqual({ secret });
});

test("with an unusable key no secret is stored, and the answer says what is wrong", async () => {
  const wrong = await useService({ vars: { WEBHOOK_SECRET_KEY: "too short" } });
  const answer = await post(wrong, PATH, { url: URL_ }, await wrong.issueKey());
  expect(expectError(answer, 503, "service_unavailable").message).toContain("WEBHOOK_SECRET_KEY");
});

test("a key that is set later seals the secrets that exist, also a former one, and they sign as before", async () => {
  const bare = secretBox("none");
  const made = await create();
  const rotated = expectWebhook(await post(service, `${PATH}/${made.id}/secret`, undefined, key));
  // As before there was a key.
  const plain = [await bare.seal(made.id, rotated.secret), await bare.seal(made.id, made.secret)];
  await service.env.DB.prepare("UPDATE webhooks SET secret = ?1, former_secret = ?2 WHERE id = ?3")
    .bind(...plain, made.id)
    .run();
  const tick = () => service.scheduled("* * * * *", new Date());
  const stored = () =>
    service.env.DB.prepare("SELECT secret, former_secret AS former FROM webhooks WHERE id = ?1")
      .bind(made.id)
      .first<{ secret: string; former: string }>();
  await tick();
  const sealed = await stored();
  for (const text of [sealed?.secret, sealed?.former]) expect(text).toMatch(/^A256GCM:/);
  const box = secretBox(Uint8Array.from(Buffer.from(WEBHOOK_SECRET_KEY, "base64")));
  expect(await box.open(made.id, sealed?.secret ?? "")).toBe(rotated.secret);
  expect(await box.open(made.id, sealed?.former ?? "")).toBe(made.secret);
  await tick();
  expect(await stored()).toEqual(sealed);
});
