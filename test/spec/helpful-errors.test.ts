import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, post, type RequestOptions, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const key = await service.issueKey({ createProjects: ["demo"] });
const link = expectLink(
  await post(service, "/v1/links", { ...linkBody("custom custom_url"), projectId: "demo" }, key),
);
const path = `/v1/links/${link.id}`;
const patch = (headers: Record<string, string>) =>
  send(service, "PATCH", path, { name: "New" }, { ...key, headers });
const detail = { field: "", message: "" };

test.each(["1", "1-abc", "W/1", '"1', "*, 1"])("If-Match %s is no ETag, which says so", async (etag) => {
  const error = expectError(await patch({ "If-Match": etag }), 400, "validation_failed");
  expect(error.details).toEqual([
    { field: "If-Match", message: 'must be an ETag as it was sent, in its quotes, such as "3-1b2c3d", or *' },
  ]);
});

test.each(['"99"', '"other"', 'W/"98", "99-abc"'])("If-Match %s is another version", async (etag) => {
  expectError(await patch({ "If-Match": etag }), 412, "precondition_failed");
});

test("an unknown parameter of a query is called a parameter, and of a body a property", async () => {
  const listed = expectError(await get(service, "/v1/links?colour=red", key), 400, "validation_failed");
  expect(listed.details).toEqual([{ ...detail, field: "colour", message: "is not a known parameter" }]);
  const body = { ...linkBody("custom custom_url"), projectId: "demo", colour: "red" };
  const made = expectError(await post(service, "/v1/links", body, key), 400, "validation_failed");
  expect(made.details).toEqual([{ ...detail, field: "colour", message: "is not a known property" }]);
});

test("one item is in the singular", async () => {
  const body = { ...linkBody("grocer_a product_detail"), projectId: "demo" };
  const products = [1, 2].map((id) => ({ retailerProductId: String(id), quantity: 1 }));
  const many = expectError(
    await post(service, "/v1/links", { ...body, products }, key),
    400,
    "validation_failed",
  );
  expect(many.details).toEqual([{ field: "products", message: "must have at most 1 item" }]);
});

test("an unsupported pair names what the retailer supports", async () => {
  const intent = async (retailer: string, other: string) => {
    const body = { ...linkBody("custom custom_url"), projectId: "demo", retailer, intent: other };
    return expectError(await post(service, "/v1/links", body, key), 422, "unsupported_retailer_intent")
      .message;
  };
  expect(await intent("grocer_a", "add_to_cart")).toMatch(/ Its intent is product_detail\.$/);
  expect(await intent("bigbox_w", "recipe")).toMatch(/ Its intents are add_to_cart and product_detail\.$/);
});

test("every 401 names the header for the key, in the same words", async () => {
  const sent: RequestOptions[] = [
    ...[{}, { key: "wrong" }, { headers: { Authorization: `Bearer ${key.key}` } }],
    { headers: { "X-API-Key": key.key } },
  ];
  for (const options of sent) {
    const error = expectError(await get(service, path, options), 401, "unauthorized");
    expect(error.message).toBe("The API key is missing or invalid. Send it in the header X-Service-API-Key.");
  }
});

test("a short id in place of a link's id says where the id is, and a wrong id does not", async () => {
  const missing = async (id: string) =>
    expectError(await get(service, `/v1/links/${id}`, key), 404, "not_found").message;
  expect(await missing(link.shortId)).toBe(
    "There is no such link. This is a short id: the id of a link begins with lnk_. GET /v1/links?q= finds it by its short id.",
  );
  expect(await missing("lnk_00000000000000000000000000")).toBe("There is no such link.");
  const found = await get(service, `/v1/links?q=${link.shortId}`, key);
  expect(found.json.data.map(({ id }: { id: string }) => id)).toEqual([link.id]);
});

test("DELETE of a link or of a code points to the status", async () => {
  for (const deleted of [path, `${path}/qr-codes/default`]) {
    const error = expectError(
      await send(service, "DELETE", deleted, undefined, key),
      405,
      "method_not_allowed",
    );
    expect(error.message).toMatch(
      /^This path supports .*To switch a link off, PATCH its status to inactive\.$/,
    );
  }
  const other = expectError(
    await send(service, "DELETE", "/v1/projects/demo", undefined, key),
    405,
    "method_not_allowed",
  );
  expect(other.message).not.toContain("status");
});
