import type { CatalogSettings } from "../availability/catalogs/open-catalogs.ts";
import type { DeliveryAppSettings } from "../delivery-app/delivery-app-client.ts";
import { postalCode, postalCodesIn } from "../delivery-app/discovery.ts";
import { log } from "../platform/log.ts";
import type { DestinationSettings } from "../retailers/destinations/destination-builder.ts";
import { catalogSettings } from "./catalog-settings.ts";
import { type CloudflareAccess, cloudflareAccess } from "./cloudflare-access.ts";
import { addressesIn } from "./email-addresses.ts";
import { redirectSettings } from "./redirect-settings.ts";
import type { Variables } from "./text.ts";
import { type VariableReader, variableReader } from "./variables.ts";

/** The configuration of a deployment, read from its variables and secrets. */
export interface Settings {
  destinations: DestinationSettings;
  catalogs: CatalogSettings;
  /** Null where no key is set or what is set can't be used. */
  deliveryApp: DeliveryAppSettings | null;
  /** Where discovery looks for shops. */
  discoveryPostalCodes: readonly string[];
  /** Sign-in to the dashboard; null where it is not set or can't be used. */
  cloudflareAccess: CloudflareAccess | null;
  /** E-mail addresses, in lower case, of the people who may create and rename organizations in the dashboard. */
  organizationMakers: readonly string[];
  /** The patterns of the Worker's routes; null where they are not known, as locally. */
  routes: readonly string[] | null;
  /** The DNS resolver by which owners can prove their domains; null if only the operator confirms them. */
  domainResolver: string | null;
  /** Hosts on which the identity of the local configuration counts, besides those of the machine itself. */
  signInHosts: readonly string[];
  /** What is wrong: each names its variable or secret and shows no value. What can't be used counts as not set. */
  problems: readonly string[];
}

/** Of this isolate: a Worker's bindings are one object for as long as it lives. */
const read = new WeakMap<Variables, Settings>();

/** The settings of `env`, read once for each isolate, which also logs what is wrong with them. */
export function settingsOf(env: Variables): Settings {
  let settings = read.get(env);
  if (!settings) {
    settings = readSettings(env);
    for (const problem of settings.problems) log("error", "configuration", { problem });
    read.set(env, settings);
  }
  return settings;
}

/**
 * The settings in variables and secrets. `env` may hold the variables alone, where the secrets are not known. An empty
 * variable counts as not set.
 */
export function readSettings(env: Variables): Settings {
  const variables = variableReader(env);
  const redirect = redirectSettings(env);
  const { text, webUrl, complain, problems } = variables;
  const settings = {
    destinations: {
      associatesTag: text("AMAZON_ASSOCIATES_TAG"),
      tagOnScans: redirect.keepsTagOnScans,
      walmartAffiliateUrl: webUrl("WALMART_AFFILIATE_URL"),
      targetAffiliateUrl: webUrl("TARGET_AFFILIATE_URL"),
    },
    catalogs: catalogSettings(variables),
    deliveryApp: deliveryAppIn(variables),
    discoveryPostalCodes: postalCodesIn(text("DELIVERY_APP_POSTAL_CODES") ?? ""),
    cloudflareAccess: cloudflareAccess(variables),
    organizationMakers: addressesIn(variables, "ORGANIZATION_MAKERS"),
    routes: text("DOMAIN_ROUTES")?.split(",") ?? null,
    domainResolver:
      text("DOMAIN_RESOLVER") === undefined ? null : variables.serviceUrl("DOMAIN_RESOLVER", ""),
    signInHosts: text("SIGN_IN_HOSTS")?.split(",") ?? [],
  };
  for (const [index, code] of (text("DELIVERY_APP_POSTAL_CODES")?.split(",") ?? []).entries()) {
    if (code.trim() !== "" && postalCode(code) === null)
      complain(
        "DELIVERY_APP_POSTAL_CODES",
        `holds no ZIP code or Canadian postal code in place ${index + 1}`,
      );
  }
  return { ...settings, problems: [...redirect.problems, ...problems] };
}

/** The delivery app's settings, or null where no key is set or what is set can't be used. */
export const deliveryApp = (env: Variables): DeliveryAppSettings | null => deliveryAppIn(variableReader(env));

function deliveryAppIn({ serviceUrl, secret, complain }: VariableReader): DeliveryAppSettings | null {
  const baseUrl = serviceUrl("DELIVERY_APP_BASE_URL", "https://connect.instacart.com");
  const key = secret("DELIVERY_APP_API_KEY");
  if (baseUrl !== null && new URL(baseUrl).origin !== baseUrl)
    return complain("DELIVERY_APP_BASE_URL", "is not an origin, such as https://connect.instacart.com");
  return baseUrl === null || key === null ? null : { baseUrl, key };
}
