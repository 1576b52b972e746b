import { crc32 } from "../core/digest.ts";

export interface ZipFile {
  /** The path, with slashes between folders. */
  name: string;
  content: Uint8Array;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Names are UTF-8 (APPNOTE.TXT 4.4.4, bit 11). */
const UTF8_NAMES = 0x0800;
/** For stored files without compression, 4.4.3. */
const VERSION = 20;
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

function joined(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Writes a ZIP archive file by file, without compression; keeps only the data for the directory at the end. The format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function zipWriter() {
  const directory: Bytes[] = [];
  let offset = 0;
  return {
    /** The bytes of the next file. Throws RangeError beyond 65,535 files or 4 GiB. */
    file({ name, content }: ZipFile): Bytes {
      const encoded = new TextEncoder().encode(name);
      const { length } = content;
      if (directory.length === MAX_FILES || offset + length > MAX_BYTES)
        throw new RangeError("the archive is full");
      const shared = [
        [2, VERSION],
        [2, UTF8_NAMES],
        [2, 0],
        [2, 0],
        [2, DATE],
        [4, crc32(content)],
        [4, length],
        [4, length],
        [2, encoded.length],
        [2, 0],
      ] as const;
      const bytes = joined([numbers([4, 0x04034b50], ...shared), encoded, content]);
      const place = [
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ] as const;
      directory.push(joined([numbers([4, 0x02014b50], [2, VERSION], ...shared, ...place), encoded]));
      offset += bytes.length;
      return bytes;
    },
    /** The bytes of the directory, to write last. */
    end(): Bytes {
      const list = joined(directory);
      const count = directory.length;
      const end = numbers(
        [4, 0x06054b50],
        [2, 0],
        [2, 0],
        [2, count],
        [2, count],
        [4, list.length],
        [4, offset],
        [2, 0],
      );
      return joined([list, end]);
    },
  };
}
