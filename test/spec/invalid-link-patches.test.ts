import { describe, expect, test } from "vitest";
import { expectError, expectLink } from "../expectations.ts";
import { get, send } from "../requests.ts";
import { startChangeLinkService } from "./link-patches.ts";

const { service, create, patch, row } = await startChangeLinkService();

describe("design: an invalid patch is rejected and writes nothing", () => {
  test.each<[string, unknown, number, string, string[]?]>([
    [
      "immutable properties of a link",
      { projectId: "x", defaultQrCode: {} },
      400,
      "validation_failed",
      ["projectId", "defaultQrCode"],
    ],
    ["an unknown field", { shoeSize: null }, 400, "validation_failed", ["shoeSize"]],
    [
      "an unknown field deep inside, even its removal",
      { tracking: { utm: { color: null } } },
      400,
      "validation_failed",
      ["tracking.utm.color"],
    ],
    ["an unknown status", { status: "gone" }, 400, "validation_failed", ["status"]],
    ["the removal of a required field", { name: null }, 400, "validation_failed", ["name"]],
    [
      "a link without the fields that its variant requires",
      { customUrl: null },
      400,
      "validation_failed",
      ["customUrl"],
    ],
    [
      "a trap for JavaScript",
      '{"metadata":{"__proto__":{"a":1}}}',
      400,
      "validation_failed",
      ["metadata.__proto__"],
    ],
    [
      "an unsupported pair",
      { retailer: "grocer_a", intent: "add_to_cart" },
      422,
      "unsupported_retailer_intent",
    ],
    ["a destination on our own host", { customUrl: "http://localhost/x" }, 422, "url_not_allowed"],
    ["a list instead of an object", [], 400, "validation_failed", ["body"]],
    ["no JSON", "{", 400, "malformed_request"],
  ])("%s", async (_, body, status, code, fields) => {
    const link = await create();
    const before = await row(link.id);
    const own = new URL(link.shortLink).origin;
    const sent = JSON.stringify(body)?.includes("http://localhost") ? { customUrl: `${own}/x` } : body;
    const error = expectError(await patch(link.id, sent), status, code);
    expect(error.details?.map(({ field }) => field)).toEqual(
      code === "url_not_allowed" ? ["customUrl"] : fields,
    );
    expect(await row(link.id)).toEqual(before);
  });

  test("accepts application/merge-patch+json too, and no other media type", async () => {
    const link = await create();
    const as = (type: string) => patch(link.id, '{"name":"Typed"}', { headers: { "Content-Type": type } });
    expectLink(await as("application/merge-patch+json"), 200);
    expectError(await as("application/json-patch+json"), 415, "unsupported_media_type");
  });
});

describe("access", () => {
  test("requires links:write and the scopes of both retailers", async () => {
    const link = await create();
    const keyWith = async (...scopes: string[]) => (await service.issueKey({ scopes: scopes as never })).key;
    const body = {
      retailer: "bigbox_w",
      intent: "product_detail",
      customUrl: null,
      products: [{ retailerProductId: "5" }],
    };
    const reader = await keyWith("links:read", "retailers:custom");
    const other = await keyWith("links:write", "retailers:bigbox_w");
    const own = await keyWith("links:write", "retailers:custom");
    for (const [with_, sent] of [
      [reader, { name: "x" }],
      [other, { name: "x" }],
      [own, body],
    ] as const) {
      expectError(await patch(link.id, sent, { key: with_ }), 403, "insufficient_scope");
    }
    expectLink(await patch(link.id, { name: "x" }, { key: own }), 200);
  });

  test("another organization can't see, change or detect the link", async () => {
    const link = await create();
    const { key: stranger } = await service.issueKey({ organization: "rival" });
    for (const path of ["", "/definition", "/history", "/qr-codes", "/qr-codes/default"]) {
      const answer = await get(service, `/v1/links/${link.id}${path}`, { key: stranger });
      expectError(answer, 404, "not_found");
    }
    expectError(await patch(link.id, { name: "x" }, { key: stranger }), 404, "not_found");
    const code = await send(
      service,
      "PATCH",
      `/v1/links/${link.id}/qr-codes/default`,
      { name: "x" },
      { key: stranger },
    );
    expectError(code, 404, "not_found");
  });

  test("a key without access to the project is rejected", async () => {
    const link = await create();
    const { key: elsewhere } = await service.issueKey({ projects: ["other"] });
    expectError(await patch(link.id, { name: "x" }, { key: elsewhere }), 403, "project_access_denied");
    for (const path of ["/definition", "/history", "/qr-codes", "/qr-codes/default"]) {
      const answer = await get(service, `/v1/links/${link.id}${path}`, { key: elsewhere });
      expectError(answer, 403, "project_access_denied");
    }
  });
});
