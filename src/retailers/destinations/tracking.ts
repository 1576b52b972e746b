const UTM_KEYS = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = { [key in (typeof UTM_KEYS)[number]]?: string | undefined };

/**
 * Appends `pairs` (already encoded) to the query of `url` and keeps its fragment last.
 * The query is never parsed and written anew: that would re-encode what the retailer's page expects.
 */
export function appendEncoded(url: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return url;
  const { base, query, fragment } = split(url);
  const added = pairs.map(([key, value]) => `${key}=${value}`).join("&");
  return `${base}?${query && !query.endsWith("&") ? `${query}&` : query}${added}${fragment}`;
}

/**
 * Adds the UTM values to `url`. A key that is there already stays, unless `override`; none is ever there twice
 * through us. Empty values are not added.
 */
export function mergeUtm(url: string, utm: Utm, override: boolean): string {
  const wanted = UTM_KEYS.flatMap((key) => {
    const value = utm[key];
    return value ? [[`utm_${key}`, encodeURIComponent(value)] as const] : [];
  });
  if (wanted.length === 0) return url;
  const { base, query, fragment } = split(url);
  const present = query.split("&").map(keyOf);
  if (!override)
    return appendEncoded(
      url,
      wanted.filter(([key]) => !present.includes(key)),
    );
  const replaced = new Set<string>(wanted.map(([key]) => key));
  const kept = query.split("&").filter((pair) => !replaced.has(keyOf(pair)));
  const rest = kept.join("&");
  return appendEncoded(`${base}${rest && `?${rest}`}${fragment}`, wanted);
}

function split(url: string): { base: string; query: string; fragment: string } {
  const hash = url.indexOf("#");
  const fragment = hash < 0 ? "" : url.slice(hash);
  const whole = hash < 0 ? url : url.slice(0, hash);
  const mark = whole.indexOf("?");
  return mark < 0
    ? { base: whole, query: "", fragment }
    : { base: whole.slice(0, mark), query: whole.slice(mark + 1), fragment };
}

function keyOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
