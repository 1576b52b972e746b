import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest, 15 to 45 seconds each, much of it waiting. Without results of an earlier run, as in a fresh
 * clone, vitest begins with the largest files, and a short one that takes long would be run last and alone.
 */
const SLOW = [
  "faults/failing-parts",
  "browser/marketer-story",
  "cli/start",
  "browser/visits-screens",
  "browser/links",
  "faults/kill-visits",
  "browser/dashboard-access",
  "faults/kill",
  "browser/dashboard-import",
  "browser/docs",
  "fuzz/bodies",
  "fuzz/forms",
  "browser/codes",
  "faults/kill-bulk",
  "browser/choice-page",
  "client/package",
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = SLOW.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place < 0 ? SLOW.length : place;
};

/** Runs the files that take longest first, and all others in vitest's own order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
