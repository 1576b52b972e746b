import type { WaitUntil } from "../platform/background.ts";
import type { Guard } from "../platform/guard.ts";
import type { Log } from "../platform/log.ts";
import type { LinkDefinition, Products, SingleDestinationDefinition } from "../retailers/definition.ts";
import type { AvailabilityOutcome, Offer } from "../retailers/offer.ts";
import type { ReasonCode } from "../retailers/reasons.ts";
import type { Link } from "./link.ts";
import { definitionParts, type LinkPart, leadAlike, type PartRef, partsOf } from "./link-part.ts";

/** What is known of a link's products by the time its destination is built. */
export interface ProductAdvice {
  /**
   * The products that the link should lead to: unavailable ones are replaced by an available backup, if there is one.
   */
  products: Products;
  /** What the retailer says of them, by product id. */
  offers: ReadonlyMap<string, Offer>;
}

/** What is known of the products of a link, or of each offer of a choice by its key. */
export type Advice = ReadonlyMap<string, ProductAdvice>;

/** The writing of one link, which is created or changed from `previous`. */
export interface LinkWriting {
  definition: LinkDefinition;
  /** Null for a new link. */
  previous: Link | null;
}

/** The writing of a part of a link that leads elsewhere than before: of the link itself, or of an offer of a choice. */
export interface PartWriting {
  offerKey: string;
  /** Null where the link no longer has this part. */
  definition: SingleDestinationDefinition | null;
  /** Null for a new link or offer. */
  previous: LinkPart | null;
  /** The link as it is before; null for a new one. */
  link: Link | null;
}

/**
 * A feature that keeps data of its own for links, such as the delivery app's pages or the availability of products. It
 * keeps them for each part of a link, and does not know whether a part is an offer. The verbs of links know only this
 * interface; `wiring.ts` lists the followers.
 */
export interface LinkExtension {
  /** Its name in the log. */
  name: string;
  /**
   * Its part in each of these writings, in order, which belong to one request. Null if the follower has nothing to do
   * for either definition. Those of one request that have the same function are done in one call of it.
   */
  follow(writings: readonly PartWriting[]): (WriteHooks | null)[];
  /** What it knows about where a part of a stored link leads; null if nothing. May throw `service_unavailable`. */
  report?(part: LinkPart): Promise<DestinationReport | null>;
}

/** The states of a delivery app's page. `failed`: it is not asked for again by itself. */
export const PAGE_STATES = ["pending", "made", "failed"] as const;

/** What a follower knows about where a part of a stored link leads. */
export interface DestinationReport {
  /** Takes the place of the reason that was recorded with the destination. */
  reason?: ReasonCode;
  /** The last answer of the retailer about the products of the link. */
  availability?: { outcome: AvailabilityOutcome; checkedAt: string };
  /** `attempts` counts those since the last page that was made. */
  page?: { state: (typeof PAGE_STATES)[number]; attempts: number; lastError?: string };
}

/** One follower's share in the writing of one part of a link. */
export interface WriteHooks {
  /** What is known of the products; null if that is not known in time. Its caller waits for it. Never throws. */
  advise?(): Promise<ProductAdvice | null>;
  /**
   * The destination that a changed part keeps for now in place of its builder's; null or undefined if there is none.
   */
  cachedDestination?(): string | null;
  rows?: FollowerRows;
  afterCommit?: FollowerWork;
}

/**
 * Statements for the transaction that writes the links, as few for many parts as for one. They take effect only for
 * links that were written and only where `written` holds, and may be sent twice.
 */
export type FollowerRows = (parts: readonly PartRef[], written: Guard) => D1PreparedStatement[];

/**
 * Work that starts after the commit and may go on after the answer. Its errors are logged. `alone` says that the request
 * wrote one part of one link alone. On the Free plan a request may use 50 queries of D1, so what takes queries for each link is left
 * to a job where the request wrote several.
 */
export type FollowerWork = (parts: readonly LinkPart[], more: { alone: boolean }) => Promise<unknown>;

