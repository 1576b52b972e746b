import type { Retailer } from "../../ground/core/vocabulary.ts";
import { firstRow } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import {
  type AfterCommit,
  type Combined,
  type DestinationReport,
  type ExtensionStatements,
  hooksByEdit,
  type LinkExtension,
  type WriteHooks,
} from "../links/extension.ts";
import { GIVEN_PARTS, IS_GIVEN_PART, type LinkPart, type PartRef, partsJson } from "../links/link-part.ts";
import type { AvailabilityOutcome } from "../retailers/definition.ts";
import {
  isDecidedByLookUp,
  isWorthLookingUp,
  type LookUpDefinition,
  type SupportedDefinition,
} from "./look-up-products.ts";
import { lookUpTogether, type SharedLookUp } from "./look-up-together.ts";
import type { CheckContext } from "./recheck-links.ts";
import { applyVerdict, storeChecked } from "./store-verdicts.ts";

/** Maximum catalog calls per request that creates or changes links. */
const CREATION_CALLS = 20;

type AvailabilityContext = Omit<CheckContext, "links"> & { db: D1Database };

/**
 * Looks up the products of links while they are created or changed. A response in time decides a link's destination; a
 * later response switches the link after the commit. The cron job does the rest. Links that are created together share
 * the calls to their retailer, and the cron job switches them.
 */
export function availabilityExtension(context: AvailabilityContext): LinkExtension {
  const { db } = context;
  const forget: Combined<ExtensionStatements> = {
    key: "forget",
    call: (parts, written) => [forgetChecksStatement(db, parts, written)],
  };
  const recheck: Combined<ExtensionStatements> = {
    key: "recheck",
    call: (parts, written) => [
      forgetChecksStatement(db, parts, written),
      wantChecksStatement(db, parts, written),
    ],
  };
  return {
    name: "look up products",
    hooksFor(edits) {
      const asked = new Map(
        edits.flatMap((edit) =>
          edit.definition ? [[edit, { ...edit.definition, offerKey: edit.offerKey }] as const] : [],
        ),
      );
      const shareOf = sharedLookUps([...asked.values()], context);
      return hooksByEdit(edits, (edit) => {
        const { previous, link } = edit;
        const definition = asked.get(edit) ?? null;
        const share = definition && shareOf(definition);
        // The cron job enrolls new links, so creation writes no row for retailers without credentials.
        if (link === null) return share;
        if (previous === null && !(definition && isWorthLookingUp(definition))) return share;
        return { ...share, rows: definition && isWorthLookingUp(definition) ? recheck : forget };
      });
    },
    report: (part) => availabilityReport(db, part),
  };
}

/** Prepares a shared look-up per retailer, and returns the hooks of each definition. */
function sharedLookUps(
  definitions: readonly LookUpDefinition[],
  context: AvailabilityContext,
): (definition: LookUpDefinition) => WriteHooks | null {
  const askable = definitions.filter((each): each is SupportedDefinition => isDecidedByLookUp(each));
  const byRetailer = [...Map.groupBy(askable, ({ retailer }) => retailer)].flatMap(([retailer, group]) => {
    const catalog = context.catalogs.get(retailer);
    return catalog ? [{ retailer, group, catalog }] : [];
  });
  const most = Math.floor(CREATION_CALLS / byRetailer.length);
  const parts = new Map<Retailer, { lookUp: SharedLookUp; afterCommit: Combined<AfterCommit> }>();
  for (const { retailer, group, catalog } of byRetailer) {
    const lookUp = lookUpTogether(retailer, group, catalog, most, context);
    parts.set(retailer, {
      lookUp,
      afterCommit: {
        key: retailer,
        call: (parts, { alone }) => storeVerdicts(parts, alone, lookUp, context),
      },
    });
  }
  return (definition) => {
    const part = isDecidedByLookUp(definition) && parts.get(definition.retailer);
    if (!part) return null;
    return {
      advise: async () => (await part.lookUp.inTime())?.get(definition.products) ?? null,
      afterCommit: part.afterCommit,
    };
  };
}

/** Stores the verdicts on the links. The cron job enrolls links without a verdict and retries. */
async function storeVerdicts(
  links: readonly LinkPart[],
  alone: boolean,
  lookUp: SharedLookUp,
  context: AvailabilityContext,
): Promise<void> {
  const verdicts = await lookUp.ended();
  const now = context.now();
  const checked = links.flatMap((link) => {
    const verdict = isDecidedByLookUp(link) && verdicts?.get(link.products);
    return verdict && isDecidedByLookUp(link) ? [applyVerdict(link, verdict, now, false)] : [];
  });
  // A switch takes several queries; all other results together take one.
  const cheap = checked.filter(({ link, destination }) => alone || destination.url === link.destination);
  await storeChecked(context, cheap, now);
}

/** The statement that deletes the checks of former products, for the batch that changes links. */
const forgetChecksStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} DELETE FROM availability_checks WHERE ${IS_GIVEN_PART} AND ${guardSql(written, 2)}`,
    )
    .bind(partsJson(parts), ...written.values);

/** The statement that adds checks of current products, due immediately, for the batch that changes links. */
const wantChecksStatement = (
  db: D1Database,
  parts: readonly PartRef[],
  written: Guard,
): D1PreparedStatement =>
  db
    .prepare(
      `${GIVEN_PARTS} INSERT INTO availability_checks
         (link_id, offer_key, organization_id, project_id, retailer, failures, due_at, visits)
       SELECT id, offer_key, organization_id, project_id,
         coalesce((SELECT retailer FROM link_offers WHERE link_id = id AND key = offer_key), retailer),
         0, updated_at, 0
       FROM part JOIN links ON links.id = part.link_id
       WHERE ${guardSql(written, 2)}
       ON CONFLICT (link_id, offer_key) DO NOTHING`,
    )
    .bind(partsJson(parts), ...written.values);

/** The last response about the products of a link or offer, if any. */
async function availabilityReport(
  db: D1Database,
  { id, offerKey }: PartRef,
): Promise<DestinationReport | null> {
  const sql = `SELECT outcome, checked_at FROM availability_checks
    WHERE link_id = ?1 AND offer_key = ?2 AND outcome IS NOT NULL AND checked_at IS NOT NULL`;
  const row = await firstRow<{ outcome: AvailabilityOutcome; checked_at: string }>(db, sql, id, offerKey);
  return row && { availability: { outcome: row.outcome, checkedAt: row.checked_at } };
}
