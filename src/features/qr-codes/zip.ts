import { crc32 } from "../../ground/core/digest.ts";
import { concat, deflateRaw } from "../../ground/drawing/compress.ts";

interface ZipFile {
  /** The path, with slashes between folders. */
  name: string;
  content: Uint8Array;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What the directory at the end of an archive says of a file. */
export interface ZipEntry {
  name: string;
  /** Of the content, and as it is stored: smaller where it is compressed. */
  size: number;
  stored: number;
  crc: number;
  offset: number;
}

/** Names are UTF-8 (APPNOTE.TXT 4.4.4, bit 11). */
const UTF8_NAMES = 0x0800;
/** Of files that are stored or deflated, 4.4.3. */
const VERSION = 20;
/** The length of a file's header without its name, 4.3.7. */
const HEADER_BYTES = 30;
/** 1 January 1980, the earliest date of the format, so that the archive of an import is reproducible. */
const DATE = 0x0021;
/** The limits of the format without its 64-bit extension, 4.4.1.4. */
const MAX_FILES = 0xffff;
const MAX_BYTES = 0xffffffff;

/** A sequence of little-endian numbers of two or four bytes. */
function numbers(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Bytes {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** The fields that a file's header and its place in the directory share. */
const sharedFields = ({ name, size, stored, crc }: ZipEntry) =>
  [
    [2, VERSION],
    [2, UTF8_NAMES],
    [2, stored < size ? 8 : 0],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, stored],
    [4, size],
    [2, new TextEncoder().encode(name).length],
    [2, 0],
  ] as const;

/** Where the next file begins. */
function endOf(entry: ZipEntry | undefined): number {
  if (!entry) return 0;
  return entry.offset + HEADER_BYTES + new TextEncoder().encode(entry.name).length + entry.stored;
}

/**
 * A ZIP archive that is written file by file; only what its directory at the end needs is kept, in `entries`. An archive
 * that another writer began continues after its entries. The format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function zipWriter(entries: ZipEntry[] = []) {
  const add = (name: string, content: Uint8Array, stored: Uint8Array): Bytes => {
    const offset = endOf(entries.at(-1));
    if (entries.length === MAX_FILES || offset + stored.length > MAX_BYTES)
      throw new RangeError("the archive is full");
    const entry = { name, size: content.length, stored: stored.length, crc: crc32(content), offset };
    entries.push(entry);
    return concat([numbers([4, 0x04034b50], ...sharedFields(entry)), new TextEncoder().encode(name), stored]);
  };
  return {
    /** The bytes of a file, to be written next, without compression. Throws RangeError beyond 65,535 files or 4 GiB. */
    file: ({ name, content }: ZipFile): Bytes => add(name, content, content),
    /** The same, compressed where that makes it smaller. */
    async deflated({ name, content }: ZipFile): Promise<Bytes> {
      const packed = await deflateRaw(content);
      return add(name, content, packed.length < content.length ? packed : content);
    },
    /** The bytes of the directory, to write last. */
    end(): Bytes {
      const list = concat(
        entries.flatMap((entry) => [
          numbers([4, 0x02014b50], [2, VERSION], ...sharedFields(entry)),
          numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]),
          new TextEncoder().encode(entry.name),
        ]),
      );
      const count = entries.length;
      const end = numbers(
        [4, 0x06054b50],
        [2, 0],
        [2, 0],
        [2, count],
        [2, count],
        [4, list.length],
        [4, endOf(entries.at(-1))],
        [2, 0],
      );
      return concat([list, end]);
    },
  };
}
