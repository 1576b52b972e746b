import { keptAddress } from "../../ground/core/kept-path.ts";
import { addressKey } from "./address-key.ts";
import { type ClientResolution, lookUp } from "./look-up.ts";
import type { ReadAddress } from "./short-link-url.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import { plainPath, withCode, withoutSentence } from "./unusual-url.ts";
import type { Visit } from "./visit.ts";

/** An address that a visit may be for, on a host, and its key. */
export type VisitedAddress = { host: string; key: string } & (
  | { kind: "name" }
  | { kind: "other name"; read: ReadAddress }
  | { kind: "kept path"; path: string }
);

/** The result of a look-up of several addresses, and the address that decided it. */
export interface Found {
  resolution: ClientResolution;
  address: VisitedAddress;
}

/** The short id or slug in the URL. */
export const nameAt = (host: string, { name }: Visit): VisitedAddress => ({
  kind: "name",
  host,
  key: addressKey(host, name),
});

/** The short id or slug that the URL may mean instead, if it may. */
export const otherNamesAt = (host: string, { otherwise }: Visit): VisitedAddress[] =>
  otherwise ? [{ kind: "other name", host, key: addressKey(host, otherwise.name), read: otherwise }] : [];

/**
 * The kept paths that a request may be for: exactly as it came, without the sentence around it, and without typesetting.
 */
export function keptPathsOf({ host, request: { url } }: Visit): VisitedAddress[] {
  const shorter = withoutSentence(url);
  const plain = plainPath(url);
  const urls =
    plain === url ? [url, shorter] : [url, shorter, plain, plainPath(shorter), withoutSentence(plain)];
  const keys = new Set(urls.flatMap((each) => keptAddress(host, each) ?? []));
  return [...keys].map((key) => ({ kind: "kept path", host, key, path: key.slice(host.length + 1) }));
}

/** Looks up `first` and, where it has no link, the others in order. */
export function lookUpInOrder(
  visit: Visit,
  dependencies: RedirectDependencies,
  first: VisitedAddress,
  others: () => VisitedAddress[] | Promise<VisitedAddress[]>,
): Found | Promise<Found> {
  let listed: VisitedAddress[] = [];
  const found = (resolution: ClientResolution): Found => ({
    resolution,
    address: listed.findLast(({ key }) => key === resolution.address) ?? first,
  });
  const resolution = lookUp(visit, dependencies, first.key, async () => {
    listed = await others();
    return listed.map(({ key }) => key);
  });
  return resolution instanceof Promise ? resolution.then(found) : found(resolution);
}

/** The visit as if the link had been requested at the address where it was found. */
export function visitAt(visit: Visit, { resolution, address }: Found): Visit {
  const onHost = address.host === visit.host ? visit : { ...visit, host: address.host };
  switch (address.kind) {
    case "name":
      return onHost;
    case "other name":
      return withCode({ ...onHost, ...address.read, isRewritten: false });
    case "kept path": {
      if (resolution.kind !== "link") return onHost;
      const { choice, destination } = resolution.entry;
      // The page of a choice has URLs that only its short id has.
      return {
        ...onHost,
        offer: undefined,
        name: choice === undefined ? address.path : destination.slice(1),
      };
    }
  }
}
