import type { CatalogSettings } from "./availability/catalogs/open-catalogs.ts";
import type { Origins } from "./core/origins.ts";
import type { DeliveryAppSettings } from "./delivery-app/client.ts";
import { postalCodesIn } from "./delivery-app/discovery.ts";
import type { Env } from "./env.ts";
import { log } from "./platform/log.ts";
import type { DestinationSettings } from "./retailers/destinations/destination.ts";

/** The configuration of a deployment, read from its variables and secrets. */
export interface Settings {
  destinations: DestinationSettings;
  catalogs: CatalogSettings;
  /** Null where no key is set or what is set can't be used. */
  deliveryApp: DeliveryAppSettings | null;
  /** Where discovery looks for shops. */
  discoveryPostalCodes: readonly string[];
}

/** The configured origins; where one is not set (local), the origin of the request. */
export function originsOf(env: Env, url: string): Origins {
  const own = new URL(url).origin;
  return { shortLink: env.SHORT_LINK_ORIGIN || own, api: env.API_ORIGIN || own };
}

/** Of this isolate: a Worker's bindings are one object for as long as it lives. */
const read = new WeakMap<Env, Settings>();

/** The settings of `env`, read once for each isolate. An empty variable counts as not set. */
export function settingsOf(env: Env): Settings {
  let settings = read.get(env);
  if (!settings) {
    settings = {
      destinations: {
        associatesTag: env.AMAZON_ASSOCIATES_TAG || undefined,
        walmartAffiliateUrl: env.WALMART_AFFILIATE_URL || undefined,
        targetAffiliateUrl: env.TARGET_AFFILIATE_URL || undefined,
      },
      catalogs: { walmart: walmart(env), kroger: kroger(env), amazon: amazon(env) },
      deliveryApp: deliveryApp(env),
      discoveryPostalCodes: postalCodesIn(env.DELIVERY_APP_POSTAL_CODES ?? ""),
    };
    read.set(env, settings);
  }
  return settings;
}

function walmart(env: Env): CatalogSettings["walmart"] {
  const consumerId = env.WALMART_CONSUMER_ID?.trim();
  const keyVersion = env.WALMART_KEY_VERSION?.trim();
  const privateKey = env.WALMART_PRIVATE_KEY?.trim();
  if (!consumerId || !keyVersion || !privateKey) return null;
  const baseUrl = secureUrl(
    "WALMART_BASE_URL",
    env.WALMART_BASE_URL || "https://developer.api.walmart.com/api-proxy/service/affil/product/v2",
  );
  return baseUrl === null ? null : { baseUrl, consumerId, keyVersion, privateKey };
}

function kroger(env: Env): CatalogSettings["kroger"] {
  const clientId = env.KROGER_CLIENT_ID?.trim();
  const clientSecret = env.KROGER_CLIENT_SECRET?.trim();
  if (!clientId || !clientSecret) return null;
  const baseUrl = secureUrl("KROGER_BASE_URL", env.KROGER_BASE_URL || "https://api.kroger.com/v1");
  return baseUrl === null ? null : { baseUrl, clientId, clientSecret };
}

function amazon(env: Env): CatalogSettings["amazon"] {
  const clientId = env.AMAZON_CLIENT_ID?.trim();
  const clientSecret = env.AMAZON_CLIENT_SECRET?.trim();
  const associatesTag = env.AMAZON_ASSOCIATES_TAG?.trim();
  if (!clientId || !clientSecret || !associatesTag) return null;
  const baseUrl = secureUrl("AMAZON_BASE_URL", env.AMAZON_BASE_URL || "https://creatorsapi.amazon");
  const tokenUrl = secureUrl(
    "AMAZON_TOKEN_URL",
    env.AMAZON_TOKEN_URL || "https://api.amazon.com/auth/o2/token",
  );
  if (baseUrl === null || tokenUrl === null) return null;
  return { baseUrl, tokenUrl, clientId, clientSecret, associatesTag };
}

/** The delivery app's settings, or null where no key is set or what is set can't be used. */
export function deliveryApp(
  env: Pick<Env, "DELIVERY_APP_API_KEY" | "DELIVERY_APP_BASE_URL">,
): DeliveryAppSettings | null {
  const key = env.DELIVERY_APP_API_KEY?.trim();
  if (!key) return null;
  const baseUrl = secureUrl(
    "DELIVERY_APP_BASE_URL",
    env.DELIVERY_APP_BASE_URL || "https://connect.instacart.com",
  );
  if (baseUrl === null) return null;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    log("error", "configuration", { problem: "DELIVERY_APP_API_KEY holds what a header can't carry" });
    return null;
  }
  return { baseUrl: new URL(baseUrl).origin, key };
}

/** Where credentials may travel unencrypted: to this machine, for tests. */
const LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** The URL without a slash at its end, or null where credentials must not be sent there. */
function secureUrl(name: string, text: string): string | null {
  const url = URL.parse(text);
  if (url && (url.protocol === "https:" || LOCAL_HOSTS.includes(url.hostname)))
    return url.href.replace(/\/+$/, "");
  log("error", "configuration", { problem: `${name} is not an https URL` });
  return null;
}
