/**
 * Appends `pairs` (already encoded) to the query of `url` and keeps its fragment last.
 * The query is not reserialized, because that could change an encoding that the retailer's page expects.
 */
export function appendEncoded(url: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return url;
  const { base, query, fragment } = splitUrl(url);
  const added = pairs.map(([key, value]) => `${key}=${value}`).join("&");
  return `${base}?${query && !query.endsWith("&") ? `${query}&` : query}${added}${fragment}`;
}

/** The parts of a URL's text: the query without its question mark, the fragment with its hash sign. */
export function splitUrl(url: string): { base: string; query: string; fragment: string } {
  const hash = url.indexOf("#");
  const fragment = hash < 0 ? "" : url.slice(hash);
  const whole = hash < 0 ? url : url.slice(0, hash);
  const mark = whole.indexOf("?");
  return mark < 0
    ? { base: whole, query: "", fragment }
    : { base: whole.slice(0, mark), query: whole.slice(mark + 1), fragment };
}
