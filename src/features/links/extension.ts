import type { WaitUntil } from "../../ground/platform/background.ts";
import type { Guard } from "../../ground/platform/guard.ts";
import type { Log } from "../../ground/platform/log.ts";
import type {
  AvailabilityOutcome,
  LinkDefinition,
  Offer,
  Products,
  SingleDestinationDefinition,
} from "../retailers/definition.ts";
import type { ReasonCode } from "../retailers/destination-reasons.ts";
import type { Link } from "./link.ts";
import { definitionParts, haveSameDestination, type LinkPart, type PartRef, partsOf } from "./link-part.ts";

/** What a retailer reports about a link's products when the destination is built. */
interface ProductAdvice {
  /** The products to link to: each unavailable product is replaced by an available backup, if any. */
  products: Products;
  /** The retailer's offers by product id. */
  offers: ReadonlyMap<string, Offer>;
}

/** What the extensions know about a part before it is written. */
export interface PartAdvice extends Partial<ProductAdvice> {
  /** Stores in its options that are not in the list of stores, once there is a list. */
  unknownStores?: readonly string[];
}

/** By offer key; the key is empty for a link that isn't a choice. */
export type Advice = ReadonlyMap<string, PartAdvice>;

/** The creation of a link, or its change from `previous`. */
interface LinkEdit {
  definition: LinkDefinition;
  /** Null for a new link. */
  previous: Link | null;
}

/** A change of where a part of a link redirects: the link itself, or an offer of a choice. */
export interface PartEdit {
  offerKey: string;
  /** Null if the link no longer has this part. */
  definition: SingleDestinationDefinition | null;
  /** Null for a new link or offer. */
  previous: LinkPart | null;
  /** The link before the change; null for a new link. */
  link: Link | null;
}

/**
 * A feature that stores its own data for links, such as the delivery app's pages or the availability of products. It
 * stores data per part of a link and doesn't know whether a part is an offer. The verbs of links know only this
 * interface; `wiring.ts` lists the extensions.
 */
export interface LinkExtension {
  /** Name in the log. */
  name: string;
  /** The hooks for the edits of one request; edits without an entry leave nothing to do. See `hooksByEdit`. */
  hooksFor(edits: readonly PartEdit[]): HooksByEdit;
  /** Reports on the destination of a part of a stored link; null if it knows nothing. */
  report?(part: LinkPart): Promise<DestinationReport | null>;
}

/** The states of a delivery app's page. `failed`: it is not retried automatically. */
export const PAGE_STATES = ["pending", "made", "failed"] as const;

/** What an extension knows about the destination of a part of a stored link. */
export interface DestinationReport extends Pick<PartAdvice, "unknownStores"> {
  /** Replaces the reason that was recorded with the destination. */
  reason?: ReasonCode;
  /** The retailer's latest response about the link's products. */
  availability?: { outcome: AvailabilityOutcome; checkedAt: string };
  /** `attempts` counts up to the one that made the page; a renewal counts anew. */
  page?: { state: (typeof PAGE_STATES)[number]; attempts: number; lastError?: string };
}

/** What one extension adds to an edit of a part of a link. */
export interface WriteHooks {
  /** Product advice; null if it isn't available in time. The caller waits for it. Never throws. */
  advise?(): Promise<ProductAdvice | null>;
  /** For `PartAdvice`. Never throws. */
  unknownStores?(): Promise<readonly string[]>;
  /** A stored destination that a changed part keeps for now instead of a newly built destination. */
  cachedDestination?(): string | null;
  rows?: Combined<ExtensionStatements>;
  afterCommit?: Combined<AfterCommit>;
}

/** A function of a hook. Of an extension's hooks with the same key, one is called, with the parts of all. */
export interface Combined<F> {
  key: string;
  call: F;
}

export type HooksByEdit = ReadonlyMap<PartEdit, WriteHooks>;

/** The hooks that `hooksOf` returns for each edit; null if there is nothing to do for it. */
export const hooksByEdit = (
  edits: readonly PartEdit[],
  hooksOf: (edit: PartEdit) => WriteHooks | null,
): HooksByEdit =>
  new Map(
    edits.flatMap((edit) => {
      const hooks = hooksOf(edit);
      return hooks ? [[edit, hooks] as const] : [];
    }),
  );

/**
 * Statements for the transaction that writes the links; their number does not depend on the number of parts. They must
 * take effect only for links that were written and only if `written` is true, and may be sent twice.
 */
export type ExtensionStatements = (parts: readonly PartRef[], written: Guard) => D1PreparedStatement[];

/**
 * Work that starts after the commit and may continue after the response. Errors are logged. `alone`: the request wrote
 * a single part of a single link. On the Free plan a request may use 50 D1 queries, so for larger requests, work that
 * needs queries per link is left to a job.
 */
