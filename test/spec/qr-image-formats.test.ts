import { describe, expect, test } from "vitest";
import { readBarcodes } from "zxing-wasm/reader";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { RASTERIZE, tools } from "../qr-codes/print-tools.ts";
import { decodeWithZxing, onPaper, type Pixels, pixelsOfPng, rasterize } from "../qr-codes/qr-decoding.ts";
import { DOWN, get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();
const link = expectLink(await post(service, "/v1/links", linkBody(), full));

const newCode = async () => expectQrCode(await post(service, `/v1/links/${link.id}/qr-codes`, {}, full));
/** The URL of a new code's image without extension. */
const newPath = async () => new URL((await newCode()).imageUrl).pathname.replace(/\.svg$/, "");
const bytesOf = async (path: string) => new Uint8Array(await (await service.fetch(path)).arrayBuffer());

const MEDIA_TYPES = {
  svg: "image/svg+xml",
  png: "image/png",
  pdf: "application/pdf",
  eps: "application/postscript",
};
const OPTIONS = "level=H&color=%23c8102e&background=%23fff4d6&quietZone=2";

async function expectRead(image: Pixels, url: string) {
  expect(await decodeWithZxing(image)).toMatchObject({
    text: url,
    isMirrored: false,
    errorCorrectionLevel: "H",
  });
}

describe("design: /qr/{id}.svg|png|pdf|eps, with size, level, color, background and quietZone", () => {
  test("two decoders read the encoded URL in each format", async () => {
    const { id, encodedUrl } = await newCode();
    const png = await bytesOf(`/qr/${id}.png?size=333&${OPTIONS}`);
    await expectRead(pixelsOfPng(png, 333), encodedUrl);
    const [code] = await readBarcodes(new Blob([png]), { formats: ["QRCode"] });
    expect(code?.text).toBe(encodedUrl);
    const { text: svg } = await get(service, `/qr/${id}.svg?size=333&${OPTIONS}`);
    await expectRead(rasterize(svg), encodedUrl);
    expect(svg).toMatch(/ width="333" height="333" /);
    const pdf = await bytesOf(`/qr/${id}.pdf?size=80&${OPTIONS}`);
    if (tools.has("pdftoppm")) await expectRead(RASTERIZE.pdftoppm(pdf, 150), encodedUrl);
    const eps = await bytesOf(`/qr/${id}.eps?size=80&${OPTIONS}`);
    if (tools.has("gs")) await expectRead(RASTERIZE.gs(eps, 150), encodedUrl);
    for (const file of [pdf, eps])
      expect(Buffer.from(file).toString("latin1")).toContain("0 0 226.771654 226.771654");
  });

  test("inks and a transparent background are drawn in each format", async () => {
    const { id, encodedUrl } = await newCode();
    const query = "level=H&color=cmyk(100,%2060,0,30)&background=none&surface=%23fff4d6";
    const svg = (await get(service, `/qr/${id}.svg?${query}`)).text;
    expect([svg.includes("cmyk"), svg.includes("<rect")]).toEqual([false, false]);
    await expectRead(onPaper(rasterize(svg)), encodedUrl);
    const png = pixelsOfPng(await bytesOf(`/qr/${id}.png?size=333&${query}`), 333);
    expect([...png.data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    await expectRead(onPaper(png), encodedUrl);
    const eps = (await get(service, `/qr/${id}.eps?${query}`)).text;
    expect([eps.includes("\n1 0.6 0 0.3 setcmykcolor newpath"), eps.includes("rectfill")]).toEqual([
      true,
      false,
    ]);
    const pdf = await bytesOf(`/qr/${id}.pdf?${query}`);
    if (tools.has("pdftoppm")) await expectRead(RASTERIZE.pdftoppm(pdf, 150), encodedUrl);
  });

  test.each(Object.entries(MEDIA_TYPES))(
    ".%s is %s, public, cached forever, and can't run scripts",
    async (format, mediaType) => {
      const path = await newPath();
      for (const query of ["", "?size=120"]) {
        const { status, headers } = await get(service, `${path}.${format}${query}`);
        const isForPrint = format === "pdf" || format === "eps";
        const size = query !== "" ? 120 : format === "svg" ? null : isForPrint ? 50 : 1024;
        const measured = size === null ? "" : `, ${size} ${isForPrint ? "mm" : "px"}`;
        const name = `${path.replace("/qr/", "")}${measured}.${format}`;
        expect([status, Object.fromEntries(headers)]).toEqual([
          200,
          expect.objectContaining({
            "content-type": mediaType,
            "content-disposition": `${isForPrint ? "attachment" : "inline"}; filename="${name}"`,
            "cache-control": "public, max-age=31536000, immutable",
            "access-control-allow-origin": "*",
            "x-content-type-options": "nosniff",
            "content-security-policy": expect.stringContaining("default-src 'none'"),
            etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
          }),
        ]);
      }
    },
  );

  test("name sets the file name and does not change the image", async () => {
    const path = await newPath();
    const named = async (name: string) => {
      const answer = await service.fetch(`${path}.pdf?${new URLSearchParams({ name })}`);
      return [answer.status, answer.headers.get("Content-Disposition"), answer.headers.get("ETag")];
    };
    const [, , etag] = await named("a");
    expect(await named("Oat crunch box")).toEqual([
      200,
      'attachment; filename="Oat crunch box, 50 mm.pdf"',
      etag,
    ]);
    expect(await named("Müsli ½ “fein”/../x\r\n")).toEqual([
      200,
      `attachment; filename="Musli _ _fein_ .. x, 50 mm.pdf"; filename*=UTF-8''M%C3%BCsli%20%C2%BD%20%E2%80%9Cfein%E2%80%9D%20..%20x%2C%2050%20mm.pdf`,
      etag,
    ]);
    expect(await named("")).toEqual([200, 'attachment; filename="QR code, 50 mm.pdf"', etag]);
    expect((await named("x".repeat(300)))[1]).toBe(`attachment; filename="${"x".repeat(80)}, 50 mm.pdf"`);
  });

  test.each(Object.keys(MEDIA_TYPES))(
    ".%s: HEAD has no body, and If-None-Match with its ETag returns 304",
    async (format) => {
      const path = `${await newPath()}.${format}?quietZone=3`;
      const head = await send(service, "HEAD", path);
      expect([head.status, head.text]).toEqual([200, ""]);
      const etag = head.headers.get("ETag") ?? "";
      for (const [tag, status] of [
        [etag, 304],
        [`W/${etag}`, 304],
        ["*", 304],
        ['"other"', 200],
      ] as const) {
        const answer = await service.fetch(path, { headers: { "If-None-Match": tag } });
        expect([tag, answer.status, answer.headers.get("ETag")]).toEqual([tag, status, etag]);
        expect((await answer.arrayBuffer()).byteLength > 0).toBe(status === 200);
      }
    },
  );

  test("the order of parameters and the case of colors do not change an image", async () => {
    const path = await newPath();
    const first = await bytesOf(`${path}.png?size=256&color=%23AA0000&level=Q`);
    const headers = { [DOWN]: "DB,QR_IMAGES" };
    const again = (query: string) => service.fetch(`${path}.png?${query}`, { headers });
    // Cached under one URL, after the response, so the first lookup may be too early.
    await expect.poll(async () => (await again("level=Q&color=%23aa0000&size=256")).status).toBe(200);
    for (const query of [
      "level=Q&color=%23aa0000&size=256",
      "quietZone=4&size=256&color=%23Aa0000&level=Q",
    ]) {
      expect(Buffer.compare(Buffer.from(await (await again(query)).arrayBuffer()), Buffer.from(first))).toBe(
        0,
      );
    }
    // Other images are not in the cache.
    const all = "size=256&level=Q";
    for (const query of ["size=256", `${all}&color=cmyk(0,100,100,30)`, `${all}&background=none`]) {
      const other = await get(service, `${path}.png?${query}`, { headers });
      expectError(other, 503, "service_unavailable");
    }
  });

  test.each(["svg", "png?size=256&level=Q", "pdf", "eps?quietZone=3"])(
    "unknown parameters are ignored and not part of the cache key: .%s",
    async (query) => {
      const path = await newPath();
      const address = `${path}.${query}${query.includes("?") ? "&" : "?"}`;
      const first = await service.fetch(`${address}v=3`);
      const image = Buffer.from(await first.arrayBuffer());
      expect([first.status, image.length > 0]).toEqual([200, true]);
      // Cached under the URL without them, after the response, so the first lookup may be too early.
      const headers = { [DOWN]: "DB,QR_IMAGES" };
      const plain = () => service.fetch(`${path}.${query}`, { headers });
      await expect.poll(async () => (await plain()).status).toBe(200);
      for (const others of [
        "",
        "v=4",
        "utm_source=poster&utm_source=b",
        "Level=X",
        "%E0%A4%A=1",
        "__proto__=1",
      ]) {
        const again = await service.fetch(`${address}${others}`, { headers });
        expect([others, again.status, Buffer.from(await again.arrayBuffer()).equals(image)]).toEqual([
          others,
          200,
          true,
        ]);
      }
    },
  );

  test("only the plain SVG is stored in R2, whatever was requested before", async () => {
    const path = await newPath();
    const key = path.replace("/qr/", "");
    for (const query of [".png?v=3", ".pdf", ".eps", ".svg?size=300", ".svg?level=L"]) {
      expect((await service.fetch(`${path}${query}`)).status).toBe(200);
    }
    const plain = await get(service, `${path}.svg?quietZone=4&level=M`);
    await expect.poll(async () => (await service.env.QR_IMAGES.get(`${key}.svg`))?.text()).toBe(plain.text);
    const { objects } = await service.env.QR_IMAGES.list({ prefix: key });
    expect(objects.map((object) => object.key)).toEqual([`${key}.svg`]);
    expect((await get(service, `${path}.svg`)).text).toBe(plain.text);
  });
});

describe("invalid parameters return a clear error before anything is read", () => {
  const CASES: [query: string, fields: string[]][] = [
    ["png?size=1000000000", ["size"]],
    ["png?size=1e3", ["size"]],
    ["png?size=-1", ["size"]],
    ["png?size=", ["size"]],
    ["pdf?size=1001", ["size"]],
    ["eps?size=9", ["size"]],
    ["svg?size=100&size=100", ["size"]],
    ["svg?color=%23ffffff", ["color"]],
    ["svg?color=%23ffffff&background=%23000000", ["color", "background"]],
    ["svg?color=%22/%3E%3Cscript%3Ealert(1)%3C/script%3E", ["color"]],
    ["eps?color=%23000000)%20show", ["color"]],
    ["svg?color=#c8102e", ["color"]],
    ["pdf?color=cmyk(0,0,0,101)&background=none", ["color"]],
    ["svg?background=none&surface=%23222222", ["surface"]],
    ["png?surface=none", ["surface"]],
    ["svg?v=3&v=4&level=M&level=M", ["level"]],
    ["png?level=X&quietZone=1&size=5&colors=red", ["size", "level", "quietZone"]],
  ];
  test.each(CASES)("%s", async (query, fields) => {
    const headers = { [DOWN]: "DB,QR_IMAGES" };
    const answer = await get(service, `/qr/qr_${link.id}_default.${query}`, { headers });
    const { details } = expectError(answer, 400, "validation_failed");
    expect(details?.map(({ field }) => field).sort()).toEqual(fields.toSorted());
    expect(answer.text).not.toContain("<script");
  });

  test("a size too small for the modules of a code: 400 with the minimum size, which works", async () => {
    const path = await newPath();
    const { details } = expectError(await get(service, `${path}.png?size=64`), 400, "validation_failed");
    const [, least] = /at least (\d+) for this code/.exec(details?.[0]?.message ?? "") ?? [];
    expect(details?.map(({ field }) => field)).toEqual(["size"]);
    expect((await service.fetch(`${path}.png?size=${least}`)).status).toBe(200);
    expectError(await get(service, `${path}.svg?size=${Number(least) - 1}`), 400, "validation_failed");
  });

  test("a level that can't encode the URL: 400 with the levels that can", async () => {
    const path = await newPath();
    const [, identifier] = /_([^_]+)$/.exec(path) ?? [];
    const long = `https://go.example/${"a".repeat(1_700)}`;
    await service.env.DB.prepare("UPDATE qr_codes SET encoded_url = ?2 WHERE identifier = ?1")
      .bind(identifier, long)
      .run();
    for (const level of ["H", "Q"]) {
      const { details } = expectError(
        await get(service, `${path}.eps?level=${level}`),
        400,
        "validation_failed",
      );
      expect(details).toEqual([{ field: "level", message: expect.stringContaining("must be one of L, M:") }]);
    }
    expect((await service.fetch(`${path}.png?level=L`)).status).toBe(200);
  });

  test("D1 down: 503, and rendered once it is back", async () => {
    const path = await newPath();
    const down = await get(service, `${path}.pdf`, { headers: { [DOWN]: "DB" } });
    expectError(down, 503, "service_unavailable");
    expect((await service.fetch(`${path}.pdf`)).status).toBe(200);
  });
});
