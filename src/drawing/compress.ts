/** `bytes` compressed in the zlib format (RFC 1950), as PNG and PDF hold it. */
export const deflate = (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  through(bytes, new CompressionStream("deflate"), Number.POSITIVE_INFINITY);

/** What is compressed in the zlib format. Throws RangeError for more than `most` bytes, and TypeError for what is damaged. */
export const inflate = (bytes: Uint8Array, most: number): Promise<Uint8Array<ArrayBuffer>> =>
  through(bytes, new DecompressionStream("deflate"), most);

async function through(
  bytes: Uint8Array,
  { readable, writable }: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  // A failure is that of the reader, too.
  const written = writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => {});
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readable) {
    length += chunk.length;
    // Leaving the loop cancels the stream, so that no more of it is made.
    if (length > most) throw new RangeError(`there are more than ${most} bytes`);
    chunks.push(chunk);
  }
  await written;
  return concat(chunks);
}

/** All of `parts` in one. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
