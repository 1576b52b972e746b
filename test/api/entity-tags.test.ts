import { expect, test } from "vitest";
import { linkEtag, revisionsIn } from "../../src/surfaces/api/entity-tags.ts";

test.each<[string | undefined, number[] | null]>([
  [undefined, null],
  ["*", null],
  [" * ", null],
  [linkEtag(7, "{}"), [7]],
  [`W/${linkEtag(12, "{}")}`, [12]],
  ['"7"', [7]],
  ['W/"7"', [7]],
  ['"7", W/"12" ,"3"', [7, 12, 3]],
  // Foreign tags contain no revision and match no link.
  ["", []],
  ["7", []],
  ['"07"', []],
  ['"7a", "abc", "7-", "7-A", "-7"', []],
  ['w/"7"', []],
])("If-Match %j names the revisions %j", (ifMatch, revisions) => {
  expect(revisionsIn(ifMatch)).toEqual(revisions);
});
