import type { LinkWithQrCode } from "./link-with-qr-code.ts";
import type { LinkListStore } from "./list-store.ts";
import { type BlockPlace, withDocuments } from "./search-block.ts";
import { documentOf } from "./search-document.ts";
import type { SearchIndexStore, Unindexed } from "./search-index-store.ts";

/**
 * The most changed links, and the most new links, of one step; the most blocks that it rewrites; the steps of one
 * run.
 */
const LINKS_PER_STEP = 500;
const BLOCKS_PER_STEP = 40;
const STEPS_PER_RUN = 20;
/** The steps of one run that sign blocks anew. Each asks D1 for 40 blocks, and a run has 1,000 queries for all of its jobs. */
const SIGNING_PER_RUN = 5;
/** The groups of blocks that one run writes. Each has 512 rows, for 12,288 links. */
const GROUPS_PER_RUN = 4;

interface IndexContext {
  lists: LinkListStore;
  searchIndex: SearchIndexStore;
}

/**
 * Job: puts new and changed links into the blocks that the list of links searches. It continues where the last run
 * ended. Until the job has indexed a link, the list reads the link itself. Once all are, it signs blocks whose signatures
 * earlier versions wrote, and then writes the groups of blocks that lack something.
 */
export async function indexLinks({ lists, searchIndex }: IndexContext): Promise<void> {
  let signed = 0;
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const unindexed = await searchIndex.unindexed(LINKS_PER_STEP, BLOCKS_PER_STEP);
    const { version, changes, newLinkIds, unsigned } = unindexed;
    if (changes.length > 0 || newLinkIds.length > 0) {
      await takeStep(unindexed, { lists, searchIndex });
    } else if (unsigned.length === 0) {
      return writeGroups(searchIndex);
    } else {
      if (signed++ === SIGNING_PER_RUN) return;
      const blocks = await searchIndex.blocks(unsigned);
      await searchIndex.keep({ version, blocks, changes: [], newLinkIds: [] });
    }
  }
}

/** Writes the groups that are due, once all blocks are as they should be. */
async function writeGroups(searchIndex: SearchIndexStore): Promise<void> {
  for (let group = 0; group < GROUPS_PER_RUN; group++) {
    const due = await searchIndex.dueGroup();
    if (due === null) return;
    await searchIndex.keepGroup(due);
  }
}

async function takeStep(
  { version, changes, newLinkIds }: Unindexed,
  { lists, searchIndex }: IndexContext,
): Promise<void> {
  const changedIds = changes.map(({ linkId }) => linkId);
  const addedIds = newLinkIds.filter((id) => !changedIds.includes(id));
  const wanted = [...changedIds, ...addedIds];
  const loaded = await lists.load(wanted);
  const places = await searchIndex.placesOf(loaded.map(({ link }) => link));
  const groups = groupByBlock(loaded, places);

  const current = await searchIndex.blocks(groups.map(({ place }) => place));
  const blocks = current.flatMap((block, index) =>
    withDocuments(block, groups[index]?.links.map(({ link }) => documentOf(link)) ?? []),
  );
  // Ids of links that do not exist are not loaded. If no link was taken at all, all of these ids count as done.
  const taken = groups.reduce((sum, { links }) => sum + links.length, 0);
  const last = loaded[taken - 1]?.link.id;
  const done = last === undefined ? wanted.length : wanted.indexOf(last) + 1;
  const doneIds = new Set(wanted.slice(0, done));
  const firstOpen = newLinkIds.findIndex((id) => !doneIds.has(id));
  await searchIndex.keep({
    version,
    blocks,
    changes: changes.slice(0, done),
    newLinkIds: firstOpen < 0 ? newLinkIds : newLinkIds.slice(0, firstOpen),
  });
}

/** The links grouped by block, in order, until one step has as many blocks as it may rewrite. */
function groupByBlock(
  loaded: readonly LinkWithQrCode[],
  places: readonly BlockPlace[],
): { place: BlockPlace; links: LinkWithQrCode[] }[] {
  const groups = new Map<string, { place: BlockPlace; links: LinkWithQrCode[] }>();
  for (const [index, place] of places.entries()) {
    const key = JSON.stringify([place.organizationId, place.from]);
    const group = groups.get(key) ?? { place, links: [] };
    if (!groups.has(key) && groups.size === BLOCKS_PER_STEP) break;
    groups.set(key, group);
    group.links.push(...loaded.slice(index, index + 1));
  }
  return [...groups.values()];
}
