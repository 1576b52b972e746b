import { storedInstant } from "../../ground/core/times.ts";
import type { Zone } from "../../ground/core/zone.ts";
import { timeOfLocal } from "../../ground/core/zone-time.ts";
import { zoneStore } from "../access/zone-store.ts";
import type { ChoiceOffer } from "../retailers/choice-offer.ts";
import type { LinkDefinition } from "../retailers/definition.ts";

const isLocal = (text: string): boolean => !/(?:Z|[+-]\d\d:\d\d)$/i.test(text);

const timesOf = ({ when }: ChoiceOffer): string[] => [when?.from, when?.until].flatMap((text) => text ?? []);

/**
 * The definition with the times of its offers in UTC. Times without an offset are on the clocks of the organization, which
 * are looked up only for them.
 */
export async function withOfferTimes<D extends LinkDefinition>(
  definition: D,
  organizationId: string,
  { db, now }: { db: D1Database; now: () => Date },
): Promise<D> {
  const times = (definition.offers ?? []).flatMap(timesOf);
  if (times.length === 0) return definition;
  const zone = times.some(isLocal) ? await zoneStore(db, now).find(organizationId) : null;
  const offers = (definition.offers ?? []).map(({ when, ...offer }: ChoiceOffer) => ({
    ...offer,
    ...(when && {
      when: {
        ...when,
        ...(when.from !== undefined && { from: inUtc(when.from, zone) }),
        ...(when.until !== undefined && { until: inUtc(when.until, zone) }),
      },
    }),
  }));
  return { ...definition, offers };
}

/** A time in UTC, like those of offers. */
export const timeInUtc = async (
  text: string,
  organizationId: string,
  { db, now }: { db: D1Database; now: () => Date },
): Promise<string> => inUtc(text, isLocal(text) ? await zoneStore(db, now).find(organizationId) : null);

const inUtc = (text: string, zone: Zone | null): string =>
  (zone && isLocal(text) && timeOfLocal(text, zone)?.toISOString()) || storedInstant(text);
