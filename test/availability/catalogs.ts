import { afterAll, afterEach, expect } from "vitest";
import type { CallBudget, Catalog } from "../../src/features/availability/catalog.ts";
import { amazonCatalog } from "../../src/features/availability/catalogs/amazon.ts";
import { krogerCatalog } from "../../src/features/availability/catalogs/kroger.ts";
import { walmartCatalog } from "../../src/features/availability/catalogs/walmart.ts";
import {
  AMAZON_SECRETS,
  ASSOCIATES_TAG,
  type FakeRetailer,
  KROGER_SECRETS,
  startFakeAmazon,
  startFakeKroger,
  startFakeWalmart,
  WALMART_SECRETS,
} from "./fake-retailers.ts";

/** The time by the catalogs' clock, where a test sets none of its own. */
export const START = Date.parse("2026-11-20T12:00:00Z");
const atStart = () => START;

export const unlimited: CallBudget = { limitMs: 60_000, take: async () => true };

/** Makes the fake forget what a test left in it, and closes it after the calling test file. */
function tidied<Fake extends FakeRetailer<unknown>>(fake: Fake): Fake {
  afterEach(() => {
    fake.products.clear();
    fake.shown.clear();
    fake.pictures.clear();
    fake.calls.length = 0;
    fake.requests.length = 0;
    fake.queries.length = 0;
    fake.fault = null;
  });
  afterAll(() => fake.close());
  return fake;
}

/** A fake Walmart for the calling test file, and what opens a catalog of it. */
export async function setUpWalmart() {
  const walmart = tidied(await startFakeWalmart(atStart));
  const openWalmart = (changes: Partial<Parameters<typeof walmartCatalog>[0]> = {}) =>
    walmartCatalog(
      {
        baseUrl: walmart.origin,
        consumerId: WALMART_SECRETS.WALMART_CONSUMER_ID,
        keyVersion: WALMART_SECRETS.WALMART_KEY_VERSION,
        privateKey: WALMART_SECRETS.WALMART_PRIVATE_KEY,
        ...changes,
      },
      atStart,
    );
  return { walmart, openWalmart };
}

/** A fake Kroger with one shop, and what opens a catalog of it. */
export async function setUpKroger(now = atStart) {
  const kroger = tidied(await startFakeKroger({ "45202": "01400943" }, 1800));
  const openKroger = (clientSecret = KROGER_SECRETS.KROGER_CLIENT_SECRET) =>
    krogerCatalog({ baseUrl: kroger.origin, clientId: KROGER_SECRETS.KROGER_CLIENT_ID, clientSecret }, now);
  return { kroger, openKroger };
}

/** A fake Amazon, and what opens a catalog of it. */
export async function setUpAmazon() {
  const amazon = tidied(await startFakeAmazon());
  const openAmazon = (
    clientSecret = AMAZON_SECRETS.AMAZON_CLIENT_SECRET,
    wait: (milliseconds: number) => Promise<void> = async () => {},
  ) =>
    amazonCatalog(
      {
        baseUrl: amazon.origin,
        tokenUrl: `${amazon.origin}/auth/o2/token`,
        clientId: AMAZON_SECRETS.AMAZON_CLIENT_ID,
        clientSecret,
        associatesTag: ASSOCIATES_TAG,
      },
      atStart,
      wait,
    );
  return { amazon, openAmazon };
}

/** What the catalog tells of these ids when nothing stops it. */
export const offersOf = async (catalog: Catalog, ids: string[], location?: object) => {
  const { offers, stopped } = await catalog.lookUp(ids, location, unlimited);
  expect(stopped).toBe("none");
  // Other tests are about names and pictures.
  return Object.fromEntries([...offers].map(([id, { details: _, ...offer }]) => [id, offer]));
};

/** The same, as availabilities in the order of the ids. */
export const availabilitiesOf = async (catalog: Catalog, ids: string[], location?: object) => {
  const offers = await offersOf(catalog, ids, location);
  return ids.map((id) => offers[id]?.availability);
};
