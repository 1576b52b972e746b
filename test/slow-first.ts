import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What takes longest, much of it waiting: files of a folder, or one file. Without results of an earlier run, as in a fresh
 * clone, vitest begins with the largest files, and a short one that takes long would be run last and alone. All files with a
 * browser run first, so that it can be closed for the rest of the run.
 */
const SLOW = [
  "browser/marketer-story",
  "browser/",
  "faults/failing-parts",
  "cli/start",
  "faults/kill",
  "deploy/",
  "fuzz/",
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = SLOW.findIndex((name) => moduleId.includes(`/test/${name}`));
  return place < 0 ? SLOW.length : place;
};

/** Runs the slowest files first, and all others in vitest's own order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
