import { expect, test } from "vitest";
import { projectStore } from "../../src/features/access/project-store.ts";
import {
  getLinkAttention,
  type LinkAttentionStore,
  type LinkProblemKind,
} from "../../src/features/links/attention-store.ts";
import { memberOf } from "../actors.ts";

/** No project is named in these tests, so nothing is looked up. */
const projects = projectStore({} as D1Database);

/** A store with so many problems of each of its lists, of which it gives as many as it is asked for. */
function withProblems(kept: number, ids: number): LinkAttentionStore {
  const problems = (kind: LinkProblemKind, there: number, limit: number) =>
    Array.from({ length: Math.min(there, limit) }, (_, number) => ({
      ...{ linkId: `lnk_${number}`, name: "", kind },
    }));
  return {
    problems: async (_, limit) => problems("page_failed", kept, limit),
    impossibleIds: async (_, limit) => problems("product_ids", ids, limit),
    ending: async () => [],
  };
}

test.each([
  [0, 0, 0, 0, false],
  [10, 0, 10, 0, false],
  [11, 0, 10, 0, true],
  [0, 10, 0, 10, false],
  [0, 11, 0, 10, true],
  [4, 6, 4, 6, false],
  [4, 7, 4, 6, true],
  [30, 30, 10, 0, true],
])(
  "of %i problems and %i of product ids, %i and %i are shown, and more is %s",
  async (kept, ids, shownKept, shownIds, more) => {
    const input = { projectId: undefined };
    const dependencies = { linkAttention: withProblems(kept, ids), projects };
    const told = await getLinkAttention(memberOf("viewer"), input, dependencies);
    const count = (kind: LinkProblemKind) => told.problems.filter((problem) => problem.kind === kind).length;
    expect([count("page_failed"), count("product_ids"), told.more]).toEqual([shownKept, shownIds, more]);
  },
);
