import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { decodeWithZxing, rasterize } from "../qr-codes/qr-decoding.ts";
import { DOWN, get, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();
const link = expectLink(await post(service, "/v1/links", linkBody(), full));

const addCode = (body: object = {}, linkId = link.id) =>
  post(service, `/v1/links/${linkId}/qr-codes`, body, full);
const pathOf = ({ imageUrl }: { imageUrl: string }) => new URL(imageUrl).pathname;
const newImage = async () => pathOf(expectQrCode(await addCode()));
/** The R2 key of an image. */
const keyOf = (path: string) => path.replace("/qr/", "");

describe("spec: POST /v1/links/{linkId}/qr-codes creates an additional QR code", () => {
  test("accepts all fields", async () => {
    const metadata = { aisle: 7, tags: ["ä", null] };
    const body = { identifier: "Shelf-7", name: "Shelf 7", metadata };
    const created = await addCode(body);
    const { imageUrl, createdAt, ...qrCode } = expectQrCode(created);
    expect(qrCode).toEqual({
      ...body,
      id: `qr_${link.id}_Shelf-7`,
      linkId: link.id,
      encodedUrl: `${link.shortLink}?qr=Shelf-7`,
      isDefault: false,
    });
    expect(new URL(imageUrl).pathname).toBe(`/qr/qr_${link.id}_Shelf-7.svg`);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(link.createdAt));
  });

  test("design: without fields, the generated identifier is also the name", async () => {
    const [first, second] = [expectQrCode(await addCode()), expectQrCode(await addCode())];
    expect(first.identifier).toMatch(/^[A-Za-z0-9-]{3,64}$/);
    expect(first.name).toBe(first.identifier);
    expect(first.identifier).not.toBe(second.identifier);
    expect(first).not.toHaveProperty("metadata");
  });

  test("the identifier keeps its case, and is unique within the link in any case", async () => {
    expect(expectQrCode(await addCode({ identifier: "Poster" })).identifier).toBe("Poster");
    for (const identifier of ["Poster", "poster", "default", "Default"]) {
      expectError(await addCode({ identifier }), 409, "duplicate_identifier");
    }
    const other = expectLink(await post(service, "/v1/links", linkBody(), full));
    expectQrCode(await addCode({ identifier: "poster" }, other.id));
  });

  test("20 concurrent requests with one identifier create one code", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => addCode({ identifier: "contested" })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 409, "duplicate_identifier");
    }
  });

  test("an inactive link accepts no more QR codes: 409", async () => {
    const { id } = expectLink(await post(service, "/v1/links", linkBody(), full));
    await service.env.DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(id).run();
    expectError(await addCode({}, id), 409, "link_inactive");
  });

  test("with R2 down the code is created, and its image rendered on request", async () => {
    const headers = { [DOWN]: "QR_IMAGES" };
    const qrCode = expectQrCode(
      await post(service, `/v1/links/${link.id}/qr-codes`, {}, { ...full, headers }),
    );
    expect((await get(service, pathOf(qrCode))).status).toBe(200);
  });
});

describe("spec: imageUrl is the URL of the QR image, encodedUrl the URL that it encodes", () => {
  test.each(["default", "additional"])(
    "%s: two decoders read encodedUrl, and it redirects",
    async (which) => {
      const qrCode = which === "default" ? link.qrCode : expectQrCode(await addCode());
      if (!qrCode) throw new Error("the link has no QR code");
      const { text: svg } = await get(service, pathOf(qrCode));
      for (const size of [256, 512]) {
        expect(await decodeWithZxing(rasterize(svg, size))).toMatchObject({
          text: qrCode.encodedUrl,
          isMirrored: false,
        });
      }
      const { pathname, search } = new URL(qrCode.encodedUrl);
      const followed = await get(service, pathname + search);
      expect([followed.status, followed.headers.get("Location")]).toEqual([
        302,
        "https://example.com/welcome",
      ]);
    },
  );

  test("a printed image does not change with the short link origin", async () => {
    const qrCode = expectQrCode(await addCode());
    const printed = `https://before.example/${link.shortId}?qr=${qrCode.identifier}`;
    await service.env.DB.prepare("UPDATE qr_codes SET encoded_url = ?2 WHERE identifier = ?1")
      .bind(qrCode.identifier, printed)
      .run();
    const { text } = await get(service, pathOf(qrCode));
    expect((await decodeWithZxing(rasterize(text, 512)))?.text).toBe(printed);
  });
});

