import type { DeliveryApp } from "./api.ts";
import type { Env } from "../env.ts";
import { deliveryAppClient } from "./client.ts";

const PRODUCTION = "https://connect.instacart.com";
/** Where a key may travel unencrypted: to this machine, for tests. */
const LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** The delivery app as configured, or null where no key is set or what is set can't be used. */
export function openDeliveryApp(
  env: Pick<Env, "DELIVERY_APP_API_KEY" | "DELIVERY_APP_BASE_URL">,
): DeliveryApp | null {
  const key = env.DELIVERY_APP_API_KEY?.trim();
  if (!key) return null;
  const base = URL.parse(env.DELIVERY_APP_BASE_URL || PRODUCTION);
  if (!base || (base.protocol !== "https:" && !LOCAL_HOSTS.includes(base.hostname))) {
    console.error(JSON.stringify({ problem: "DELIVERY_APP_BASE_URL is not an https URL" }));
    return null;
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    console.error(JSON.stringify({ problem: "DELIVERY_APP_API_KEY holds what a header can't carry" }));
    return null;
  }
  return deliveryAppClient({ baseUrl: base.origin, key });
}
