import { type Link, stateOf } from "../../features/links/link.ts";
import { addressUrl, type Origins, ownUrl } from "../../ground/core/origins.ts";
import type { ExportedSlug } from "./rows.ts";

/** An address that was handed out. */
export interface ExportedAddress {
  url: string;
  kind: "short_id" | "slug" | "kept" | "gtin" | "offer";
  linkId: string;
  /** Whether it is the one that is shown and shared. */
  isCurrent: string;
  state: string;
  /** Where it redirects at the moment; empty where it shows a message. */
  destination: string;
}

function kindOf(name: string): "slug" | "kept" | "gtin" {
  if (name.startsWith("/")) return "kept";
  return name.includes("/") ? "gtin" : "slug";
}

/** Every address of a link: of its short id, of all slugs that it has or had, of the offers of each, of its kept addresses, and of its GTIN. */
export function addressesOf(
  link: Link,
  slugs: readonly ExportedSlug[],
  origins: Origins,
  now: Date,
): ExportedAddress[] {
  const state = stateOf(link, now);
  const redirectsTo = (destination: string): string => {
    if (state === "running") return ownUrl(origins, destination);
    return state === "off" ? "" : (link.schedule?.endedUrl ?? "");
  };
  const names = [
    { kind: "short_id" as const, host: link.domain, name: link.shortId },
    ...slugs.map(({ host, name }) => ({ kind: kindOf(name), host, name })),
  ];
  const current = link.slug ?? link.shortId;
  const offers = [
    ...(link.offerDestinations ?? []),
    ...(link.removedKeys ?? []).map((key) => ({ key, destination: link.destination })),
  ];
  return names.flatMap(({ kind, host, name }) => {
    const url = addressUrl(origins, host, name);
    const isGtin = kind === "gtin";
    const isCurrent = String(host === link.domain && (isGtin || name === current));
    const shared = { linkId: link.id, isCurrent, state };
    return [
      { url, kind, ...shared, destination: redirectsTo(link.destination) },
      ...(isGtin || kind === "kept" ? [] : offers).map(({ key, destination }) => ({
        url: `${url}/${key}`,
        kind: "offer" as const,
        ...shared,
        destination: redirectsTo(destination),
      })),
    ];
  });
}
