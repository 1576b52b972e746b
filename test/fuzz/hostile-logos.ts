import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { crc32 } from "../../src/ground/core/digest.ts";

/** Pictures that are, nearly are or only look like logos, as uploads. */

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(new Uint8Array(body)) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG with these properties in its header, with any lines. */
const png = fc
  .record({
    width: fc.constantFrom(0, 1, 2, 40, 300, 65_535, 2 ** 31, 2 ** 32 - 1),
    height: fc.constantFrom(0, 1, 2, 40, 300, 65_535, 2 ** 32 - 1),
    depth: fc.constantFrom(1, 2, 4, 8, 16, 0, 3, 255),
    type: fc.constantFrom(0, 2, 3, 4, 6, 1, 7),
    interlace: fc.constantFrom(0, 0, 0, 1, 9),
    lines: fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.constant(new Uint8Array(40 * (40 * 4 + 1))),
      fc.constant(new Uint8Array(300 * (300 * 4 + 1)).fill(1)),
    ),
    palette: fc.option(fc.uint8Array({ maxLength: 800 }), { nil: undefined }),
    transparency: fc.option(fc.uint8Array({ maxLength: 300 }), { nil: undefined }),
    cut: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(120) }),
  })
  .map(({ width, height, depth, type, interlace, lines, palette, transparency, cut }) => {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([depth, type, 0, 0, interlace], 8);
    const whole = Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", head),
      ...(palette ? [chunk("PLTE", palette)] : []),
      ...(transparency ? [chunk("tRNS", transparency)] : []),
      chunk("IDAT", deflateSync(lines)),
      chunk("IEND", new Uint8Array()),
    ]);
    return whole.subarray(0, whole.length - cut);
  });

const begun = fc
  .tuple(
    fc.constantFrom(
      "\x89PNG\r\n\x1a\n",
      "\xff\xd8\xff\xc0\x00\x11\x08\x00\x28\x00\x28\x03",
      "\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x01",
      "\xff\xd8\xff\xff\xff\xff",
      "\xff\xd8\xff\xe0\x00\x00",
      "RIFF\x10\0\0\0WEBPVP8 ",
      "<svg xmlns='http://www.w3.org/2000/svg'>",
    ),
    fc.uint8Array({ maxLength: 80 }),
  )
  .map(([begin, rest]) => Buffer.concat([Buffer.from(begin, "latin1"), rest]));

/** The bytes of such a picture. */
export const hostileLogos: fc.Arbitrary<Uint8Array> = fc
  .oneof({ weight: 3, arbitrary: png }, { weight: 1, arbitrary: begun })
  .map((bytes) => new Uint8Array(bytes));
