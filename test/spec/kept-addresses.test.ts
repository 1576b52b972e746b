import { afterAll, describe, expect, test } from "vitest";
import { choiceBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { startGtinService } from "./gtin.ts";

const { service, key, other, origin, body, create, patch, ask } = await startGtinService();
afterAll(() => service.close());

const made = (changes: object = {}) => create.call({ body }, changes);
const opens = async (path: string, host = "id.localhost") => {
  const { status, headers } = await ask(path, { host });
  return headers.get("Location") ?? status;
};
const kept = (...keep: string[]) => ({ addresses: { keep } });
const keptUrls = ({ addresses }: Json): string[] =>
  addresses.filter(({ kind }: Json) => kind === "kept").map(({ url }: Json) => url);

describe("design: a link keeps addresses that were printed before", () => {
  const PRINTED = ["/Spring_Sale", "/2024", "/go", "/holidays", "/a/b", "/a.b", "/Käse", "/docs", "/qr/menu"];

  test("each redirects on its domain, exactly as printed, and include=addresses has it", async () => {
    const link = await made({ customUrl: "https://shop.example/sale", ...kept(...PRINTED) });
    expect(keptUrls(link)).toEqual(PRINTED.map((path) => new URL(path, origin).href));
    expect(link.shortLink).toBe(`${origin}/${link.shortId}`);
    for (const path of PRINTED) {
      expect(await opens(path), path).toBe("https://shop.example/sale");
      expect(await opens(`${path}?qr=default`), path).toBe("https://shop.example/sale");
      expect(await opens(`${path}).`), path).toBe("https://shop.example/sale");
      if (path !== "/docs") expect(await opens(path, "localhost"), path).toBe(404);
    }
    for (const path of ["/spring_sale", "/GO", "/a/c", "/a"]) expect(await opens(path), path).toBe(404);
    expect(await opens("/Spring_Sale", "rival.localhost")).toBe(404);
  });

  test("twins that differ in case are two links", async () => {
    await made({ customUrl: "https://shop.example/1", ...kept("/AbCdEf") });
    await made({ customUrl: "https://shop.example/2", ...kept("/abcdef") });
    expect([await opens("/AbCdEf"), await opens("/abcdef")]).toEqual([
      "https://shop.example/1",
      "https://shop.example/2",
    ]);
  });

  test("PATCH adds and gives up, as its list says; a given up address is free, and history names it", async () => {
    const link = await made({ customUrl: "https://shop.example/old", ...kept("/One_1", "/Two_2") });
    const { json } = await patch(link.id, kept("/Two_2", "/Three_3"));
    expect(keptUrls(json.data)).toEqual([`${origin}/Two_2`, `${origin}/Three_3`]);
    expect(await opens("/Three_3")).toBe("https://shop.example/old");
    await expect.poll(() => opens("/One_1"), { timeout: 45_000, interval: 1_000 }).toBe(404);
    await made({ customUrl: "https://shop.example/new", ...kept("/One_1") });
    await expect
      .poll(() => opens("/One_1"), { timeout: 45_000, interval: 1_000 })
      .toBe("https://shop.example/new");
    const history = await get(service, `/v1/links/${link.id}/history`, { key });
    expect(JSON.stringify(history.json)).toContain("addresses.keep");
    expect(keptUrls((await patch(link.id, { addresses: null })).json.data)).toEqual([]);
  });

  test("an address of another link is 409, also as the slug of the same letters", async () => {
    await made(kept("/Taken_1"));
    await made({ slug: "summer-word" });
    await made(kept("/Winter-Word"));
    const answers = await Promise.all(
      [kept("/Taken_1"), kept("/Summer-Word"), { slug: "winter-word" }].map((changes) =>
        post(service, "/v1/links", body(changes), { key }),
      ),
    );
    for (const answer of answers) expectError(answer, 409, "duplicate_slug");
    expect(answers.map(({ json }) => json.error.details[0].field)).toEqual([
      "addresses.keep",
      "addresses.keep",
      "slug",
    ]);
    const link = await made();
    expectError(await patch(link.id, kept("/Taken_1")), 409, "duplicate_slug");
    const rows = [
      kept("/Bulk_1"),
      kept("/Bulk_1"),
      { slug: "bulk-word" },
      kept("/Bulk-Word"),
      kept("/bulk_1"),
    ];
    const bulk = await post(service, "/v1/links/bulk", { links: rows.map((row) => body(row)) }, { key });
    expect(bulk.json.data.map(({ status }: Json) => status)).toEqual([201, 409, 201, 409, 201]);
    // Its own slug in another case is no conflict.
    await made({ slug: "own-word", ...kept("/Own-Word") });
  });

  test.each([
    ["Spring", "must begin with a slash"],
    ["/", "must be a path such as /Spring_Sale"],
    ["//", "must be a path such as /Spring_Sale"],
    ["/a?b=c", "must be a path, without ? and #"],
    ["/01/09506000134352", "is a page of the service on every domain: choose another path"],
    ["/health", "is a page of the service on every domain: choose another path"],
    ["/assets/x.css", "is a page of the service on every domain: choose another path"],
    ["/a%0Ab", "must not contain control characters or line ends"],
    ["/a\nb", "must not contain control characters or line ends"],
    ["/a%7F", "must not contain control characters or line ends"],
    ["/a\u0085b", "must not contain control characters or line ends"],
    ["/a%C2%85b", "must not contain control characters or line ends"],
    [`/${"x".repeat(200)}`, "must have at most 200 characters as in a URL"],
  ])("%s can't be kept", async (path, message) => {
    const answer = await post(service, "/v1/links", body(kept(path)), { key });
    expectError(answer, 400, "validation_failed");
    expect(answer.json.error.details).toEqual([{ field: "addresses.keep[0]", message }]);
  });

  test("a path of 200 characters, a slash at the end and encodings have one form", async () => {
    const long = `/${"x".repeat(199)}`;
    await made({ customUrl: "https://shop.example/long", ...kept(long, "/c%61f%c3%a9/", "/with space") });
    for (const path of [long, "/caf%C3%A9", "/café/", "/with%20space"])
      expect(await opens(path), path).toBe("https://shop.example/long");
    expectError(await post(service, "/v1/links", body(kept("/café")), { key }), 409, "duplicate_slug");
  });

  test("a percent sign is found as it is and encoded", async () => {
    await made({ customUrl: "https://shop.example/all", ...kept("/100%25", "/50%", "/%25off") });
    for (const path of ["/100%25", "/100%", "/50%25", "/50%", "/50%25?qr=default", "/%25off"])
      expect(await opens(path), path).toBe("https://shop.example/all");
  });

  test("each is found with typesetting, invisible characters and doubled slashes, but first as it is", async () => {
    const to = (name: string) => `https://shop.example/${name}`;
    await made({ customUrl: to("plain"), ...kept("/Spring_Sale-26", "/a/b-c") });
    await made({ customUrl: to("typeset"), ...kept("/a/b–d") });
    await made({ customUrl: to("slashes"), ...kept("/a//b-c") });
    for (const path of [
      "/Spring_Sale%E2%80%9326",
      "/Spring_%C2%ADSale-26",
      "/Spring_Sale%E2%80%9126?qr=default",
      "/Spring_Sale%E2%88%9226).",
      "//Spring_Sale-26",
      "/Spring_Sale-26//",
      "/a/b%E2%80%93c",
      "/a/%E2%80%8Bb-c",
      "//a///b-c",
    ])
      expect([path, await opens(path)]).toEqual([path, to("plain")]);
    expect(await opens("/a/b%E2%80%93d")).toBe(to("typeset"));
    expect(await opens("/a//b-c")).toBe(to("slashes"));
    expect(await opens("/a/b-d")).toBe(404);
    // Slugs and short ids of the domain, and names behind which a sentence goes on.
    const { shortId } = await made({ customUrl: to("slug"), slug: "spring-word" });
    await made({ customUrl: to("short"), slug: "spring" });
    const half = `${shortId.slice(0, 4)}%C2%AD${shortId.slice(4)}`;
    for (const path of [
      "/spring%E2%80%93word",
      "/spring-%E2%80%8Bword",
      "//spring-word",
      `/${half}`,
      `//${shortId}`,
    ])
      expect([path, await opens(path)]).toEqual([path, to("slug")]);
    expect(await opens("/spring%E2%80%94our%20soups")).toBe(to("short"));
  });

  test.each([
    ["/=cmd", ["/%3Dcmd", "/%3dcmd", "/=%63md", "/=cmd/"]],
    ["/a%3Ab%2Cc%21", ["/a:b,c!", "/a%3ab,c!"]],
    ["/(x)%20[y]%7Cz%5E", ["/%28x%29%20%5by%5d|z%5e", "/(x)%20[y]|z^"]],
    ["/100%25off", ["/100%off", "/100%25off"]],
    ["/one%2Ftwo", ["/one%2ftwo"]],
  ])("%s opens in every encoding", async (path, others) => {
    await made({ customUrl: "https://shop.example/encoded", ...kept(path) });
    for (const other of others) expect(await opens(other), other).toBe("https://shop.example/encoded");
    for (const other of others.slice(0, 1))
      expectError(await post(service, "/v1/links", body(kept(other)), { key }), 409, "duplicate_slug");
    expect(await opens("/one/two")).toBe(404);
  });

  test("they need a domain of the organization", async () => {
    const answer = await post(service, "/v1/links", body({ projectId: "main", ...kept("/No_Domain") }), {
      key,
    });
    expectError(answer, 422, "domain_required");
    const theirs = await post(service, "/v1/links", body({ projectId: "main", ...kept("/Theirs") }), {
      key: other.key,
    });
    expect(theirs.status).toBe(201);
    expect(await opens("/Theirs")).toBe(404);
    expect((await ask("/Theirs", { host: "rival.localhost" })).status).toBe(302);
  });

  test("the page of a choice opens there, and its shops below its short id", async () => {
    const sent = choiceBody({ projectId: "brand", ...kept("/Choose_Here") });
    const { json } = await post(service, "/v1/links", sent, { key });
    const page = await ask("/Choose_Here");
    expect(page.status).toBe(200);
    expect(page.text).toContain(`/${json.data.shortId}/`);
    expect(page.text).not.toContain("Choose_Here/");
  });

  test("a path below the slug of another link is no offer of it", async () => {
    await made({ slug: "below-word", customUrl: "https://shop.example/above" });
    await made({ customUrl: "https://shop.example/below", ...kept("/below-word/menu") });
    expect(await opens("/below-word/menu")).toBe("https://shop.example/below");
    expect(await opens("/below-word")).toBe("https://shop.example/above");
    expect(await opens("/below-word/other")).toBe(404);
  });

  test("the list finds it, as it is and decoded", async () => {
    const link = await made(kept("/Blåbær_Uge"));
    for (const q of ["/Bl%C3%A5b%C3%A6r_Uge", "blåbær_uge"]) {
      const { json } = await get(service, `/v1/links?q=${encodeURIComponent(q)}`, { key });
      expect(json.data.map(({ id }: Json) => id)).toEqual([link.id]);
    }
  });

  test("responses without include have no new property", async () => {
    const { json } = await post(service, "/v1/links", body(kept("/Base_1")), { key });
    expect(json.data).not.toHaveProperty("addresses");
    expect(
      (await send(service, "PATCH", `/v1/links/${json.data.id}`, kept("/Base_2"), { key })).json.data,
    ).not.toHaveProperty("addresses");
  });
});
