import { expect, test } from "vitest";
import { LOGO } from "../logos.ts";
import { get } from "../requests.ts";
import { upload } from "./import.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const { service } = on.dashboard;
const PATH = `${LINKS}/card/picture`;
const EDITOR = "editor@acme.example";

const chunk = (type: string, data: Uint8Array | string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), Buffer.from(data), Buffer.alloc(4)]);
};
const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const head = (width: number, height: number) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return chunk("IHDR", data);
};
const png = (...chunks: Buffer[]) => Uint8Array.from(Buffer.concat([SIGNATURE, ...chunks]));

const segment = (marker: number, data: Buffer | string) => {
  const made = Buffer.concat([Buffer.from([0xff, marker, 0, 0]), Buffer.from(data)]);
  made.writeUInt16BE(made.length - 2, 2);
  return made;
};
const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const frame = (side = 16) => segment(0xc2, Buffer.from([8, side >> 8, side & 255, 0, 16, 1, 1, 0x11, 0]));
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 0xff, 0, 0xff, 0xd3, 2]),
]);
/** Exif in little endian with an orientation and a place. */
const exif = (orientation: number) =>
  segment(
    0xe1,
    Buffer.concat([
      Buffer.from("Exif\0\0II*\0\x08\0\0\0\x02\0", "latin1"),
      Buffer.from([0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]),
      Buffer.from([0x25, 0x88, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0]),
      Buffer.from("\0\0\0\0GPS 48.137 11.575"),
    ]),
  );
const jpeg = (...parts: Buffer[]) => Uint8Array.from(Buffer.concat([SOI, ...parts]));

const send = (file: Uint8Array<ArrayBuffer>, email = EDITOR) =>
  uploadAs(file, email).then(({ status, text }) => ({ status, text }));
