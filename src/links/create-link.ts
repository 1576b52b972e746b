import type { LinkRequest } from "../retailers/definition.ts";
import { buildDestination, type DestinationSettings } from "../retailers/destinations/destination.ts";
import {
  type IdempotencyRequest,
  newClaim,
  replayed,
  type StoredAnswer,
  type WriteResult,
} from "../idempotency/claim.ts";
import { newId, newShortId, qrCodeId } from "../core/ids.ts";
import { type Link, type QrCode, redirectEntry } from "./link.ts";
import type { Verdict } from "../availability/look-up-products.ts";
import { encodedUrl, forbiddenUrls, type Origins } from "../core/origins.ts";
import type { Stores } from "./ports.ts";
import { renderQrSvg } from "../qr-codes/svg.ts";
import type { Variant } from "../retailers/variants.ts";
import { DEFAULT_QR_IDENTIFIER, DEFAULT_QR_NAME } from "../core/vocabulary.ts";

/** Attempts at a free short id. With 40 random bits, even two collisions in a row mean that something is off. */
const SHORT_ID_ATTEMPTS = 5;

export interface CreateLink {
  organizationId: string;
  variant: Variant;
  request: LinkRequest;
  /** Present where the caller sent an Idempotency-Key. */
  idempotency: IdempotencyRequest | null;
}

export interface CreateLinkContext {
  stores: Stores;
  origins: Origins;
  settings: DestinationSettings;
  now: Date;
  /** What the retailer says of the products, where it says so in time; absent where it is not asked. */
  verdictInTime?: (() => Promise<Verdict | null>) | undefined;
  /** The whole answer of a created link, computed before it is committed. */
  present: (link: Link, qrCode: QrCode | null) => StoredAnswer;
  /** Called once the link is committed, for what goes on after the answer. */
  committed: (link: Link) => void;
}

/**
 * Creates a link and, on a best-effort basis, its default QR code. The caller has checked access. With an
 * idempotency request, the first of equal requests writes and every other is given its answer.
 * Throws `url_not_allowed`, `idempotency_conflict` and `service_unavailable`.
 */
export async function createLink(command: CreateLink, context: CreateLinkContext): Promise<WriteResult> {
  const { stores, now } = context;
  const { idempotency } = command;
  const refusal = forbiddenUrls(command.request, context.origins);
  if (refusal) {
    // A committed answer comes before a refusal: what is allowed may have changed since the first request.
    const earlier = idempotency && (await stores.claims.find(idempotency, now));
    if (earlier) return replayed(earlier, idempotency);
    throw refusal;
  }
  const recall = async () => idempotency && (await stores.claims.recall(idempotency, now));
  // Most requests are new, and only the write itself can tell: KV is not asked before it, unless a retailer would be.
  const recalled = context.verdictInTime && (await recall());
  if (recalled) return replayed(recalled, idempotency);
  const verdict = context.verdictInTime && (await context.verdictInTime());
  for (let attempt = 1; ; attempt++) {
    const link = newLink(command, context, verdict);
    const qrCode = await makeDefaultQrCode(link, context);
    const answer = context.present(link, qrCode);
    const claim = idempotency && newClaim(idempotency, link.id, answer, now);
    const discardImage = () => qrCode && stores.images.discard(qrCodeId(link.id, qrCode.identifier));
    const outcome = await stores.links.create(link, qrCode, claim).catch(async (error: unknown) => {
      const earlier = await recall();
      if (earlier) return { kind: "claimed", claim: earlier } as const;
      // Should the link have been written after all, the first reader of its image draws it again.
      discardImage();
      throw error;
    });
    if (outcome.kind === "written") {
      stores.redirects.publish(link.shortId, redirectEntry(link));
      if (claim) stores.claims.remember(claim);
      context.committed(link);
      return { answer, replayed: false };
    }
    discardImage();
    if (outcome.kind === "claimed") return replayed(outcome.claim, idempotency);
    if (attempt === SHORT_ID_ATTEMPTS) throw new Error(`no free short id in ${attempt} attempts`);
  }
}

function newLink(
  command: CreateLink,
  { now, settings }: CreateLinkContext,
  verdict: Verdict | null | undefined,
): Link {
  const shortId = newShortId();
  const request = verdict ? { ...command.request, products: verdict.products } : command.request;
  const destination = buildDestination(command.variant.build, request, {
    shortId,
    settings,
    offers: verdict?.offers ?? new Map(),
  });
  return {
    id: newId("lnk", now),
    organizationId: command.organizationId,
    shortId,
    status: "active",
    urlType: destination.urlType,
    destination: destination.url,
    version: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    request: command.request,
  };
}

/** The default QR code with its image stored, or null where either fails: the link is created all the same. */
async function makeDefaultQrCode(link: Link, { stores, origins }: CreateLinkContext): Promise<QrCode | null> {
  const wanted = link.request.defaultQrCode;
  const identifier = wanted?.identifier ?? DEFAULT_QR_IDENTIFIER;
  const qrCode: QrCode = {
    linkId: link.id,
    identifier,
    name: wanted?.name ?? DEFAULT_QR_NAME,
    encodedUrl: encodedUrl(origins, link.shortId, identifier),
    isDefault: true,
    createdAt: link.createdAt,
  };
  try {
    await stores.images.put(qrCodeId(link.id, identifier), renderQrSvg(qrCode.encodedUrl));
    return qrCode;
  } catch {
    return null;
  }
}
