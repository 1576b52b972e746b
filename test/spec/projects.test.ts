import { describe, expect, test } from "vitest";
import { MAX_LOGO_BYTES } from "../../src/features/brands/logo-store.ts";
import { expectError } from "../expectations.ts";
import { disc, LOGO } from "../logos.ts";
import { type Answer, get, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const key = await service.issueKey({ createProjects: ["shop", "blog"], projects: ["shop", "blog"] });
const ofAll = await service.issueKey({ createProjects: [] });
const ofShop = await service.issueKey({ projects: ["shop"] });
const reader = await service.issueKey({ scopes: ["projects:read"] });
const writer = await service.issueKey({ scopes: ["projects:write"] });
const stranger = await service.issueKey({ organization: "strangers", createProjects: ["theirs"] });

const patch = (projectId: string, body: unknown, by: IssuedKey = key, idempotencyKey?: string) =>
  send(service, "PATCH", `/v1/projects/${projectId}`, body, {
    key: by.key,
    ...(idempotencyKey && { idempotencyKey }),
  });
const project = async (projectId: string, by: IssuedKey = key) =>
  (await get(service, `/v1/projects/${projectId}`, by)).json.data;
const put = (projectId: string, body: BodyInit, by: IssuedKey = key): Promise<Answer> =>
  send(service, "PUT", `/v1/projects/${projectId}/logo`, body, by);
const BRAND = {
  name: "Maple & Pine",
  accent: "#c8102e",
  imprintUrl: "https://example.com/imprint",
  privacyUrl: "https://example.com/privacy",
};
const OTHER = disc("#0b6b3a");

describe("reading projects", () => {
  test("lists the projects that the key can access, by id, in pages", async () => {
    const first = await get(service, "/v1/projects?limit=1", key);
    expect(first.json.data.map(({ id }: { id: string }) => id)).toEqual(["blog"]);
    const rest = await get(service, `/v1/projects?limit=1&cursor=${first.json.nextCursor}`, key);
    expect(rest.json).toEqual({ data: [{ id: "shop", name: "shop", createdAt: expect.any(String) }] });
    const own = await get(service, "/v1/projects", ofShop);
    expect(own.json.data.map(({ id }: { id: string }) => id)).toEqual(["shop"]);
    expectError(
      await get(service, `/v1/projects?cursor=${first.json.nextCursor}x`, key),
      400,
      "validation_failed",
    );
  });

  test("requires projects:read and access; a project of another organization is not found", async () => {
    expectError(await get(service, "/v1/projects", writer), 403, "insufficient_scope");
    expectError(await get(service, "/v1/projects/shop", writer), 403, "insufficient_scope");
    expectError(await get(service, "/v1/projects/blog", ofShop), 403, "project_access_denied");
    const theirs = await get(service, "/v1/projects/theirs", ofAll);
    const none = await get(service, "/v1/projects/none", ofAll);
    expect(expectError(theirs, 404, "not_found").message).toBe(expectError(none, 404, "not_found").message);
  });
});

describe("changing projects", () => {
  test("sets, changes and removes a brand with a merge patch, and records each change", async () => {
    const made = await patch("shop", { name: "Shop", brand: { ...BRAND, accent: "#C8102E" } });
    expect(made.status).toBe(200);
    expect(made.json.data).toEqual({ id: "shop", name: "Shop", brand: BRAND, createdAt: expect.any(String) });
    await patch("shop", { brand: { accent: null, name: "M&P" } });
    const { accent: _, ...rest } = BRAND;
    expect((await project("shop")).brand).toEqual({ ...rest, name: "M&P" });
    await patch("shop", { brand: null });
    expect(await project("shop")).not.toHaveProperty("brand");
    const { results } = await service.env.DB.prepare(
      "SELECT changes FROM activity WHERE organization_id = ?1 AND object_type = 'project' AND object_id = 'shop' ORDER BY id",
    )
      .bind(service.organization)
      .all<{ changes: string }>();
    const fields = results.map(({ changes }) =>
      JSON.parse(changes).map(({ field }: { field: string }) => field),
    );
    expect(fields.slice(-2)).toEqual([["brand.name", "brand.accent"], ["brand"]]);
  });

  test("a retry with the same key is replayed and changes nothing again", async () => {
    const once = "rename-4711";
    const first = await patch("blog", { name: "Blog" }, key, once);
    await patch("blog", { name: "Other" });
    const again = await patch("blog", { name: "Blog" }, key, once);
    expect([again.status, again.headers.get("Idempotent-Replayed"), again.json]).toEqual([
      200,
      "true",
      first.json,
    ]);
    expect((await project("blog")).name).toBe("Other");
    expectError(await patch("blog", { name: "Third" }, key, once), 409, "idempotency_conflict");
  });

  test.each<[string, unknown, string]>([
    ["a brand without a name", { brand: { accent: "#000000" } }, "brand.name"],
    ["a blank name", { brand: { name: " " } }, "brand.name"],
    ["a name that is too long", { brand: { name: "x".repeat(81) } }, "brand.name"],
    ["no name", { name: null }, "name"],
    ["a color by name", { brand: { name: "x", accent: "red" } }, "brand.accent"],
    [
      "a page with a long address",
      { brand: { name: "x", privacyUrl: `https://example.com/${"p".repeat(481)}` } },
      "brand.privacyUrl",
    ],
    ["a script as a page", { brand: { name: "x", imprintUrl: "javascript:alert(1)" } }, "brand.imprintUrl"],
    [
      "a page with a user",
      { brand: { name: "x", privacyUrl: "https://u:p@example.com/" } },
      "brand.privacyUrl",
    ],
    ["a logo by address", { brand: { name: "x", logoUrl: "https://example.com/x.png" } }, "brand.logoUrl"],
    ["an unknown field", { nope: 1 }, "nope"],
    ["an unknown field of the brand", { brand: { name: "x", nope: 1 } }, "brand.nope"],
    ["what cannot change", { id: "other" }, "id"],
  ])("rejects %s", async (_, body, field) => {
    const before = await project("blog");
    const error = expectError(await patch("blog", body), 400, "validation_failed");
    expect(error.details?.map((detail: { field: string }) => detail.field)).toEqual([field]);
    expect(await project("blog")).toEqual(before);
  });

  test("requires projects:write and access to the project", async () => {
    for (const attempt of [patch, (id: string, _: unknown, by: IssuedKey) => put(id, LOGO, by)]) {
      expectError(await attempt("shop", { name: "x" }, reader), 403, "insufficient_scope");
      expectError(await attempt("blog", { name: "x" }, ofShop), 403, "project_access_denied");
      expectError(await attempt("theirs", { name: "x" }, ofAll), 404, "not_found");
    }
    expect((await project("theirs", stranger)).name).toBe("theirs");
  });

  test("applies all concurrent changes", async () => {
    const names = Array.from({ length: 5 }, (_, index) => `Name ${index}`);
    const patches = [...names.map((name) => ({ name })), { brand: { name: "At once" } }];
    const answers = await Promise.all(patches.map((body) => patch("blog", body)));
    expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 200));
    const { name, brand } = await project("blog");
    expect([names.includes(name), brand]).toEqual([true, { name: "At once" }]);
    expect((await patch("blog", { brand: null })).status).toBe(200);
  });
});

