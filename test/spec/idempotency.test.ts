import { describe, expect, test } from "vitest";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { DOWN, post } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";
import { expectNew, expectReplay, newKey, WRITES } from "./idempotent-writes.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();
const newLink = async () => expectLink(await post(service, "/v1/links", linkBody(), full)).id;
const linkId = await newLink();

describe.each(WRITES)("spec: the same Idempotency-Key for the same logical operation, $name", (write) => {
  const { body } = write;
  const create = (idempotencyKey: string, sent: unknown = body(), { key }: IssuedKey = full) =>
    post(service, write.path(linkId), sent, { key, idempotencyKey });

  test("replays status, body and Location, marked as a replay", async () => {
    const key = newKey();
    const first = await create(key);
    expectNew(first);
    expectReplay(await create(key), first);
    expectReplay(await create(key), first);
  });

  test("a different body returns 409", async () => {
    const key = newKey();
    expectNew(await create(key));
    expectError(await create(key, body("Summer")), 409, "idempotency_conflict");
    const swapped = { ...body(), metadata: { a: 1, b: { c: [2, 1] } } };
    expectError(await create(key, swapped), 409, "idempotency_conflict");
  });

  test("every request without a key or with a new key creates an object", async () => {
    const send = () => post(service, write.path(linkId), body(), full);
    const answers = [await send(), await send(), await create(newKey()), await create(newKey())];
    expect(new Set(answers.map(expectNew)).size).toBe(4);
  });

  test("the order of properties, whitespace and escapes do not matter", async () => {
    const key = newKey();
    const first = await create(key);
    expectNew(first);
    const { name, metadata: _, ...rest } = body();
    const reordered = { metadata: { b: { c: [1, 2] }, a: 1 }, ...rest, name };
    const written = JSON.stringify(reordered, null, 2).replace('"Spring"', '"\\u0053pring"');
    expect(written).not.toContain("Spring");
    expectReplay(await create(key, written), first);
  });

  test("another API key of the organization gets the replay, so that rotated keys create no duplicates", async () => {
    const key = newKey();
    const first = await create(key);
    expectNew(first);
    expectReplay(await create(key, body(), await service.issueKey()), first);
  });

  test("access is checked before a replay", async () => {
    const key = newKey();
    expectNew(await create(key));
    const operation = write.path("") === "/v1/links" ? "links:write" : "qr-codes:write";
    for (const missing of [operation, "retailers:custom"]) {
      const poor = await service.issueKey({ scopes: SCOPES.filter((scope) => scope !== missing) });
      expectError(await create(key, body(), poor), 403, "insufficient_scope");
    }
    const elsewhere = await service.issueKey({ projects: ["elsewhere"] });
    expectError(await create(key, body(), elsewhere), 403, "project_access_denied");
  });

  test.each([7, 8, 128, 129])("spec: length 8-128, here %i", async (length) => {
    const key = `k${newKey()}`.padEnd(length, "-").slice(-length);
    const first = await create(key);
    if (length === 8 || length === 128) {
      expectNew(first);
      expectReplay(await create(key), first);
    } else {
      const { details } = expectError(first, 400, "validation_failed");
      expect(details?.map(({ field }) => field)).toEqual(["Idempotency-Key"]);
    }
  });

  test("a rejected or failed request does not use up its key", async () => {
    const key = newKey();
    expectError(await create(key, { ...body(), name: "" }), 400, "validation_failed");
    expectError(await create(key, { ...body(), unknown: 1 }), 400, "validation_failed");
    expectError(await create(key, "{"), 400, "malformed_request");
    const headers = { [DOWN]: "DB" };
    const down = await post(service, write.path(linkId), body(), { ...full, idempotencyKey: key, headers });
    expectError(down, 503, "service_unavailable");
    const first = await create(key);
    expectNew(first);
    expectReplay(await create(key), first);
  });
});

test.each(["IDEMPOTENCY", "LINKS", "QR_IMAGES"])(
  "with %s down, writes succeed and are replayed",
  async (name) => {
    const options = { ...full, headers: { [DOWN]: name } };
    for (const { path, body } of WRITES) {
      const send = (idempotencyKey: string) =>
        post(service, path(linkId), body(), { ...options, idempotencyKey });
      const key = newKey();
      const first = await send(key);
      expectNew(first);
      expectReplay(await send(key), first);
    }
  },
);

test("a key belongs to its path: links and the QR codes of each link are independent", async () => {
  const idempotencyKey = newKey();
  const other = await newLink();
  const sends = [
    () => post(service, "/v1/links", linkBody(), { ...full, idempotencyKey }),
    () => post(service, `/v1/links/${linkId}/qr-codes`, {}, { ...full, idempotencyKey }),
    () => post(service, `/v1/links/${other}/qr-codes`, {}, { ...full, idempotencyKey }),
  ];
  for (const send of sends) {
    const first = await send();
    expectNew(first);
    expectReplay(await send(), first);
  }
});

test("a key belongs to its organization: the same key in another one is independent", async () => {
  const idempotencyKey = newKey();
  const globex = await service.issueKey({ organization: "globex" });
  const send = ({ key }: IssuedKey, name: string) =>
    post(service, "/v1/links", linkBody("custom custom_url", { name }), { key, idempotencyKey });
  const ours = await send(full, "Ours");
  const theirs = await send(globex, "Theirs");
  expect(expectNew(ours)).not.toBe(expectNew(theirs));
  expectReplay(await send(full, "Ours"), ours);
  expectReplay(await send(globex, "Theirs"), theirs);
});

test("requests that violate business rules do not use up their key", async () => {
  const idempotencyKey = newKey();
  const send = (path: string, body: object) => post(service, path, body, { ...full, idempotencyKey });
  const secret = linkBody("custom custom_url", { customUrl: "https://user:pass@example.com/" });
  expectError(await send("/v1/links", secret), 422, "url_not_allowed");
  const unsupported = { ...linkBody("grocer_a product_detail"), intent: "add_to_cart" };
  expectError(await send("/v1/links", unsupported), 422, "unsupported_retailer_intent");
  const { id } = expectLink(await send("/v1/links", linkBody()));
  expectError(await send(`/v1/links/${id}/qr-codes`, { identifier: "default" }), 409, "duplicate_identifier");
  expectNew(await send(`/v1/links/${id}/qr-codes`, { identifier: "shelf" }));
});

test("a QR code is replayed although its link is inactive now", async () => {
  const id = await newLink();
  const add = (idempotencyKey: string, identifier: string) =>
    post(service, `/v1/links/${id}/qr-codes`, { identifier }, { ...full, idempotencyKey });
  const key = newKey();
  const first = await add(key, "shelf");
  expectNew(first);
  expectReplay(await add(key, "shelf"), first);
  expectError(await add(newKey(), "shelf"), 409, "duplicate_identifier");
  await service.env.DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(id).run();
  expectReplay(await add(key, "shelf"), first);
  expectError(await add(newKey(), "aisle"), 409, "link_inactive");
});
