import type { Account } from "../cloudflare/account.ts";
import type { CloudflareError } from "../cloudflare/api.ts";

/** What a deployment needs of an account. */
export type Product = "Workers" | "D1" | "KV" | "R2" | "Queues" | "zones";

/** The names of the permissions as Cloudflare's page for tokens has them. */
const PERMISSIONS: Record<Product, string> = {
  Workers: "Account, Workers Scripts, Edit",
  D1: "Account, D1, Edit",
  KV: "Account, Workers KV Storage, Edit",
  R2: "Account, Workers R2 Storage, Edit",
  Queues: "Account, Queues, Edit",
  zones: "Zone, Zone, Read",
};

/** Cloudflare's number for an account that has not accepted the terms of R2. */
const R2_NOT_ENABLED = 10042;

/** One sentence with what mends a refusal; null where the error is another one. */
export function refusal(product: Product, { code, status }: CloudflareError, { id }: Account): string | null {
  if (code === R2_NOT_ENABLED) {
    return `R2 is not enabled in this account: accept its terms once, at https://dash.cloudflare.com/${id}/r2/overview.`;
  }
  if (status !== 401 && status !== 403) return null;
  return `The sign-in or token does not reach ${product}: run \`npx wrangler login\` again, or give the token the permission "${PERMISSIONS[product]}" at https://dash.cloudflare.com/profile/api-tokens.`;
}
