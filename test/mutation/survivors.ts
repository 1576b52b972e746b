import type { Mutant } from "./instrument.ts";
import { OF_ACCESS } from "./survivors/access.ts";
import { OF_ACCESS_CONSTANTS } from "./survivors/access-constants.ts";
import { OF_ACCESS_KEYS } from "./survivors/access-keys.ts";
import { OF_IDEMPOTENCY } from "./survivors/idempotency.ts";
import { OF_IMPORTS } from "./survivors/imports.ts";
import { OF_LINK_CHANGES } from "./survivors/link-changes.ts";
import { OF_LINK_CONSTANTS } from "./survivors/link-constants.ts";
import { OF_LINK_READS } from "./survivors/link-reads.ts";
import { OF_LINK_WRITES } from "./survivors/link-writes.ts";
import { OF_LINKS } from "./survivors/links.ts";
import { OF_RETAILERS } from "./survivors/retailers.ts";
import { OF_SHORT_LINK_CONSTANTS } from "./survivors/short-link-constants.ts";
import { OF_SHORT_LINKS } from "./survivors/short-links.ts";
import { OF_SIGN_IN } from "./survivors/sign-in.ts";
import type { Survivor } from "./survivors/survivor.ts";
import { OF_VISIT_CONSTANTS } from "./survivors/visit-constants.ts";
import { OF_VISIT_JOBS } from "./survivors/visit-jobs.ts";
import { OF_VISIT_NEWS } from "./survivors/visit-news.ts";
import { OF_VISIT_REPORTS } from "./survivors/visit-reports.ts";
import { OF_VISIT_ROWS } from "./survivors/visit-rows.ts";
import { OF_VISITS } from "./survivors/visits.ts";

/** Mutants that change nothing that anybody could see. */
export const SURVIVORS: readonly Survivor[] = [
  ...OF_ACCESS,
  ...OF_ACCESS_KEYS,
  ...OF_ACCESS_CONSTANTS,
  ...OF_IDEMPOTENCY,
  ...OF_LINKS,
  ...OF_LINK_CHANGES,
  ...OF_LINK_CONSTANTS,
  ...OF_LINK_READS,
  ...OF_LINK_WRITES,
  ...OF_IMPORTS,
  ...OF_RETAILERS,
  ...OF_SHORT_LINKS,
  ...OF_SHORT_LINK_CONSTANTS,
  ...OF_SIGN_IN,
  ...OF_VISITS,
  ...OF_VISIT_JOBS,
  ...OF_VISIT_CONSTANTS,
  ...OF_VISIT_NEWS,
  ...OF_VISIT_REPORTS,
  ...OF_VISIT_ROWS,
];

/** The mutants that are explained by `survivor`. */
export function explainedBy(
  { file, operator, code, after = "", loads = false }: Survivor,
  mutants: readonly Mutant[],
): Mutant[] {
  const such = mutants.filter(
    (each) =>
      each.file === file && each.operator === operator && each.loads === loads && each.before.endsWith(after),
  );
  const exact = such.filter((each) => each.code === code);
  return exact.length > 0 ? exact : such.filter((each) => each.code.includes(code));
}

/** The numbers of those of these mutants that are explained. `mutants`: all of their files. */
export const explainedOf = (mutants: readonly Mutant[]): ReadonlySet<number> =>
  new Set(SURVIVORS.flatMap((survivor) => explainedBy(survivor, mutants)).map(({ id }) => id));
