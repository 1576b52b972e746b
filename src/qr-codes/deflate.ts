/** `bytes` compressed in the zlib format (RFC 1950), as PNG and PDF hold it. */
export async function deflate(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  const chunks: Uint8Array[] = [];
  for await (const chunk of compressed) chunks.push(chunk);
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
