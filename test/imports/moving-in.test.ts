import { describe, expect, test } from "vitest";
import { replaceValue } from "../../src/extras/imports/correct-rows.ts";
import { getPrintedAddresses } from "../../src/extras/imports/printed-addresses.ts";
import { readNewFile } from "../../src/extras/imports/read-file.ts";
import { useService } from "../use-service.ts";
import { importing, owner, said } from "./importing.ts";
import { MOVED_SAMPLES } from "./moved-samples.ts";

const sampleOf = (source: string): string =>
  MOVED_SAMPLES.find((sample) => sample.source === source)?.content ?? "";

const EMPTIED = ". Without it, the link has a short id, and what was printed does not open it.";

describe("a file of another service", () => {
  test.each(MOVED_SAMPLES)(
    "$source is recognized, with slug, tags, dates and visits",
    async ({ source, content, links, first, note }) => {
      const { source: recognized, rows } = await readNewFile(content);
      expect([recognized, rows.length]).toEqual([source, links]);
      const { metadata, ...cells } = rows[0]?.cells ?? {};
      expect(cells).toEqual(first);
      expect(JSON.parse(metadata ?? "{}")).toEqual({ movedFrom: note });
    },
  );

  test.each([
    ["{", "The file must be JSON."],
    ["[]", "The file is JSON, but not links of Bitly, Dub, Shlink, Rebrandly, YOURLS, Kutt, Sink, Short.io,"],
    ['{"__proto__":{"keyword":"a","url":"b"}}'.replace("keyword", "x"), "The file is JSON, but not links of"],
    ["[".repeat(100_000), "The file must be nested at most 64 levels deep."],
    [JSON.stringify([{ keyword: "a", url: "x".repeat(400_000) }]), "Row 1 is too long."],
  ])("%.50j is rejected as a whole", async (content, message) => {
    let error: unknown;
    try {
      await readNewFile(content);
    } catch (caught) {
      error = caught;
    }
    expect(said(error)).toContain(message);
  });

  test("a file whose columns are all ours is ours", async () => {
    expect((await readNewFile("name,slug\na,b")).source).toBeNull();
  });

  test("values of the wrong kind are no values", async () => {
    const { rows } = await readNewFile(
      JSON.stringify([{ keyword: { a: 1 }, url: ["x"], title: true, timestamp: "once", clicks: "many" }]),
    );
    const [row] = rows;
    const { metadata, ...cells } = row?.cells ?? {};
    expect(cells).toEqual({ retailer: "custom", intent: "custom_url" });
    expect(JSON.parse(metadata ?? "")).toEqual({ movedFrom: { service: "YOURLS", createdAt: "once" } });
  });
});