describe("design: images are public, cached forever and can't run scripts", () => {
  test("headers", async () => {
    const { status, headers, text } = await get(service, await newImage());
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-correlation-id": expect.stringMatching(/^.{8,128}$/),
    });
    expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(text).not.toMatch(/<script|style=|href=|<!/);
  });

  test("HEAD responds like GET, without a body", async () => {
    const path = await newImage();
    const [head, whole] = [await send(service, "HEAD", path), await get(service, path)];
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["ETag", "Content-Type", "Cache-Control"]) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    }
  });

  test("If-None-Match: 304 for its ETag, weak, in a list, or *; 200 for another", async () => {
    const path = await newImage();
    const etag = (await get(service, path)).headers.get("ETag") ?? "";
    const asked = (tag: string) => get(service, path, { headers: { "If-None-Match": tag } });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "third"`, "*"]) {
      const answer = await asked(tag);
      expect([tag, answer.status, answer.text]).toEqual([tag, 304, ""]);
      expect(answer.headers.get("ETag")).toBe(etag);
      expect(answer.headers.get("Cache-Control")).toContain("immutable");
    }
    for (const tag of ['"other"', "", etag.slice(1, -1), 'W/"other"']) {
      expect([tag, (await asked(tag)).status]).toEqual([tag, 200]);
    }
  });

  test("the first request stores the image in R2", async () => {
    const path = await newImage();
    expect(await service.env.QR_IMAGES.head(keyOf(path))).toBeNull();
    const first = await get(service, path);
    expect(first.status).toBe(200);
    const stored = () => service.env.QR_IMAGES.get(keyOf(path));
    await expect.poll(async () => (await stored())?.text()).toBe(first.text);
    const object = await stored();
    expect(object?.httpMetadata?.contentType).toBe("image/svg+xml");
    expect(first.headers.get("ETag")).toBe(object?.httpEtag);
  });

  test("an image in R2 is served while D1 is down", async () => {
    for (const down of ["", "DB"]) {
      const path = await newImage();
      await service.env.QR_IMAGES.put(keyOf(path), `<svg>${down}</svg>`);
      const answer = await get(service, path, { headers: { [DOWN]: down } });
      expect([answer.status, answer.text]).toEqual([200, `<svg>${down}</svg>`]);
      expect(answer.headers.get("ETag")).toBe((await service.env.QR_IMAGES.head(keyOf(path)))?.httpEtag);
    }
  });

  test("R2 down: rendered; R2 and D1 down: 503, and rendered once they are back", async () => {
    const path = await newImage();
    const neither = await get(service, path, { headers: { [DOWN]: "DB,QR_IMAGES" } });
    expectError(neither, 503, "service_unavailable");
    const answer = await get(service, path, { headers: { [DOWN]: "QR_IMAGES" } });
    expect([answer.status, answer.text.slice(0, 4)]).toEqual([200, "<svg"]);
  });

  test("the second request in a data center reads no storage and gets the same image, even with explicit defaults", async () => {
    const path = await newImage();
    const first = await get(service, path);
    const headers = { [DOWN]: "DB,QR_IMAGES" };
    // The image is stored after the first response, so an early second request may still need storage.
    await expect.poll(async () => (await get(service, path, { headers })).status).toBe(200);
    const second = await get(service, `${path}?level=M&color=%23000000`, { headers });
    const without = (answer: typeof first) => {
      const ofTheRequest = [
        "x-correlation-id",
        "date",
        "age",
        "cf-cache-status",
        "content-length",
        "transfer-encoding",
      ];
      return [...answer.headers].filter(([name]) => !ofTheRequest.includes(name));
    };
    expect([second.status, second.text, without(second)]).toEqual([200, first.text, without(first)]);
    expect(second.headers.get("X-Correlation-ID")).not.toBe(first.headers.get("X-Correlation-ID"));
    const known = { ...headers, "If-None-Match": first.headers.get("ETag") ?? "" };
    expect((await get(service, path, { headers: known })).status).toBe(304);
    expect((await send(service, "HEAD", path, undefined, { headers })).status).toBe(200);
  });

  test("unknown ids: 404", async () => {
    const { id } = link;
    const names = [
      `qr_${id}_nothere.svg`,
      "qr_lnk_00000000000000000000000000_default.svg",
      `qr_${id}_default`,
      `qr_${id}_default.gif`,
      `qr_${id}_default.PNG`,
      `qr_${id}_default.toString`,
      `qr_${id}_nothere.png`,
      `qr_${id}_nothere.eps?size=20&level=H`,
      `qr_${id}_default.svg.svg`,
      `qr_${id}_.svg`,
      `${id}_default.svg`,
      "..%2F..%2Fsecret.svg",
      "%00.svg",
    ];
    for (const name of names) expectError(await get(service, `/qr/${name}`), 404, "not_found");
  });
});
