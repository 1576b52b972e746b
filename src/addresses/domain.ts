import * as z from "zod";
import { canBeDomain } from "../core/domain-host.ts";
import { httpUrl } from "../core/text.ts";

/** A host that an organization claims for its links. Times are ISO 8601 in UTC. */
export interface Domain {
  /** In lower case, without a port. */
  host: string;
  organizationId: string;
  /** The project whose new links get it, once it is confirmed; null for none. */
  projectId: string | null;
  /** Where `/` redirects; null: the page that says that there is no such link. */
  rootUrl: string | null;
  /** Where URLs without a link redirect; null as above. */
  notFoundUrl: string | null;
  /** 32 random characters that a DNS record has to hold to prove the claim. */
  token: string;
  createdAt: string;
  /** Null while the claim is pending: it counts for nothing then. */
  confirmedAt: string | null;
}

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The host of a new domain: a DNS name, of other scripts in its ASCII form (`xn--`). */
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
  return canBeDomain(host) ? undefined : "must be a host name of your own, such as go.example.com";
}

/** What of a domain may be set: `undefined` leaves it as it is, `null` takes it away. */
export const domainSettings = z.object({
  projectId: z.string().min(1).max(128).nullable().optional(),
  rootUrl: httpUrl().nullable().optional(),
  notFoundUrl: httpUrl().nullable().optional(),
});

/** The same. */
export type DomainSettings = z.infer<typeof domainSettings>;
