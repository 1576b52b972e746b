import * as z from "zod";
import { RESERVED_NAMES } from "../../ground/core/reserved-names.ts";
import { SHORT_ID_LENGTH } from "../../ground/core/short-id.ts";

/** Which addresses of a domain its apps open: of all links, only those with a slug or an imported path, or none. */
export const APP_ADDRESSES = ["all", "slugs", "none"] as const;
type AppAddresses = (typeof APP_ADDRESSES)[number];

/** The apps of a domain that open its links where they are installed. */
export interface DomainApps {
  /** A prefix and a bundle id: `ABCDE12345.com.example.app`. */
  iosApps: readonly string[];
  /** A package name and the SHA-256 fingerprint of its certificate: `com.example.app AA:BB:…`. */
  androidApps: readonly string[];
  appAddresses: AppAddresses;
}

/** A domain whose links open no app. */
export const NO_APPS: DomainApps = { iosApps: [], androidApps: [], appAddresses: "all" };

/** Whether links of a domain open an app. */
export const hasApps = ({ iosApps, androidApps }: Pick<DomainApps, "iosApps" | "androidApps">): boolean =>
  iosApps.length + androidApps.length > 0;

/** Far below the 128 KB that Apple reads of a file. */
const MAX_APPS = 20;
const MAX_LENGTH = 400;

/** https://developer.apple.com/documentation/xcode/supporting-associated-domains */
const IOS = /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;
/** https://developer.android.com/build/configure-app-module#set-application-id */
const ANDROID = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)\s+((?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{64})$/;

const apps = (schema: z.ZodType<string, string>) =>
  z
    .array(schema)
    .max(MAX_APPS)
    .transform((values) => [...new Set(values)]);

const text = z.string().trim().max(MAX_LENGTH);

const iosApp = text.regex(
  IOS,
  "must be the prefix and the bundle id of an app, such as ABCDE12345.com.example.app",
);

const androidApp = text.transform((value, context) => {
  const [, name, fingerprint] = ANDROID.exec(value) ?? [];
  if (name !== undefined && fingerprint !== undefined) return `${name} ${withColons(fingerprint)}`;
  const message =
    "must be a package name and the SHA-256 fingerprint of its certificate, such as com.example.app 14:6D:E9:…";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** A fingerprint as Google writes it: pairs in capitals between colons. */
const withColons = (fingerprint: string): string =>
  (fingerprint.toUpperCase().match(/[0-9A-F]{2}/g) ?? []).join(":");

/** The settings of apps: `undefined` leaves one as it is. */
export const appSettings = {
  iosApps: apps(iosApp).optional(),
  androidApps: apps(androidApp).optional(),
  appAddresses: z.enum(APP_ADDRESSES).optional(),
};

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

/** Names as long as a short id that are none, as a short id has no hyphen, and no slug one at its ends. */
const LONG_AS_IDS = Array.from({ length: SHORT_ID_LENGTH - 2 }, (_, index) =>
  atAndBelow(`/${"?".repeat(index + 1)}-${"?".repeat(SHORT_ID_LENGTH - 2 - index)}`),
).flat();

/** The patterns of the addresses that apps open. */
const COMPONENTS: Readonly<Record<AppAddresses, readonly Component[]>> = {
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
