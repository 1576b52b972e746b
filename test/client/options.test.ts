import { expect, test } from "vitest";
import { responseOf, ShoppableLinks, ShoppableLinksError } from "../../client/src/index.ts";
import { errorBody, link, scripted, soon } from "./scripted-client.ts";

test("an error has retryAfter and the headers of the response", async () => {
  const headers = { "Retry-After": "17", "X-Proxy": "one" };
  const { client } = await scripted([{ status: 429, headers, body: errorBody("rate_limited") }], {
    retries: 0,
  });
  const error: unknown = await client.links.get("lnk_1").catch((thrown: unknown) => thrown);
  if (!(error instanceof ShoppableLinksError)) throw error;
  expect([error.code, error.retryAfter, error.headers.get("X-Proxy")]).toEqual(["rate_limited", 17, "one"]);
});

test("retries and timeout of a call override those of the client", async () => {
  const down = { status: 503, headers: soon, body: errorBody("service_unavailable") };
  const patient = await scripted([down, down, { status: 200, body: { data: { id: "lnk_1" } } }], {
    retries: 0,
  });
  expect(await patient.client.links.get("lnk_1", { retries: 2 })).toEqual({ id: "lnk_1" });
  const slow = await scripted(["never"], { retries: 0 });
  await expect(slow.client.links.get("lnk_1", { timeout: 20 })).rejects.toMatchObject({ code: "timeout" });
});

test.each<[string, unknown]>([
  ["The API key is missing", undefined],
  ["The API key is missing", " "],
  ["The API key is invalid", "slk_test\n"],
  ["The API key is invalid", "Bearer slk_test"],
])("a malformed key is rejected before any request: %s", (words, key) => {
  const make = () => new ShoppableLinks({ key: key as string, baseUrl: "https://go.example.com" });
  expect(make).toThrow(
    expect.objectContaining({ code: "invalid_key", message: expect.stringContaining(words) }),
  );
});

test.each(["", "go.example.com", "ftp://go.example.com"])(
  "an invalid base URL is rejected: %s",
  (baseUrl) => {
    const make = () => new ShoppableLinks({ key: "slk_test", baseUrl });
    expect(make).toThrow(expect.objectContaining({ code: "invalid_base_url" }));
  },
);

test("include is sent, comma-separated, with every call that returns links or codes", async () => {
  const one = { status: 200, body: { data: {} } };
  const { client, received } = await scripted([one, one, one, { status: 200, body: { data: [] } }, one, one]);
  const include = ["slug", "state"] as const;
  await client.links.create(link, { include });
  await client.links.get("lnk_1", { include });
  await client.links.change("lnk_1", {}, { include });
  for await (const each of client.links.list({ status: "active" }, { include })) throw new Error(each.id);
  await client.qrCodes.get("lnk_1", "door", { include: ["style"] });
  await client.links.get("lnk_1");
  expect(received.map(({ path }) => path)).toEqual([
    "/v1/links?include=slug%2Cstate",
    "/v1/links/lnk_1?include=slug%2Cstate",
    "/v1/links/lnk_1?include=slug%2Cstate",
    "/v1/links?status=active&include=slug%2Cstate",
    "/v1/links/lnk_1/qr-codes/door?include=style",
    "/v1/links/lnk_1",
  ]);
});

test("the image of a code is fetched without the key and returned as bytes", async () => {
  const { client, received, baseUrl } = await scripted([{ status: 200, body: "%PDF" }]);
  const imageUrl = `${baseUrl}/qr/qr_lnk_1_default.svg`;
  const bytes = await client.qrCodes.file({ imageUrl }, { format: "pdf", size: 80 });
  expect(new TextDecoder().decode(bytes)).toBe("%PDF");
  expect(responseOf(bytes).status).toBe(200);
  expect(received[0]?.path).toBe("/qr/qr_lnk_1_default.pdf?size=80");
  expect(received[0]?.headers["x-service-api-key"]).toBeUndefined();
});

test("a logo is sent unchanged", async () => {
  const { client, received } = await scripted([{ status: 200, body: { data: { id: "demo" } } }]);
  const project = await client.projects.putLogo("demo", new TextEncoder().encode("<svg/>"));
  expect(project.id).toBe("demo");
  expect(received[0]).toMatchObject({ method: "PUT", path: "/v1/projects/demo/logo", body: "<svg/>" });
});
