import type { Catalog, Catalogs } from "../catalog.ts";
import type { Retailer } from "../../core/vocabulary.ts";
import type { Env } from "../../env.ts";
import { AMAZON_API, AMAZON_TOKEN_URL, amazonCatalog } from "./amazon.ts";
import { KROGER_API, krogerCatalog } from "./kroger.ts";
import { WALMART_API, walmartCatalog } from "./walmart.ts";

/** Where credentials may travel unencrypted: to this machine, for tests. */
const LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** One set for each isolate, as catalogs keep their access tokens and keys in memory. */
const opened = new WeakMap<Env, Catalogs>();

/** The catalogs whose credentials are configured. None are by default. */
export function openCatalogs(env: Env): Catalogs {
  let catalogs = opened.get(env);
  if (!catalogs) {
    const found: [Retailer, Catalog | null][] = [
      ["bigbox_w", walmart(env)],
      ["grocer_a", kroger(env)],
      ["marketplace", amazon(env)],
    ];
    catalogs = new Map(
      found.flatMap(([retailer, catalog]) => (catalog ? [[retailer, unfailing(catalog)]] : [])),
    );
    opened.set(env, catalogs);
  }
  return catalogs;
}

const now = () => Date.now();

function walmart(env: Env): Catalog | null {
  const consumerId = env.WALMART_CONSUMER_ID?.trim();
  const keyVersion = env.WALMART_KEY_VERSION?.trim();
  const privateKey = env.WALMART_PRIVATE_KEY?.trim();
  if (!consumerId || !keyVersion || !privateKey) return null;
  const baseUrl = baseOf("WALMART_BASE_URL", env.WALMART_BASE_URL || WALMART_API);
  return baseUrl === null ? null : walmartCatalog({ baseUrl, consumerId, keyVersion, privateKey }, now);
}

function kroger(env: Env): Catalog | null {
  const clientId = env.KROGER_CLIENT_ID?.trim();
  const clientSecret = env.KROGER_CLIENT_SECRET?.trim();
  if (!clientId || !clientSecret) return null;
  const baseUrl = baseOf("KROGER_BASE_URL", env.KROGER_BASE_URL || KROGER_API);
  return baseUrl === null ? null : krogerCatalog({ baseUrl, clientId, clientSecret }, now);
}

function amazon(env: Env): Catalog | null {
  const clientId = env.AMAZON_CLIENT_ID?.trim();
  const clientSecret = env.AMAZON_CLIENT_SECRET?.trim();
  const associatesTag = env.AMAZON_ASSOCIATES_TAG?.trim();
  if (!clientId || !clientSecret || !associatesTag) return null;
  const baseUrl = baseOf("AMAZON_BASE_URL", env.AMAZON_BASE_URL || AMAZON_API);
  const tokenUrl = baseOf("AMAZON_TOKEN_URL", env.AMAZON_TOKEN_URL || AMAZON_TOKEN_URL);
  if (baseUrl === null || tokenUrl === null) return null;
  return amazonCatalog({ baseUrl, tokenUrl, clientId, clientSecret, associatesTag }, now);
}

/** The URL without a slash at its end, or null where credentials must not be sent there. */
function baseOf(name: string, text: string): string | null {
  const url = URL.parse(text);
  if (url && (url.protocol === "https:" || LOCAL_HOSTS.includes(url.hostname)))
    return url.href.replace(/\/+$/, "");
  console.error(JSON.stringify({ problem: `${name} is not an https URL` }));
  return null;
}

/** A catalog whose configuration can't even be sent (a line break in a header, say) fails like one that is down. */
const unfailing = (catalog: Catalog): Catalog => ({
  ...catalog,
  async lookUp(ids, location, calls) {
    try {
      return await catalog.lookUp(ids, location, calls);
    } catch {
      return { offers: new Map(), stopped: { failed: "the request could not be made" } };
    }
  },
});
