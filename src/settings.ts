import { type MailSender, mailSenderIn } from "./extras/mail/mail.ts";
import { emailAddress } from "./features/access/member.ts";
import { catalogSettings } from "./features/availability/catalogs/catalog-settings.ts";
import type { CatalogSettings } from "./features/availability/catalogs/open-catalogs.ts";
import type { DeliveryAppSettings } from "./features/delivery-app/delivery-app-client.ts";
import { postalCode, postalCodesIn } from "./features/delivery-app/discovery.ts";
import { affiliateIn } from "./features/short-links/affiliate-settings.ts";
import type { Affiliate } from "./features/short-links/earners.ts";
import { type CloudflareAccess, cloudflareAccess } from "./ground/platform/cloudflare-access.ts";
import { log } from "./ground/platform/log.ts";
import { redirectSettings } from "./ground/platform/redirect-settings.ts";
import { reportUnreachableHosts } from "./ground/platform/unreachable-hosts.ts";
import { type VariableReader, variableReader } from "./ground/platform/variable-reader.ts";
import type { VariableName, Variables } from "./ground/platform/variables.ts";

/** The configuration of a deployment, read from its variables and secrets. */
export interface Settings {
  /** Who gets the commission of links in projects that do not say so themselves. */
  affiliate: Affiliate;
  catalogs: CatalogSettings;
  /** Null if no key is set or the settings are unusable. */
  deliveryApp: DeliveryAppSettings | null;
  /** Where discovery searches for shops. */
  discoveryPostalCodes: readonly string[];
  /** Sign-in to the dashboard; null if not set or unusable. */
  cloudflareAccess: CloudflareAccess | null;
  /** Email addresses, in lower case, of the people who may create and rename organizations in the dashboard. */
  organizationMakers: readonly string[];
  /** The patterns of the Worker's routes; null if unknown, as locally. */
  routes: readonly string[] | null;
  /** The DNS resolver by which owners can prove their domains; null if only the operator confirms them. */
  domainResolver: string | null;
  /** Encrypts the secrets of webhooks; `unusable`: it is set and can't be read. */
  webhookKey: Uint8Array<ArrayBuffer> | "none" | "unusable";
  /** Where callers get help; undefined if the operator does not say. */
  supportContact: string | undefined;
  /** Whether webhooks may send to this machine: only what `npm start` runs. */
  sendsLocally: boolean;
  checksDestinations: boolean;
  /** The sender of mail; null: mail is off. */
  mailSender: MailSender | null;
  /** Hosts on which the identity of the local configuration applies, besides the machine's own hosts. */
  signInHosts: readonly string[];
  /** The problems, each with the name of its variable or secret but no value. Unusable values count as not set. */
  problems: readonly string[];
}

/** Per isolate: a Worker's bindings are the same object for its lifetime. */
const read = new WeakMap<Variables, Settings>();

/** The settings of `env`, read once per isolate, which also logs their problems. */
export function settingsOf(env: Variables): Settings {
  let settings = read.get(env);
  if (!settings) {
    settings = readSettings(env);
    for (const problem of settings.problems) log("error", "configuration", { problem });
    if (settings.sendsLocally) reportUnreachableHosts(log);
    read.set(env, settings);
  }
  return settings;
}

/**
 * The settings in variables and secrets. `env` may have only variables, if the secrets are unknown. An empty
 * variable counts as not set.
 */
export function readSettings(env: Variables): Settings {
  const variables = variableReader(env);
  const redirect = redirectSettings(env);
  const { text, complain, problems } = variables;
  const settings = {
    affiliate: affiliateIn(variables),
    catalogs: catalogSettings(variables),
    deliveryApp: deliveryAppIn(variables),
    discoveryPostalCodes: postalCodesIn(text("DELIVERY_APP_POSTAL_CODES") ?? ""),
    cloudflareAccess: cloudflareAccess(variables),
    organizationMakers: addressesIn(variables, "ORGANIZATION_MAKERS"),
    routes: text("DOMAIN_ROUTES")?.split(",") ?? null,
    domainResolver:
      text("DOMAIN_RESOLVER") === undefined ? null : variables.serviceUrl("DOMAIN_RESOLVER", ""),
    webhookKey:
      text("WEBHOOK_SECRET_KEY") === undefined
        ? ("none" as const)
        : (variables.key("WEBHOOK_SECRET_KEY") ?? ("unusable" as const)),
    supportContact: text("SUPPORT_CONTACT"),
    // A deployment has routes.
    sendsLocally: text("LOCAL_WEBHOOKS") === "on" && text("DOMAIN_ROUTES") === undefined,
    checksDestinations: variables.isOn("CHECK_DESTINATIONS"),
    mailSender: mailSenderIn(variables),
    signInHosts: text("SIGN_IN_HOSTS")?.split(",") ?? [],
  };
  for (const [index, code] of (text("DELIVERY_APP_POSTAL_CODES")?.split(",") ?? []).entries()) {
    if (code.trim() !== "" && postalCode(code) === null)
      complain(
        "DELIVERY_APP_POSTAL_CODES",
        `has no ZIP code or Canadian postal code at position ${index + 1}`,
      );
  }
  return { ...settings, problems: [...redirect.problems, ...problems] };
}

/** The delivery app's settings, or null if no key is set or the settings are unusable. */
export const deliveryApp = (env: Variables): DeliveryAppSettings | null => deliveryAppIn(variableReader(env));

function deliveryAppIn({ serviceUrl, secret, complain }: VariableReader): DeliveryAppSettings | null {
  const baseUrl = serviceUrl("DELIVERY_APP_BASE_URL", "https://connect.instacart.com");
  const key = secret("DELIVERY_APP_API_KEY");
  if (baseUrl !== null && new URL(baseUrl).origin !== baseUrl)
    return complain("DELIVERY_APP_BASE_URL", "is not an origin, such as https://connect.instacart.com");
  return baseUrl === null || key === null ? null : { baseUrl, key };
}

/** The email addresses in a variable, separated by commas, in lower case. An invalid address is a configuration error. */
function addressesIn({ text, complain }: VariableReader, name: VariableName): readonly string[] {
  const items = (text(name) ?? "").split(",").filter((item) => item.trim() !== "");
  const parsed = items.map((item) => emailAddress.safeParse(item));
  if (parsed.some(({ success }) => !success)) complain(name, "contains an invalid email address");
  return parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
}
