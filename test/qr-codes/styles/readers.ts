import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A picture of greys, row by row from the top left. */
export interface Greys {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Two decoders that share no code, each of which reads many files at one start. */
const READERS = {
  zbarimg: {
    args: ["-q", "--xml", "--nodbus", "-Sdisable", "-Sqrcode.enable"],
    found: (output: string) =>
      output
        .split("<source href='")
        .slice(1)
        .map((part): [string, string[]] => [
          part.slice(0, part.indexOf("'")),
          Array.from(part.matchAll(/<!\[CDATA\[(.*?)\]\]>/gs), ([, text = ""]) => text),
        ]),
  },
  ZXingReader: {
    args: ["-1", "-format", "QRCode"],
    found: (output: string) =>
      output.split("\n").flatMap((line): [string, string[]][] => {
        const [, file, text] = /^(\S+) QRCode "(.*)"/.exec(line) ?? [];
        return file === undefined || text === undefined ? [] : [[file, [text]]];
      }),
  },
} as const;
export type Reader = keyof typeof READERS;

const isThere = (reader: Reader): boolean => spawnSync(reader, ["--version"]).error === undefined;
const names = Object.keys(READERS) as Reader[]; // Its keys are readers.

/** The decoders that this machine has: Debian's packages zbar-tools and zxing-cpp-tools. */
export const readers: readonly Reader[] = names.filter(isThere);
if (readers.length < names.length) {
  console.warn(
    "zbarimg or ZXingReader not found: install zbar-tools and zxing-cpp-tools to test that styles are read",
  );
}

/** The text that a decoder finds in each picture; undefined where it finds none or several. */
export function read(reader: Reader, pictures: readonly Greys[]): (string | undefined)[] {
  const cwd = mkdtempSync(join(tmpdir(), "qr-styles-"));
  try {
    const files = pictures.map((_, index) => `${index}.pgm`);
    for (const [index, { width, height, data }] of pictures.entries()) {
      writeFileSync(
        join(cwd, files[index] ?? ""),
        Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]),
      );
    }
    const { args, found } = READERS[reader];
    const { stdout } = spawnSync(reader, [...args, ...files], { cwd, maxBuffer: 2 ** 27 });
    const texts = new Map(found(stdout.toString()));
    return files.map((file) => {
      const [text, ...more] = texts.get(file) ?? [];
      return more.length === 0 ? text : undefined;
    });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
