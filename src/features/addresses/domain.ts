import * as z from "zod";
import { canBeDomain } from "../../ground/core/domain-host.ts";
import { httpUrl } from "../../ground/core/text.ts";

/** A host that an organization claims for its links. Times are ISO 8601 in UTC. */
export interface Domain {
  /** In lower case, without a port. */
  host: string;
  organizationId: string;
  /** The project whose new links get this domain once it is confirmed; null: no project. */
  projectId: string | null;
  /** Where `/` redirects; null: the 404 page. */
  rootUrl: string | null;
  /** Where URLs without a link redirect; null: the 404 page. */
  notFoundUrl: string | null;
  /** 32 random characters that a DNS record must contain to prove the claim. */
  token: string;
  createdAt: string;
  /** Null while the claim is pending, without any effect. */
  confirmedAt: string | null;
}

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

/** The settings of a domain: `undefined` leaves a setting as it is, `null` removes it. */
export const domainSettings = z.object({
  projectId: z.string().min(1).max(128).nullable().optional(),
  rootUrl: httpUrl().nullable().optional(),
  notFoundUrl: httpUrl().nullable().optional(),
});

/** The parsed settings of a domain. */
export type DomainSettings = z.infer<typeof domainSettings>;
