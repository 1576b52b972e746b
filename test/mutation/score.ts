import type { Mutant } from "./instrument.ts";

/** A mutant and what is known of it. */
export interface Judged {
  mutant: Mutant;
  killed: boolean;
  explained: boolean;
  /** Whether a test passes it. */
  covered: boolean;
  /** Whether a test has tried it, and did not notice it. */
  tried: boolean;
}

export const isOpen = ({ killed, explained }: Judged): boolean => !killed && !explained;

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const lineOf = ({ mutant: { file, line, operator, code }, covered, tried }: Judged): string =>
  `${file}:${line}  ${operator}  in: ${code}${covered ? (tried ? "" : "  (not tried: the time was over, or no test could)") : "  (no test passes here)"}`;

/** The share that is noticed or explained. */
export function shareOf(judged: readonly Judged[]): number {
  return 1 - judged.filter(isOpen).length / Math.max(1, judged.length);
}

/** What a person reads: the open mutants, and the score of each part. */
export function reportOf(judged: readonly Judged[], parts: readonly string[]): string {
  const scores = parts.map((part) => {
    const all = judged.filter(({ mutant: { file } }) => file === part || file.startsWith(`${part}/`));
    const killed = all.filter((each) => each.killed).length;
    const left = all.filter(isOpen);
    const untried = left.filter(({ covered, tried }) => covered && !tried).length;
    const open = left.length;
    return `${part}: ${killed} of ${all.length} noticed (${percent(killed, all.length)}), ${all.length - killed - open} explained, ${open} open, of which ${untried} were not tried: ${percent(all.length - open, all.length)}`;
  });
  return [...judged.filter(isOpen).map(lineOf), ...scores, ""].join("\n");
}
