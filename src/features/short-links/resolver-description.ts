import { GS1_VOCABULARY } from "../../ground/core/link-types.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import type { LinkDomain } from "./hosts.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";

export const JSON_HEADERS = {
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Content-Type": "application/json",
};

/**
 * The resolver description file of an organization's domain (GS1-Conformant Resolver 1.2.1, 2.8). Rejects if D1 does not
 * respond.
 */
export async function describeResolver(
  { origin }: URL,
  { organizationId }: LinkDomain,
  { db }: Pick<RedirectDependencies, "db">,
): Promise<Response> {
  const statement = db.prepare("SELECT name FROM organizations WHERE id = ?1").bind(organizationId);
  const name = (await within(DEADLINES.redirect, statement.first<string>("name"))) ?? "";
  const description = {
    resolverRoot: origin,
    name,
    supportedPrimaryKeys: ["01"],
    supportedLinkType: [{ namespace: GS1_VOCABULARY, prefix: "gs1:" }],
    linkTypeDefaultCanBeLinkset: false,
    jsonLdContextLocation: "https://ref.gs1.org/standards/resolver/linkset-context",
    contact: { fn: name },
  };
  return new Response(JSON.stringify(description), { headers: JSON_HEADERS });
}
