import { type FileHandle, open } from "node:fs/promises";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { UsageError } from "../command-line/command.ts";

/** A file in an archive, as its directory describes it. */
interface ZippedFile {
  name: string;
  size: number;
  crc: number;
  stored: number;
  isDeflated: boolean;
  offset: number;
}

/** An open archive. */
export interface Zip {
  files: readonly ZippedFile[];
  /** The content of a file. Throws UsageError if it is damaged. */
  read(file: ZippedFile): Promise<Buffer>;
  /** Reads a file of any size without keeping it. Throws UsageError if it is damaged. */
  check(file: ZippedFile): Promise<void>;
}

/** Signatures and lengths: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3 */
const END = { signature: 0x06054b50, length: 22 };
const ENTRY = { signature: 0x02014b50, length: 46 };
const HEADER = { signature: 0x04034b50, length: 30 };
/** The directory of 65,535 files with long names. */
const MAX_DIRECTORY = 64 * 1024 * 1024;
/** Our files have about 4 MB, and one row more. */
const MAX_FILE = 64 * 1024 * 1024;

const damaged = (why: string): UsageError => new UsageError(`The archive is damaged: ${why}.`);

/** Opens the archive at `path` for as long as `work` lasts. Throws UsageError if it is not an archive as we write them. */
export async function withZip<T>(path: string, work: (zip: Zip) => Promise<T>): Promise<T> {
  const handle = await open(path).catch(() => {
    throw new UsageError(`There is no file ${path}.`);
  });
  try {
    const files = await filesIn(handle);
    return await work({
      files,
      read: (file) => contentOf(handle, file),
      check: (file) => checkContent(handle, file),
    });
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, offset);
  if (bytesRead < length) throw damaged("it is cut");
  return buffer;
}

async function filesIn(handle: FileHandle): Promise<ZippedFile[]> {
  const { size: total } = await handle.stat();
  if (total < END.length) throw damaged("it is cut");
  const end = await bytesAt(handle, total - END.length, END.length);
  if (end.readUInt32LE(0) !== END.signature) throw damaged("its end is missing");
  const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (start + length !== total - END.length || length > MAX_DIRECTORY)
    throw damaged("its directory is wrong");
  const directory = await bytesAt(handle, start, length);
  const files: ZippedFile[] = [];
  let at = 0;
  let offset = 0;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY.length > length || directory.readUInt32LE(at) !== ENTRY.signature)
      throw damaged("its directory is wrong");
    const nameEnd = at + ENTRY.length + directory.readUInt16LE(at + 28);
    const file = {
      name: directory.toString("utf8", at + ENTRY.length, nameEnd),
      isDeflated: directory.readUInt16LE(at + 10) === 8,
      crc: directory.readUInt32LE(at + 16),
      stored: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    // One after the other, so that no content is there twice.
    const next = offset + HEADER.length + (nameEnd - at - ENTRY.length) + file.stored;
    if (file.offset !== offset || next > start) throw damaged(`the place of ${file.name} is wrong`);
    files.push(file);
    offset = next;
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return files;
}

async function contentOf(handle: FileHandle, { name, size, crc, stored, isDeflated, offset }: ZippedFile) {
  if (size > MAX_FILE || stored > MAX_FILE) throw damaged(`${name} is too large`);
  const nameLength = Buffer.byteLength(name);
  const bytes = await bytesAt(handle, offset, HEADER.length + nameLength + stored);
  const content = bytes.subarray(HEADER.length + nameLength);
  if (bytes.readUInt32LE(0) !== HEADER.signature || bytes.readUInt16LE(26) !== nameLength)
    throw damaged(`the place of ${name} is wrong`);
  let whole: Buffer;
  try {
    whole = isDeflated ? inflateRawSync(content, { maxOutputLength: Math.max(size, 1) }) : content;
  } catch {
    throw damaged(`${name} can't be decompressed`);
  }
  if (whole.length !== size || crc32(whole) !== crc) throw damaged(`${name} has changed`);
  return whole;
}

async function checkContent(handle: FileHandle, { name, size, crc, stored, isDeflated, offset }: ZippedFile) {
  if (stored === 0) return;
  const start = offset + HEADER.length + Buffer.byteLength(name);
  const content = handle.createReadStream({ start, end: start + stored - 1, autoClose: false });
  let found = { size: 0, crc: 0 };
  try {
    for await (const part of isDeflated ? content.pipe(createInflateRaw()) : content) {
      found = { size: found.size + part.length, crc: crc32(part, found.crc) };
      if (found.size > size) break;
    }
  } catch {
    throw damaged(`${name} can't be decompressed`);
  }
  if (found.size !== size || found.crc !== crc) throw damaged(`${name} has changed`);
}
