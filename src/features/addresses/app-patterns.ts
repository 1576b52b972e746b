import { RESERVED_NAMES } from "../../ground/core/reserved-names.ts";
import { SHORT_ID_LENGTH } from "../../ground/core/short-id.ts";
import type { DomainApps } from "./domain-store.ts";

/** A pattern of a path, of which the first that matches decides. `?` is one character, and `*` at the end any text. */
interface Component {
  "/": string;
  exclude?: true;
}

const opens = (path: string): Component => ({ "/": path });
const stays = (path: string): Component => ({ "/": path, exclude: true });

/** The path itself and what is below it. */
const atAndBelow = (path: string): string[] => [path, `${path}/*`];

/** Our own paths, which no link has. */
const OURS = ["/", ...[...RESERVED_NAMES].flatMap((name) => atAndBelow(`/${name}`))].map(stays);

/** Slugs as long as a short id: they have a hyphen, which no short id has, but not at an end. */
const LONG_AS_IDS = Array.from({ length: SHORT_ID_LENGTH - 2 }, (_, index) =>
  atAndBelow(`/${"?".repeat(index + 1)}-${"?".repeat(SHORT_ID_LENGTH - 2 - index)}`),
).flat();

/** The patterns of the addresses that apps open. */
const COMPONENTS: Readonly<Record<DomainApps["appAddresses"], readonly Component[]>> = {
  all: [...OURS, opens("/*")],
  slugs: [
    ...OURS,
    stays("/01/*"),
    ...LONG_AS_IDS.map(opens),
    ...atAndBelow(`/${"?".repeat(SHORT_ID_LENGTH)}`).map(stays),
    opens("/*"),
  ],
  none: [stays("/*")],
};

/**
 * The content of `/.well-known/apple-app-site-association`; null without an app. Without addresses it says so, as phones keep
 * what they read for a week: https://developer.apple.com/documentation/bundleresources/applinks
 */
export const appleAssociation = ({ iosApps, appAddresses }: DomainApps): object | null =>
  iosApps.length === 0
    ? null
    : { applinks: { details: [{ appIDs: iosApps, components: COMPONENTS[appAddresses] }] } };

const OPENS = "delegate_permission/common.handle_all_urls";

/**
 * The content of `/.well-known/assetlinks.json`; null without an app. Android before 15 opens the addresses that the app
 * itself names, later versions only the patterns among them: https://developer.android.com/training/app-links/configure-assetlinks
 */
export function assetLinks({ androidApps, appAddresses }: DomainApps): object[] | null {
  if (androidApps.length === 0) return null;
  if (appAddresses === "none") return [];
  const fingerprints = new Map<string, string[]>();
  for (const app of androidApps) {
    const [name = "", fingerprint = ""] = app.split(" ");
    fingerprints.set(name, [...(fingerprints.get(name) ?? []), fingerprint]);
  }
  return [...fingerprints].map(([package_name, sha256_cert_fingerprints]) => ({
    relation: [OPENS],
    target: { namespace: "android_app", package_name, sha256_cert_fingerprints },
    relation_extensions: { [OPENS]: { dynamic_app_link_components: COMPONENTS[appAddresses] } },
  }));
}
