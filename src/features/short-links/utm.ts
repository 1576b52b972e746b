import { mergeEncoded } from "../../ground/core/urls.ts";

const UTM_KEYS = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = { [key in (typeof UTM_KEYS)[number]]?: string | undefined };

/**
 * Adds the UTM values to `url`. Existing keys stay, unless `override`; keys are never duplicated. Empty values are not
 * added.
 */
export function mergeUtm(url: string, utm: Utm, override: boolean): string {
  const pairs = UTM_KEYS.flatMap((key) => {
    const value = utm[key];
    return value ? [[`utm_${key}`, encodeURIComponent(value)] as const] : [];
  });
  return mergeEncoded(url, pairs, override);
}
