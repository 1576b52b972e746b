import type { VariableReader } from "./variable-reader.ts";

/** The application of Cloudflare Access in front of the dashboard. */
export interface CloudflareAccess {
  /** The origin of the team: it issues the tokens and publishes the keys that verify them. */
  issuer: string;
  /** The application's AUD tag, which its tokens name as their audience. */
  audience: string;
}

/** The settings of sign-in; null if not set or unusable. */
export function cloudflareAccess({
  together,
  text,
  hostOrigin,
  complain,
}: VariableReader): CloudflareAccess | null {
  const values = together(["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"], (name) => {
    if (name === "ACCESS_TEAM_DOMAIN") return hostOrigin(name, "acme.cloudflareaccess.com");
    const tag = text(name) ?? "";
    return /^[\w-]+$/.test(tag) ? tag : complain(name, "is not the AUD tag of an application");
  });
  return values && { issuer: values.ACCESS_TEAM_DOMAIN, audience: values.ACCESS_AUD };
}
