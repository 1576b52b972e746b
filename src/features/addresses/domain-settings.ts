import * as z from "zod";
import { canBeDomain } from "../../ground/core/domain-host.ts";
import { httpUrl } from "../../ground/core/text.ts";
import { APP_ADDRESSES } from "./domain-store.ts";

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The host of a new domain: a DNS name, in ASCII form (`xn--`) for other scripts. */
export const domainHost = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((host, context) => {
    const problem = hostProblem(host);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

function hostProblem(host: string): string | undefined {
  if (!HOST.test(host)) return "must be a host name, such as go.example.com";
  return canBeDomain(host) ? undefined : "must be your own host name, such as go.example.com";
}

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

/** The settings of a domain: `undefined` leaves a setting as it is, `null` removes it. */
export const domainSettings = z.object({
  projectId: z.string().min(1).max(128).nullable().optional(),
  rootUrl: httpUrl().nullable().optional(),
  notFoundUrl: httpUrl().nullable().optional(),
  ...appSettings,
});

/** The parsed settings of a domain. */
export type DomainSettings = z.infer<typeof domainSettings>;