const uploadAs = (file: Uint8Array<ArrayBuffer>, email: string) => {
  const headers = { Origin: service.url.origin, "Sec-Fetch-Site": "same-origin", Accept: "application/json" };
  return pictureForm(file, email, headers);
};
async function pictureForm(file: Uint8Array<ArrayBuffer>, email: string, headers: Record<string, string>) {
  const form = new FormData();
  form.append("picture", new Blob([file]), "photo.jpg");
  const response = await fetch(service.url.origin + PATH, {
    method: "POST",
    body: form,
    headers: { ...(await on.dashboard.identity(email)), ...headers },
  });
  return { status: response.status, text: await response.text() };
}
const stored = async (file: Uint8Array<ArrayBuffer>) => {
  const { status, text } = await send(file);
  expect(status, text).toBe(200);
  const url: string = JSON.parse(text).url;
  const response = await fetch(url);
  return { url, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("a PNG is stored without its texts and what follows it, and served with safe headers", async () => {
  const [ihdr, idat, iend] = [head(12, 6), chunk("IDAT", "pixels"), chunk("IEND", "")];
  const file = png(
    ihdr,
    chunk("tEXt", "Author\0Ana"),
    chunk("eXIf", "GPS"),
    idat,
    iend,
    Buffer.from("<script>"),
  );
  const { url, headers, bytes } = await stored(file);
  expect(url).toMatch(/\/brands\/[0-9a-f]{24}-[0-9a-f]{32}-00000000\.png$/);
  expect(bytes).toEqual(Buffer.from(png(ihdr, idat, iend)));
  expect(headers.get("Content-Type")).toBe("image/png");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Content-Security-Policy")).toContain("sandbox");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  // The same picture has one URL, with and without its metadata, as archives have it.
  expect((await stored(file)).url).toBe(url);
  expect((await stored(Uint8Array.from(bytes))).url).toBe(url);

  const link = await on.create({ name: "With a picture" });
  await on.patch(link.id, { card: { title: "Soup", imageUrl: url } });
  expect((await get(service, `/v1/links/${link.id}/definition`, on.key)).json.data.card).toEqual({
    title: "Soup",
    imageUrl: url,
  });
});

test("a JPEG keeps its orientation, and loses its place, color profile and thumbnails", async () => {
  const icc = segment(0xe2, "ICC_PROFILE\0colors");
  const comment = segment(0xfe, "by Ana");
  const [kept, tables] = [frame(), segment(0xdb, "tables")];
  const file = jpeg(
    exif(6),
    segment(0xe2, "MPF\0"),
    icc,
    comment,
    tables,
    kept,
    scan,
    tables,
    scan,
    EOI,
    SOI,
  );
  const { url, bytes, headers } = await stored(file);
  expect((await stored(Uint8Array.from(bytes))).url).toBe(url);
  expect(headers.get("Content-Type")).toBe("image/jpeg");
  expect(bytes.includes("GPS")).toBe(false);
  expect(bytes.subarray(2, 4).toString("hex")).toBe("ffe1");
  expect(bytes.subarray(22, 34).toString("hex")).toBe("011200030000000100060000");
  expect(bytes.subarray(38)).toEqual(Buffer.concat([tables, kept, scan, tables, scan, EOI]));
  const upright = await stored(jpeg(exif(1), kept, scan, EOI));
  expect(upright.bytes).toEqual(Buffer.from(jpeg(kept, scan, EOI)));
});

test("a JPEG keeps of JFIF and Adobe only what draws it, and no reserved segment", async () => {
  const jfif = Buffer.from("JFIF\0\x01\x02\x01\0\x48\0\x48", "latin1");
  const adobe = Buffer.from("Adobe\0\x64\0\0\0\0\x01", "latin1");
  const drawing = [frame(), segment(0xc4, "huffman"), scan, EOI];
  const { bytes } = await stored(
    jpeg(
      segment(0xe0, Buffer.concat([jfif, Buffer.from([1, 1]), Buffer.from("thumbnail")])),
      segment(0xe0, "JFXX\0thumbnail"),
      segment(0xe0, "AVI1 by Ana"),
      segment(0xee, Buffer.concat([adobe, Buffer.from("by Ana")])),
      segment(0xee, "Ducky by Ana"),
      segment(0x02, "by Ana"),
      segment(0xbf, "by Ana"),
      segment(0xc8, "by Ana"),
      segment(0xf0, "by Ana"),
      ...drawing,
    ),
  );
  const plain = jpeg(
    segment(0xe0, Buffer.concat([jfif, Buffer.from([0, 0])])),
    segment(0xee, adobe),
    ...drawing,
  );
  expect(bytes).toEqual(Buffer.from(plain));
});

test.each([
  ["no picture", Uint8Array.from(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), "PNG or JPEG"],
  ["a cut PNG", png(head(1, 1), chunk("IDAT", "x")), "damaged"],
  ["a PNG without a header", png(chunk("IDAT", "x"), chunk("IEND", "")), "damaged"],
  ["a huge PNG", png(head(9_000, 1), chunk("IEND", "")), "8,000 pixels"],
  ["a cut JPEG", jpeg(frame(), scan), "damaged"],
  ["a JPEG without a frame", jpeg(scan, EOI), "damaged"],
  ["a JPEG with a false length", jpeg(Buffer.from([0xff, 0xdb, 0xff, 0xff]), EOI), "damaged"],
  ["a large file", png(head(1, 1), chunk("IDAT", Buffer.alloc(1024 * 1024)), chunk("IEND", "")), "1024 kB"],
])("%s is refused beside the field", async (_, file, reason) => {
  const { status, text } = await send(file);
  expect([status, text.includes(reason)], text).toEqual([400, true]);
});

test("people without script get the URL to copy, and viewers upload nothing", async () => {
  const file = png(head(3, 3), chunk("IDAT", "x"), chunk("IEND", ""));
  const headers = { Origin: service.url.origin, "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  expect((await pictureForm(file, EDITOR, headers)).text).toMatch(/<code id="picture-url">.*-00000000\.png/);
  expect(
    (
      await pictureForm(file, EDITOR, {
        ...headers,
        Origin: "https://evil.example",
        "Sec-Fetch-Site": "cross-site",
      })
    ).status,
  ).toBe(403);
  expect((await pictureForm(file, "viewer@acme.example", headers)).status).toBe(403);
  expect((await on.viewer.open(PATH)).status).toBe(403);
  expect((await upload(on.dashboard, EDITOR, PATH, {})).status).toBe(400);
  expect((await on.editor.open(`${LINKS}/new?retailer=custom&intent=custom_url`)).text).toContain(
    `href="${PATH}"`,
  );
});

test("the print screen shows the uploaded picture of a link, unless it is left out, turned or of another host", async () => {
  const sheet = async (imageUrl: string, more = "") => {
    const { id } = await on.create({ card: { title: "Soup", imageUrl } });
    const print = `/dashboard/o/acme/codes/sheet?code=qr_${id}_default${more}`;
    const { status, text } = await on.viewer.open(print);
    expect(status).toBe(200);
    const pdf = await fetch(service.url.origin + print.replace("/sheet?", "/print.pdf?"), {
      headers: await on.dashboard.identity("viewer@acme.example"),
    });
    const file = Buffer.from(await pdf.arrayBuffer()).toString("latin1");
    return {
      isOffered: text.includes('value="picture"'),
      shown: [
        /<image [^>]*href="data:image\/(\w+)/.exec(text)?.[1],
        /\/DCTDecode|\/Subtype \/Image/.exec(file)?.[0],
      ].filter(Boolean),
    };
  };
  const urlOf = async (file: Uint8Array<ArrayBuffer>) => (await stored(file)).url;
  const photo = Uint8Array.from(jpeg(frame(), scan, EOI));
  const [ofPng, ofJpeg] = [await urlOf(Uint8Array.from(LOGO)), await urlOf(photo)];
  expect(await sheet(ofPng)).toEqual({ isOffered: true, shown: ["png", "/Subtype /Image"] });
  expect((await sheet(ofJpeg)).shown[0]).toBe("jpeg");
  expect(await sheet(ofPng, "&format=a6&headline=Scan&show=link")).toEqual({ isOffered: true, shown: [] });
  expect((await sheet(await urlOf(jpeg(exif(6), frame(), scan, EOI)))).shown).toEqual([]);
  expect(await sheet("https://shop.example/soup.png")).toEqual({ isOffered: false, shown: [] });
});

test.each([
  ["turned", jpeg(exif(6), frame(), scan, EOI)],
  ["with four inks", jpeg(segment(0xc2, Buffer.from([8, 0, 16, 0, 16, 4, 1, 0x11, 0])), scan, EOI)],
])("a JPEG that is %s is not printed, as its option says", async (_, file) => {
  const { url } = await stored(file);
  const link = await on.create();
  await on.patch(link.id, { card: { title: "Soup", imageUrl: url } });
  const print = `/dashboard/o/acme/codes/sheet?code=qr_${link.id}_default`;
  const { text } = await on.viewer.open(print);
  expect(text).toContain(
    "It can&#39;t be printed. Upload an upright RGB JPEG, or a PNG that is not interlaced.",
  );
  expect(text).toContain("Download PDF");
});
