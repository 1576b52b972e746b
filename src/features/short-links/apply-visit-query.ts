import { parameterName, withoutOwned } from "./owned-parameters.ts";
import type { Target } from "./redirect-memory.ts";
import { sourceIn } from "./short-link-url.ts";
import { subIdOfVisit, withSubId } from "./sub-id.ts";
import type { VisitQuery } from "./visit-query.ts";

/**
 * The parameters of a URL as they came, except those that this service reads; at most 2,048 characters in all. HTML's code of the
 * ampersand before a name is none of it.
 */
export function visitPairs(url: string, ofChoice: boolean | undefined): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  const own = ofChoice ? /^(?:qr|via|all|choose|counted|remember)(?:=|$)/i : /^(?:qr|via)(?:=|$)/i;
  let left = 2_048;
  return query
    .split("&")
    .map((pair) => pair.replace(/^(?:amp;)+/i, ""))
    .filter((pair) => {
      // A header can carry nothing else.
      if (own.test(pair) || !/^[!-~]+$/.test(pair) || pair.length >= left) return false;
      left -= pair.length + 1;
      return true;
    });
}

/**
 * A destination with the parameters of a visit, except those that its shop owns: names that it has keep their own values, and its
 * fragment stays last. In the URL of an affiliate network, they are added to the retailer's URL. Our own pages stay as they are.
 */
export function withVisitQuery(
  destination: string,
  pairs: readonly string[],
  source: string,
  rule: VisitQuery,
): string {
  if (destination.startsWith("/")) return destination;
  const encoded = /^(.*[=:/])(https%3A%2F%2Fwww\.(?:walmart|target)\.com%2F[^&#?/]*)(.*)$/i;
  const [, network, wrapped, rest = ""] = (rule.isWrapped && encoded.exec(destination)) || [];
  if (network !== undefined && wrapped !== undefined) {
    try {
      const inner = withVisitQuery(decodeURIComponent(wrapped), pairs, source, { ...rule, isWrapped: false });
      return network + encodeURIComponent(inner) + rest;
    } catch {
      return destination;
    }
  }
  const [whole = "", ...fragments] = destination.split("#");
  const fragment = fragments.length > 0 ? `#${fragments.join("#")}` : "";
  const [base = "", ...queries] = whole.split("?");
  let own = queries
    .join("?")
    .split("&")
    .filter((pair) => pair !== "");
  const names = new Set(own.map(parameterName));
  const added = rule.forward
    ? withoutOwned(destination, pairs).filter((pair) => !names.has(parameterName(pair)))
    : [];
  const isSourced = [...own, ...added].some((pair) => /^utm_source=./i.test(pair));
  if (rule.source && source !== "" && !isSourced) {
    own = own.filter((pair) => parameterName(pair) !== "utm_source");
    added.push(`utm_source=${source}`);
  }
  return added.length === 0 ? destination : `${base}?${[...own, ...added].join("&")}${fragment}`;
}

/** A link or an offer with what it takes of the query of a visit in its destinations. */
export function ofVisit(target: Target, url: string): Target {
  const { destination, scans, stores, query } = target;
  if (!query || !url.includes("?")) return target;
  const [pairs, source] = [visitPairs(url, query.ofChoice), sourceIn(url)];
  const marked = query.subId === undefined ? "" : subIdOfVisit(query.subId, url);
  const add = (to: string): string =>
    withSubId(withVisitQuery(to, pairs, source, query), query.subId, marked);
  return {
    destination: add(destination),
    ...(scans !== undefined && { scans: add(scans) }),
    ...(stores && { stores: { ...stores, url: add(stores.url) } }),
  };
}
