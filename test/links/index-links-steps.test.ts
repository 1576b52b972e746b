import { expect, test } from "vitest";
import { indexLinks } from "../../src/links/index-links.ts";
import type { LinkListStore } from "../../src/links/list-store.ts";
import type { IndexStep, SearchIndexStore, Unindexed } from "../../src/links/search-index-store.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { newLink } from "./links.ts";

/** What one run of the job takes, and what it leaves to the next one. */

const real = dependenciesOf((await useService()).env);
const NOTHING: Unindexed = { version: 0, changes: [], newLinkIds: [], unsigned: [] };

/** Runs the job on what is unindexed at each step; gives the steps that it keeps, and how many groups. */
async function run(
  {
    unindexed,
    load = async () => [],
    fromOf = () => "",
  }: {
    unindexed(step: number, kept: readonly IndexStep[]): Unindexed;
    load?: LinkListStore["load"];
    /** Where the block of a link begins. */
    fromOf?(linkId: string): string;
  },
  groups = 0,
) {
  const kept: IndexStep[] = [];
  let asked = 0;
  let written = 0;
  const searchIndex: SearchIndexStore = {
    unindexed: async () => unindexed(asked++, kept),
    placesOf: async (links) => links.map(({ organizationId, id }) => ({ organizationId, from: fromOf(id) })),
    blocks: async (places) => places.map((place) => ({ ...place, documents: [] })),
    keep: async (step) => void kept.push(step),
    dueGroup: async () => (written < groups ? { id: written, version: 0, blocks: [] } : null),
    keepGroup: async () => void written++,
  };
  await indexLinks({ lists: { ...real.lists, load }, searchIndex });
  return { kept, written };
}

test("a run takes 20 steps at most, signs the blocks of 5, and writes 4 groups once nothing else is left", async () => {
  const endless = await run({ unindexed: () => ({ ...NOTHING, newLinkIds: ["lnk_1"] }) }, 9);
  expect([endless.kept.length, endless.written]).toEqual([20, 0]);
  const unsigned = [{ organizationId: "acme", from: "" }];
  const signing = await run({ unindexed: () => ({ ...NOTHING, unsigned }) }, 9);
  expect([signing.kept.length, signing.written]).toEqual([5, 0]);
  const signed = await run({ unindexed: (step) => (step < 5 ? { ...NOTHING, unsigned } : NOTHING) }, 3);
  expect([signed.kept.length, signed.written]).toEqual([5, 3]);
  expect(await run({ unindexed: () => NOTHING }, 9)).toEqual({ kept: [], written: 4 });
});

/** Links with these ids. */
const loaded: LinkListStore["load"] = async (ids) =>
  ids.map((id) => ({ link: newLink({}, { id }), qrCode: null }));

test("a new link that has changed already is taken once, with the new links around it", async () => {
  const changes = [{ organizationId: "acme", linkId: "lnk_3", linkVersion: 2 }];
  const newLinkIds = ["lnk_1", "lnk_2", "lnk_3", "lnk_4"];
  const wanted: string[][] = [];
  const { kept } = await run({
    unindexed: (step) => (step === 0 ? { ...NOTHING, changes, newLinkIds } : NOTHING),
    load: async (ids) => {
      wanted.push([...ids]);
      return loaded(ids);
    },
  });
  expect(wanted).toEqual([["lnk_3", "lnk_1", "lnk_2", "lnk_4"]]);
  expect(kept).toMatchObject([{ changes, newLinkIds }]);
});

test("new links of many blocks are put into them step by step, each once", async () => {
  const ids = Array.from({ length: 100 }, (_, number) => `lnk_${String(number).padStart(3, "0")}`);
  const { kept } = await run({
    unindexed: (_, before) => {
      const done = new Set(before.flatMap(({ newLinkIds }) => newLinkIds));
      return { ...NOTHING, newLinkIds: ids.filter((id) => !done.has(id)) };
    },
    load: loaded,
    fromOf: (id) => id,
  });
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.flatMap(({ newLinkIds }) => newLinkIds)).toEqual(ids);
  const blocks = kept.flatMap((step) => step.blocks);
  expect(blocks.map(({ from, documents }) => [from, ...documents.map(({ id }) => id)])).toEqual(
    ids.map((id) => [id, id]),
  );
});

test("changes of links that do not fit into memory any more stay for the next step", async () => {
  const changes = ["lnk_1", "lnk_2", "lnk_3"].map((linkId) => ({
    ...{ organizationId: "acme", linkId, linkVersion: 2 },
  }));
  const { kept } = await run({
    unindexed: (_, before) => ({
      ...NOTHING,
      changes: changes.slice(before.flatMap((step) => step.changes).length),
    }),
    load: async (ids) => (await loaded(ids)).slice(0, 2),
  });
  expect(kept.map((step) => step.changes)).toEqual([changes.slice(0, 2), changes.slice(2)]);
});
