/** Compresses bytes in the zlib format (RFC 1950), as PNG and PDF use it. They may come in parts. */
export const deflate = (parts: Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> =>
  through(parts, new CompressionStream("deflate"), Number.POSITIVE_INFINITY);

/** Bytes compressed without the frame of zlib (RFC 1951), as ZIP archives hold them. */
export const deflateRaw = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  through([bytes], new CompressionStream("deflate-raw"), Number.POSITIVE_INFINITY);

/** Decompresses the zlib format. Throws RangeError for more than `most` bytes, and TypeError for damaged data. */
export const inflate = (bytes: Uint8Array, most: number): Promise<Uint8Array<ArrayBuffer>> =>
  through([bytes], new DecompressionStream("deflate"), most);

async function through(
  parts: Iterable<Uint8Array>,
  { readable, writable }: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // A failure of the writer also fails the reader.
  const written = writeAll(parts, writable.getWriter()).catch(() => {});
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readable) {
    length += chunk.length;
    // Leaving the loop cancels the stream and the decompression.
    if (length > most) throw new RangeError(`there are more than ${most} bytes`);
    chunks.push(chunk);
  }
  await written;
  return concat(chunks);
}

async function writeAll(
  parts: Iterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  for (const part of parts) await writer.write(part);
  await writer.close();
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
