import type { ApiKey } from "../access/api-key.ts";
import type { Claim, IdempotencyRequest } from "../idempotency/claim.ts";
import type { Link, QrCode, RedirectEntry } from "./link.ts";
import type { DeliveryAppRetailer } from "../delivery-app/retailer.ts";
import type { StoreRoutes } from "../short-links/shop-choice.ts";
import type { LinkStatus } from "../core/vocabulary.ts";

/** The stores that the verbs stand on. `storage/` implements them; each may throw `service_unavailable`. */

/** Another request holds the idempotency scope; its claim says what it was answered. */
type Claimed = { kind: "claimed"; claim: Claim };
export type LinkWriteOutcome = { kind: "written" } | Claimed | { kind: "short_id_taken" };
export type QrCodeWriteOutcome = { kind: "written" } | Claimed | { kind: "identifier_taken" };

export interface LinkStore {
  /** Writes claim, link and QR code in one transaction: all of them or none. */
  create(link: Link, qrCode: QrCode | null, claim: Claim | null): Promise<LinkWriteOutcome>;
  find(id: string): Promise<Link | null>;
  /** By short id in lower case. */
  findByShortId(shortId: string): Promise<Link | null>;
  /** Sets a link's status and gives its short id; null where there is no such link. */
  setStatus(id: string, status: LinkStatus, now: Date): Promise<string | null>;
  findWithDefaultQrCode(id: string): Promise<{ link: Link; qrCode: QrCode | null } | null>;
}

export interface QrCodeStore {
  /** Writes claim and QR code in one transaction: both or neither. */
  create(qrCode: QrCode, claim: Claim | null): Promise<QrCodeWriteOutcome>;
  find(linkId: string, identifier: string): Promise<QrCode | null>;
}

/** Idempotency claims. D1 decides, KV only replays (`recall`, `remember`). */
export interface ClaimStore {
  /** The claim on the request's scope, from the replay cache or from D1; null where there is none. */
  find(request: IdempotencyRequest, now: Date): Promise<Claim | null>;
  /** The claim of this very request, if the replay cache happens to hold it. Never throws; null says nothing. */
  recall(request: IdempotencyRequest, now: Date): Promise<Claim | null>;
  /** Puts a committed claim into the replay cache after the answer. */
  remember(claim: Claim): void;
}

export interface ImageStore {
  /** Keeps the image of a QR code. */
  put(qrCodeId: string, svg: string): Promise<void>;
  /** The stored image, or null where there is none or the store does not answer in time. Never throws. */
  read(qrCodeId: string): Promise<{ body: ReadableStream; etag: string } | null>;
  /** Deletes images that no QR code refers to, after the answer. */
  discard(qrCodeId: string): void;
}

export interface RedirectStore {
  /** Makes a committed change of a link known to the redirect, after the answer. */
  publish(shortId: string, entry: RedirectEntry): void;
  /** The same for whatever is committed now, and comes back once the redirect's copy says so. */
  publishCurrent(shortId: string): Promise<void>;
}

export interface ApiKeyStore {
  /** The key with this hash, from memory of at most 10 s or from D1. */
  findByHash(hash: string): Promise<ApiKey | null>;
  /** Notes the use of a key, after the answer. */
  touch(id: string, now: Date): void;
}

export interface ProjectStore {
  exists(organizationId: string, projectId: string): Promise<boolean>;
}

export interface RetailerStore {
  /** Delivery-app retailers whose name, slug or id contains `text` (in lower case), by name. */
  search(text: string | undefined, limit: number): Promise<DeliveryAppRetailer[]>;
}

/** One attempt's hold on a page. */
export interface PageLease {
  linkId: string;
  id: string;
}

/** A page that the delivery app made. */
export interface MadePage {
  url: string;
  /** `url` with the store that the link names: where the link leads from now on. */
  destination: string;
  madeAt: Date;
  /** Absent where the page does not end. */
  expiresAt?: Date;
  renewAt?: Date;
}

/** The delivery app's pages of lists and recipes. A row comes with its link, in the link's own transaction. */
export interface DeliveryAppPageStore {
  /** Links whose pages are to be asked for and that no attempt holds, the longest due first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Takes a due page for one attempt; gives the attempts so far, this one included, or null. */
  lease(lease: PageLease, now: Date, until: Date): Promise<number | null>;
  /** Gives the page back as it was before the attempt, until `next`. */
  postpone(lease: PageLease, next: Date): Promise<void>;
  /** Ends an attempt without a page; `next` is null where it was the last. */
  fail(lease: PageLease, error: string, next: Date | null): Promise<void>;
  /** Keeps the page and switches the link in one transaction. False where the lease is another's by now. */
  succeed(lease: PageLease, page: MadePage, now: Date): Promise<boolean>;
  /** Links whose pages end up to `time`. */
  ended(time: Date, limit: number): Promise<string[]>;
  /** Switches the link to `destination` where its page ends up to `time`. Says whether it did. */
  leave(linkId: string, destination: string, time: Date, now: Date): Promise<boolean>;
}

/** What the redirects of links with preferred stores choose from. A row comes with its link. */
export interface RouteStore {
  /** Links whose stores were last looked up before `before`, the longest ago first. */
  stale(before: Date, limit: number): Promise<string[]>;
  /** The postal codes where stores with these slugs were seen; slugs that nothing is known of are absent. */
  postalCodesOf(slugs: readonly string[]): Promise<Map<string, string[]>>;
  /** Keeps the routes of a link; says whether they are others than before. */
  write(linkId: string, routes: StoreRoutes | null, now: Date): Promise<boolean>;
}

export interface Stores {
  /** Whether the database answers. Never throws. */
  isReady(): Promise<boolean>;
  links: LinkStore;
  qrCodes: QrCodeStore;
  claims: ClaimStore;
  images: ImageStore;
  redirects: RedirectStore;
  apiKeys: ApiKeyStore;
  projects: ProjectStore;
  retailers: RetailerStore;
  deliveryAppPages: DeliveryAppPageStore;
  deliveryAppRoutes: RouteStore;
}