describe("moving in", async () => {
  const service = await useService({}, "acme");
  await service.issueKey();
  const { DB } = service.env;
  const { used, added, statesOf, rowsOf, start, run } = await importing(service.env);
  const yourls = (...rows: [keyword: string, url?: string][]): string =>
    [
      "keyword,url,title,timestamp,clicks",
      ...rows.map(([keyword, url = "https://shop.example/"]) => `${keyword},${url},,,7`),
    ].join("\n");

  test("creates links whose former addresses redirect, with what the service knew of them", async () => {
    const { id, source } = await added(
      sampleOf("Shlink JSON")
        .replace('"maxVisits":100', '"maxVisits":null')
        .replace('"hasRedirectRules":true', '"hasRedirectRules":false'),
    );
    expect(source).toBe("Shlink JSON");
    await start(id);
    expect(await run(id)).toBe("done");
    const response = await service.fetch("/Soup-Sale", { redirect: "manual" });
    expect([response.status, response.headers.get("Location")]).toEqual([302, "https://shop.example/soup"]);
    const content = await DB.prepare("SELECT content FROM links WHERE slug = 'soup-sale'").first<string>(
      "content",
    );
    expect(JSON.parse(content ?? "")).toMatchObject({
      tracking: { tags: ["summer"] },
      metadata: { movedFrom: { service: "Shlink", createdAt: "2024-05-01T10:00:00.000Z", visits: 42 } },
    });
  });

  test("brings rules along, in their order, and names those that do not exist here", async () => {
    const place = (name: string) => `https://shop.example/${name}`;
    const dub = {
      ...JSON.parse(sampleOf("Dub JSON"))[0],
      key: "rules-dub",
      shortLink: "go.acme.example/rules-dub",
    };
    const geo = { DE: place("eu"), FR: place("eu"), CA: place("ca") };
    const shlink = {
      ...{
        shortCode: "rules-shlink",
        shortUrl: "https://go.acme.example/rules-shlink",
        longUrl: place("usual"),
      },
      hasRedirectRules: true,
      redirectRules: [
        {
          longUrl: place("late"),
          priority: 3,
          conditions: [{ type: "after-date", matchValue: "2020-01-01T00:00:00+01:00" }],
        },
        {
          longUrl: place("lost"),
          priority: 1,
          conditions: [{ type: "query-param", matchKey: "a", matchValue: "b" }],
        },
        {
          ...{ longUrl: place("french"), priority: 2 },
          conditions: [
            { type: "language", matchValue: "zh-hant-tw" },
            { type: "device", matchValue: "ios" },
          ],
        },
      ],
    };
    const usual = { ...dub, password: null, expiresAt: null, ios: place("ios"), geo };
    const { id } = await added(JSON.stringify([usual]));
    await start(id);
    expect(await run(id)).toBe("done");
    const content = await DB.prepare("SELECT content FROM links WHERE slug = 'rules-dub'").first<string>(
      "content",
    );
    const first = JSON.parse(content ?? "");
    const rulesOf = (offers: { customUrl: string; when?: object }[]) =>
      offers.map(({ customUrl, when }) => [customUrl.slice(place("").length), when]);
    expect([first.page.pick, ...rulesOf(first.offers)]).toEqual([
      "first",
      ["ios", { devices: ["ios"] }],
      ["eu", { countries: ["DE", "FR"] }],
      ["ca", { countries: ["CA"] }],
      ["soup", undefined],
    ]);
    const second = await added(JSON.stringify([shlink]));
    const [row] = (await rowsOf(second.id, ["doubtful"])).rows;
    expect(row?.problems.map(({ message }) => message)).toEqual([
      "Not carried over from Shlink: a rule by query-param.",
    ]);
    expect(rulesOf(JSON.parse(row?.cells.offers ?? "[]"))).toEqual([
      ["french", { languages: ["zh-Hant-TW"], devices: ["ios"] }],
      ["late", { from: "2019-12-31T23:00:00.000Z" }],
      ["usual", undefined],
    ]);
  });

  test("needs a project for the links", async () => {
    const error = await added(sampleOf("Kutt JSON"), { projectId: "" }).catch((caught: unknown) => caught);
    expect(said(error)).toBe("Choose a project: the file names none.");
  });

  test("a row that loses something is to be checked first, and says what", async () => {
    const { id } = await added(sampleOf("Dub JSON").replace("Soup-Sale", "with-password"));
    expect(await statesOf(id)).toEqual([["doubtful", 1]]);
    expect((await rowsOf(id, ["doubtful"])).rows[0]?.problems).toEqual([
      { field: "", message: "Not carried over from Dub: the password." },
    ]);
  });

  test("without a domain, a back-half that is no slug is reported, without another address in its place", async () => {
    const { id } = await added(
      yourls(
        ["good-one"],
        ["under_score"],
        ["1a"],
        ["abcdefgh"],
        ["Good-One"],
        ["qr"],
        ["x/y"],
        ["nowhere", "ftp://a"],
      ),
    );
    const { rows } = await rowsOf(id, ["bad"]);
    const form = "must consist of letters a to z, digits and single hyphens between them";
    expect(
      rows.map(({ cells, problems }) => [cells.slug, ...problems.map(({ message }) => message)]),
    ).toEqual(
      [
        ["under_score", form],
        ["1a", "must have 3 to 64 characters"],
        [
          "abcdefgh",
          "must not be exactly 8 letters and digits, as short ids are: add a hyphen or another character",
        ],
        ["Good-One", "good-one is taken: choose another slug"],
        ["qr", "must have 3 to 64 characters"],
        ["x/y", form],
        ["nowhere", "must be an absolute http or https URL"],
      ].map(([slug, message]) => [slug, slug === "nowhere" ? message : `${message}${EMPTIED}`]),
    );
    const input = { importId: id, column: "slug", from: null, to: "" };
    expect(await replaceValue(owner, input, used)).toBe(6);
    expect(await statesOf(id)).toEqual([
      ["bad", 1],
      ["good", 7],
    ]);
  });

  test("what was printed with the project's domain keeps working; other hosts go on without us", async () => {
    await DB.batch(
      ["main", "other"].map((project) =>
        DB.prepare(
          `INSERT INTO domains (host, organization_id, project_id, token, created_at, confirmed_at)
           VALUES (?1 || '.acme.example', 'acme', ?2, hex(randomblob(16)), '2026-11-01', '2026-11-01')`,
        ).bind(project === "main" ? "go" : "www", project === "main" ? "main" : null),
      ),
    );
    used.domains.forget();
    const bitly = (...addresses: string[]) =>
      [
        "bitlink,long_url",
        ...addresses.map((address, index) => `${address},https://shop.example/${index}`),
      ].join("\n");
    const own = [
      "Spring_Sale",
      "2024",
      "go",
      "holidays",
      "AbCd-1",
      "abcd-1",
      "a/b",
      "a.b",
      "Summer-Soups",
      "K%C3%A4se",
    ];
    const { id } = await added(
      bitly(
        ...own.map((path) => `go.acme.example/${path}`),
        "bit.ly/3xYz_b",
        "https://bit.ly/abc-d",
        "www.acme.example/x_y",
      ),
    );
    expect(await statesOf(id)).toEqual([["good", 13]]);
    const { rows } = await rowsOf(id, ["good"]);
    expect(rows.map(({ cells: { slug, keep } }) => keep ?? slug)).toEqual([
      ...[
        "/Spring_Sale",
        "/2024",
        "/go",
        "/holidays",
        "/AbCd-1",
        "/abcd-1",
        "/a/b",
        "/a.b",
        "Summer-Soups",
        "/K%C3%A4se",
      ],
      ...[undefined, "abc-d", undefined],
    ]);
    expect(await getPrintedAddresses(owner, { importId: id }, used)).toEqual({
      kept: 10,
      elsewhere: [{ host: "bit.ly", rows: 2 }],
      lost: 1,
    });
    await start(id);
    expect(await run(id)).toBe("done");
    expect(await statesOf(id)).toEqual([["made", 13]]);
    const { results } = await DB.prepare(
      "SELECT link_addresses.name, destination FROM link_addresses JOIN links ON links.id = link_id WHERE host = 'go.acme.example'",
    ).all<{ name: string; destination: string }>();
    const found = new Map(results.map(({ name, destination }) => [name, destination.slice(-1)]));
    expect(own.map((path) => found.get(`/${path}`) ?? found.get(path.toLowerCase()))).toEqual(
      own.map((_, index) => String(index)),
    );
    // A second file with the same addresses is told which rows can't have theirs.
    const again = await added(bitly("go.acme.example/go", "go.acme.example/new_1"));
    expect(await getPrintedAddresses(owner, { importId: again.id }, used)).toMatchObject({
      kept: 1,
      lost: 1,
    });
    await DB.prepare("DELETE FROM domains").run();
    used.domains.forget();
  });

  test("a slug that is taken in the meantime fails its row alone, without a link", async () => {
    const { id } = await added(yourls(["meantime-1"], ["meantime-2"], ["meantime-3"]));
    const other = await added(yourls(["meantime-2"]));
    await start(other.id);
    expect(await run(other.id)).toBe("done");
    await start(id);
    expect(await run(id)).toBe("done");
    expect(await statesOf(id)).toEqual([
      ["failed", 1],
      ["made", 2],
    ]);
    const [failed] = (await rowsOf(id, ["failed"])).rows;
    expect([failed?.row, failed?.linkId, failed?.problems]).toEqual([
      3,
      null,
      [
        {
          field: "slug",
          message: `meantime-2 is taken: choose another slug${EMPTIED}`,
        },
      ],
    ]);
    expect(await DB.prepare("SELECT count(*) AS n FROM links WHERE slug LIKE 'meantime-%'").first("n")).toBe(
      3,
    );
  });
});
