import { appendEncoded, splitUrl } from "../../../ground/core/urls.ts";

const UTM_KEYS = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = { [key in (typeof UTM_KEYS)[number]]?: string | undefined };

/**
 * Adds the UTM values to `url`. Existing keys stay, unless `override`; keys are never duplicated. Empty values are not
 * added.
 */
export function mergeUtm(url: string, utm: Utm, override: boolean): string {
  const wanted = UTM_KEYS.flatMap((key) => {
    const value = utm[key];
    return value ? [[`utm_${key}`, encodeURIComponent(value)] as const] : [];
  });
  if (wanted.length === 0) return url;
  const { base, query, fragment } = splitUrl(url);
  const present = query.split("&").map(keyOf);
  if (!override)
    return appendEncoded(
      url,
      wanted.filter(([key]) => !present.includes(key)),
    );
  const replaced = new Set<string>(wanted.map(([key]) => key));
  const kept = query.split("&").filter((pair) => !replaced.has(keyOf(pair)));
  const rest = kept.join("&");
  return appendEncoded(`${base}?${rest}${fragment}`, wanted);
}

function keyOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