describe("logos of projects", () => {
  const logoOf = async (url: string) => service.fetch(new URL(url).pathname);

  test("give a project a brand, are cached forever, and run no scripts", async () => {
    const { status, json: body } = await put("blog", LOGO);
    expect([status, body.data.brand]).toEqual([
      200,
      { name: body.data.name, logoUrl: expect.stringMatching(/\/brands\/.+\.png$/) },
    ]);
    const expectPicture = async (picture: Response) => {
      expect(picture.status).toBe(200);
      expect(Buffer.from(await picture.arrayBuffer()).equals(LOGO)).toBe(true);
      expect(Object.fromEntries(picture.headers)).toMatchObject({
        "content-type": "image/png",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "x-content-type-options": "nosniff",
        "x-correlation-id": expect.any(String),
      });
      return picture.headers.get("CF-Cache-Status");
    };
    const { logoUrl } = body.data.brand;
    await expectPicture(await logoOf(logoUrl));
    // The same from Cloudflare's cache.
    await expect.poll(async () => expectPicture(await logoOf(logoUrl))).toBe("HIT");
  });

  test("keep their URL for the same bytes; a new logo gets a new URL and replaces the old one", async () => {
    const { logoUrl } = (await put("blog", LOGO)).json.data.brand;
    expect((await put("blog", LOGO)).json.data.brand.logoUrl).toBe(logoUrl);
    const next = (await put("blog", OTHER)).json.data.brand.logoUrl;
    expect(next).toMatch(/\.png$/);
    expect((await logoOf(next)).headers.get("Content-Type")).toBe("image/png");
    const stored = async () =>
      (await service.env.QR_IMAGES.list()).objects
        .map(({ key }) => key)
        .filter((key) => key.includes("brands/"));
    const path = new URL(next).pathname.slice(1);
    await expect.poll(stored).toEqual([path, `drawn-${path}`]);
    await patch("blog", { brand: { logoUrl: null } });
    expect((await project("blog")).brand).not.toHaveProperty("logoUrl");
    await expect.poll(stored).toEqual([]);
  });

  test("stay when other fields change", async () => {
    const { logoUrl } = (await put("blog", OTHER)).json.data.brand;
    const stored = async () =>
      (await service.env.QR_IMAGES.list({ prefix: "brands/" })).objects.map(({ key }) => key);
    for (const change of [
      { brand: { accent: "#0b6b3a" } },
      { brand: { name: "Renamed", imprintUrl: "https://example.com/imprint" } },
      { name: "The blog" },
      { brand: { accent: null, imprintUrl: null } },
    ]) {
      expect((await patch("blog", change)).json.data.brand.logoUrl).toBe(logoUrl);
      expect((await project("blog")).brand.logoUrl).toBe(logoUrl);
    }
    // The old image is deleted after the response. Wait for that, so that it can't affect this image.
    const other = (await put("shop", LOGO, ofShop)).json.data.brand.logoUrl;
    await patch("shop", { brand: null }, ofShop);
    await expect.poll(stored).not.toContain(new URL(other).pathname.slice(1));
    expect(await stored()).toEqual([new URL(logoUrl).pathname.slice(1)]);
    expect((await logoOf(logoUrl)).status).toBe(200);
    await patch("blog", { brand: null });
    await expect.poll(stored).toEqual([]);
  });

  test.each<[string, BodyInit, number, string]>([
    ["nothing", "", 400, "validation_failed"],
    ["text", "hello", 400, "validation_failed"],
    ["an SVG", "<svg viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>", 400, "validation_failed"],
    ["a white picture", disc("#ffffff"), 400, "validation_failed"],
    ["GIF89a", "GIF89a....", 400, "validation_failed"],
    ["bytes that are no UTF-8", new Uint8Array([0xff, 0xfe, 0x3c]), 400, "validation_failed"],
    ["too much", new Uint8Array(MAX_LOGO_BYTES + 1), 413, "payload_too_large"],
  ])("rejects %s", async (_, body, status, code) => {
    const before = await project("blog");
    expectError(await put("blog", body), status, code);
    expect(await project("blog")).toEqual(before);
  });

  test("return 404 at unknown URLs", async () => {
    for (const file of ["x", `${"0".repeat(24)}-${"0".repeat(32)}-${"0".repeat(8)}.png`]) {
      const response = await service.fetch(`/brands/${file}`);
      expect(response.status).toBe(404);
    }
  });
});