/** A follower's share in the writing of a part, and the follower's name. */
export interface NamedWriteHooks {
  name: string;
  offerKey: string;
  following: WriteHooks;
}

/** A link and the shares of its followers. */
export interface FollowedLink {
  link: Link;
  followings: readonly NamedWriteHooks[];
}

/** The shares of all followers that have something to do, for each writing of a request, in order. */
export function followingsOf(
  followers: readonly LinkExtension[],
  writings: readonly LinkWriting[],
): NamedWriteHooks[][] {
  const parts = writings.map(partWritings);
  const shares = followers.map(({ name, follow }) => ({ name, shares: follow(parts.flat()) }));
  let next = 0;
  return parts.map((ofLink) =>
    ofLink.flatMap(({ offerKey }) => {
      const place = next++;
      return shares.flatMap(({ name, shares: all }) => {
        const following = all[place];
        return following ? [{ name, offerKey, following }] : [];
      });
    }),
  );
}

/** The parts of a link that the writing makes lead elsewhere, or ends. */
function partWritings({ definition, previous }: LinkWriting): PartWriting[] {
  const before = new Map(previous ? partsOf(previous).map((part) => [part.offerKey, part]) : []);
  const after = definitionParts(definition);
  const written = after.flatMap((part): PartWriting[] => {
    const former = before.get(part.offerKey) ?? null;
    return former && leadAlike(former, part.definition)
      ? []
      : [{ ...part, previous: former, link: previous }];
  });
  const kept = new Set(after.map(({ offerKey }) => offerKey));
  const ended = [...before.values()].filter(({ offerKey }) => !kept.has(offerKey));
  return [
    ...written,
    ...ended.map((part) => ({
      offerKey: part.offerKey,
      definition: null,
      previous: part,
      link: previous,
    })),
  ];
}

/** The advice of the follower that knows about products, for each part for which there is some in time. */
export async function adviceOf(followings: readonly NamedWriteHooks[]): Promise<Advice> {
  const found = await Promise.all(
    followings.map(async ({ offerKey, following }) => [offerKey, await following.advise?.()] as const),
  );
  return new Map(found.flatMap(([offerKey, advice]) => (advice ? [[offerKey, advice] as const] : [])));
}

/** The statements of all followers for the transaction that writes these links. */
export const followerRows = (followed: readonly FollowedLink[], written: Guard): D1PreparedStatement[] =>
  [...refsBy(followed, ({ rows }) => rows)].flatMap(([rows, { refs }]) => rows(refs, written));

/** Starts the followers' work after the commit and keeps the runtime alive for it. */
export function startExtensions(
  followed: readonly FollowedLink[],
  { waitUntil, log }: { waitUntil: WaitUntil; log: Log },
): void {
  const links = new Map(followed.map(({ link }) => [link.id, link]));
  const started = [...refsBy(followed, ({ afterCommit }) => afterCommit)];
  for (const [work, { name, refs }] of started) {
    const parts = refs.flatMap(({ id, offerKey }) => {
      const link = links.get(id);
      return link ? (partsOf(link).find((part) => part.offerKey === offerKey) ?? []) : [];
    });
    const alone = links.size === 1 && parts.length === 1;
    const linkIds = [...new Set(parts.map(({ id }) => id))];
    waitUntil(work(parts, { alone }).catch((cause: unknown) => log("error", name, { linkIds, cause })));
  }
}

/** The parts of links that have each function which `pick` finds in their followings, and its follower's name. */
function refsBy<F>(
  followed: readonly FollowedLink[],
  pick: (following: WriteHooks) => F | undefined,
): Map<F, { name: string; refs: PartRef[] }> {
  const groups = new Map<F, { name: string; refs: PartRef[] }>();
  for (const { link, followings } of followed) {
    for (const { name, offerKey, following } of followings) {
      const picked = pick(following);
      if (picked === undefined) continue;
      const group = groups.get(picked) ?? { name, refs: [] };
      group.refs.push({ id: link.id, offerKey });
      groups.set(picked, group);
    }
  }
  return groups;
}