export type AfterCommit = (parts: readonly LinkPart[], more: { alone: boolean }) => Promise<unknown>;

/** The hooks of an extension for a part, with the extension's name. */
export interface NamedWriteHooks {
  name: string;
  offerKey: string;
  writeHooks: WriteHooks;
}

export interface HookedLink {
  link: Link;
  hooks: readonly NamedWriteHooks[];
}

/** The hooks of all extensions for each edit of a request, in order. */
export function writeHooksOf(
  extensions: readonly LinkExtension[],
  edits: readonly LinkEdit[],
): NamedWriteHooks[][] {
  const parts = edits.map(partEdits);
  const byExtension = extensions.map(({ name, hooksFor }) => ({ name, hooks: hooksFor(parts.flat()) }));
  return parts.map((ofLink) =>
    ofLink.flatMap((part) =>
      byExtension.flatMap(({ name, hooks }) => {
        const writeHooks = hooks.get(part);
        return writeHooks ? [{ name, offerKey: part.offerKey, writeHooks }] : [];
      }),
    ),
  );
}

/** The parts of a link whose destination changes, or that are removed. */
function partEdits({ definition, previous }: LinkEdit): PartEdit[] {
  const before = new Map(previous ? partsOf(previous).map((part) => [part.offerKey, part]) : []);
  const after = definitionParts(definition);
  const written = after.flatMap((part): PartEdit[] => {
    const former = before.get(part.offerKey) ?? null;
    return former && haveSameDestination(former, part.definition)
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

/** The advice for each part for which it is available in time. Retailers are queried only if `asksRetailers`. */
export async function adviceOf(hooks: readonly NamedWriteHooks[], asksRetailers = true): Promise<Advice> {
  const advice = new Map<string, PartAdvice>();
  await Promise.all(
    hooks.map(async ({ offerKey, writeHooks }) => {
      const [products, unknownStores] = await Promise.all([
        asksRetailers ? writeHooks.advise?.() : null,
        writeHooks.unknownStores?.(),
      ]);
      const known = { ...products, ...(unknownStores && { unknownStores }) };
      if (Object.keys(known).length > 0) advice.set(offerKey, { ...advice.get(offerKey), ...known });
    }),
  );
  return advice;
}

/** What the advice on a part says about its products. */
export function availabilityOf(advice: PartAdvice | undefined): AvailabilityOutcome {
  const known = advice?.products?.map(
    ({ retailerProductId }) => advice.offers?.get(retailerProductId)?.availability,
  );
  return (
    known?.find((each) => each === "unavailable") ?? known?.find((each) => each === "available") ?? "unknown"
  );
}

/** The statements of all extensions for the transaction that writes these links. */
export const extensionStatements = (
  hookedLinks: readonly HookedLink[],
  written: Guard,
): D1PreparedStatement[] =>
  combined(hookedLinks, ({ rows }) => rows).flatMap(({ call, refs }) => call(refs, written));

/** Starts the extensions' work after the commit and keeps the runtime alive for it. */
export function startExtensions(
  hookedLinks: readonly HookedLink[],
  { waitUntil, log }: { waitUntil: WaitUntil; log: Log },
): void {
  const links = new Map(hookedLinks.map(({ link }) => [link.id, link]));
  for (const { name, call, refs } of combined(hookedLinks, ({ afterCommit }) => afterCommit)) {
    const parts = refs.flatMap(({ id, offerKey }) => {
      const link = links.get(id);
      return link ? (partsOf(link).find((part) => part.offerKey === offerKey) ?? []) : [];
    });
    const alone = links.size === 1 && parts.length === 1;
    const linkIds = [...new Set(parts.map(({ id }) => id))];
    waitUntil(call(parts, { alone }).catch((cause: unknown) => log("error", name, { linkIds, cause })));
  }
}

/** The calls of extensions, each with its extension's name and the parts of links whose hooks have its key. */
function combined<F>(
  hookedLinks: readonly HookedLink[],
  pick: (writeHooks: WriteHooks) => Combined<F> | undefined,
): { name: string; call: F; refs: PartRef[] }[] {
  const calls = new Map<string, { name: string; call: F; refs: PartRef[] }>();
  for (const { link, hooks } of hookedLinks) {
    for (const { name, offerKey, writeHooks } of hooks) {
      const picked = pick(writeHooks);
      if (picked === undefined) continue;
      const key = JSON.stringify([name, picked.key]);
      const known = calls.get(key) ?? { name, call: picked.call, refs: [] };
      known.refs.push({ id: link.id, offerKey });
      calls.set(key, known);
    }
  }
  return [...calls.values()];
}
