import { validationFailed } from "../core/errors.ts";
import type { LinkListStore } from "./list-store.ts";

/** Sorts after every id of a link. */
const AFTER_ALL = "lnk_~";
/** The most links with a tag that a question is about: finding more of them takes longer than a person waits for a page. */
const MOST_TAGGED = 10_000;
/** How many blocks of the search that may hold the tag are read at one time. */
const BLOCKS = 100;
/** How many blocks are passed over at one time. Most calls of D1 take longer than to look at some hundred signatures. */
const PASSED = 2_000;

/** Finds the links that have a tag now. Throws `validation_failed` where too many have it. May throw `service_unavailable`. */
export type TaggedLinks = ReturnType<typeof taggedLinks>;

/** The tagged links among those of a list store. */
export const taggedLinks =
  (lists: LinkListStore, most = MOST_TAGGED) =>
  /** Their ids, with the project of each, among the links of `projects`. */
  async (
    { organizationId, projects }: { organizationId: string; projects: "all" | readonly string[] },
    tag: string,
  ): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    const none = {
      text: undefined,
      retailer: undefined,
      intent: undefined,
      status: undefined,
      state: undefined,
    };
    for (let before = AFTER_ALL; before > ""; ) {
      const range = { organizationId, from: "", before };
      const { ids, from } = await lists.search(range, { ...none, projects, tag }, BLOCKS, PASSED);
      // What the search gives may be out of date, and of other projects.
      for (const { id, projectId } of ids.length > 0 ? await lists.withTag(ids, tag) : []) {
        if (projects === "all" || projects.includes(projectId)) found.set(id, projectId);
      }
      if (found.size > most) {
        const message = `is a tag of more than ${most.toLocaleString("en")} links: ask for the visits of their project`;
        throw validationFailed([{ field: "tag", message }]);
      }
      before = from;
    }
    return found;
  };
