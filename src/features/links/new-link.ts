import { serviceUnavailable } from "../../ground/core/errors.ts";
import { newId, newShortId } from "../../ground/core/ids.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { ALWAYS } from "../../ground/platform/guard.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { projectArchived, projectDenied } from "../access/permissions.ts";
import { type Domain, domainOfProject } from "../addresses/domain-store.ts";
import { uniqueNames } from "../addresses/taken-names.ts";
import { gtinQrCode } from "../qr-codes/gtin-code.ts";
import { defaultQrCode } from "../qr-codes/qr-code.ts";
import type { LinkDefinition } from "../retailers/definition.ts";
import { type Affiliate, inProject } from "../short-links/earners.ts";
import { linkCreationStatement } from "../writes/activity-statements.ts";
import { type IdempotentWrite, newClaim } from "../writes/claim.ts";
import { previewOf } from "./destination-preview.ts";
import { type Advice, extensionStatements, type HookedLink } from "./extension.ts";
import type { Link } from "./link.ts";
import type { LinkWrite, LinkWriteOutcome, WrittenLink } from "./link-write.ts";
import { offerStatements } from "./offer-rows.ts";
import { resolveNewDestination } from "./resolve-destination.ts";

/** Attempts to find a free short id. With 40 random bits, even two collisions in a row indicate a bug. */
export const SHORT_ID_ATTEMPTS = 5;

/**
 * The error for a link that was not written, in single and bulk requests. A taken short id is an error only after the
 * last attempt.
 */
export function unwritten(
  actor: OrganizationActor,
  link: Link,
  outcome: Exclude<LinkWriteOutcome, { kind: "written" } | { kind: "claimed" }>,
): Error {
  switch (outcome.kind) {
    case "project_missing":
      return projectDenied(actor);
    case "project_archived":
      return projectArchived();
    case "quota_exceeded":
      return outcome.error;
    case "name_taken": {
      const named = uniqueNames(link).find(({ name }) => name === outcome.name);
      return named?.taken() ?? new TypeError("a name of no link is taken");
    }
    case "domain_missing":
    case "affiliate_changed":
      return serviceUnavailable(new Error("the project keeps changing concurrently"));
    case "short_id_taken":
      return new Error(`no free short id in ${SHORT_ID_ATTEMPTS} attempts`);
  }
}

/** Whether a retry can succeed with another short id, or with the project's new domain or affiliate settings. */
export const isWorthRetry = ({ kind }: { kind: string }): boolean =>
  kind === "short_id_taken" || kind === "domain_missing" || kind === "affiliate_changed";

/** A new link, and its default QR code; null if it could not be generated, and the link is created anyway. */
export type CreatedLink = WrittenLink;

/** What a new link depends on besides its definition. */
interface NewLinkContext {
  organizationId: string;
  domains: readonly Domain[];
  origins: Origins;
  /** The deployment's settings. */
  affiliate: Affiliate;
  now: Date;
}

interface NewLink {
  /** Made by `newId`. */
  id: string;
  definition: LinkDefinition;
  advice: Advice;
  /** The affiliate settings that its project probably has. The write fails if it has others. */
  own?: Affiliate | undefined;
  /** Null without an Idempotency-Key. */
  idempotency: IdempotentWrite<CreatedLink> | null;
}

/** A write and its result. */
export interface NewLinkWrite extends LinkWrite {
  made: CreatedLink;
}

/** The link with a new short id, its default QR code and its claim, ready to be written. */
export function newLinkWrite(
  { id, definition, advice, own, idempotency }: NewLink,
  { organizationId, domains, origins, affiliate, now }: NewLinkContext,
): NewLinkWrite {
  const shortId = newShortId();
  const domain = domainOfProject(domains, { organizationId, projectId: definition.projectId });
  const resolved = resolveNewDestination(definition, advice, { shortId, now });
  const link: Link = {
    ...definition,
    id,
    organizationId,
    shortId,
    domain,
    ...(definition.slug !== undefined && { slugs: [definition.slug] }),
    status: "active",
    ...resolved,
    version: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    revision: 1,
    affiliateSettings: inProject(own, affiliate),
  };
  const qrCode = defaultQrCode(link, definition.defaultQrCode, origins);
  const { warnings } = previewOf(definition, advice, { affiliate: { own, deployment: affiliate }, now });
  const made = { link, qrCode, warnings };
  const claim = idempotency && newClaim(idempotency, link.id, idempotency.receipt(made), now);
  const ofProject = own && { own: JSON.stringify(own) };
  return { link, qrCode, gtinCode: gtinQrCode(link, origins), claim, ...ofProject, made };
}

/** The statements for the transaction that creates links: their first activity, and those of the extensions. */
export function creationRows(
  db: D1Database,
  actor: OrganizationActor,
  now: Date,
  created: readonly HookedLink[],
): D1PreparedStatement[] {
  const creations = created.map(({ link }) => ({ id: newId("act", now), linkId: link.id }));
  return [
    linkCreationStatement(db, actor, creations),
    ...offerStatements(
      db,
      created.map(({ link }) => link),
      ALWAYS,
    ),
    // Each statement takes effect only for links that were written.
    ...extensionStatements(created, ALWAYS),
  ];
}
