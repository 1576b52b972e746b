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
  /** Whether it is only passed once, while modules load or what they remember is read: it can't be tried. */
  once: boolean;
}

export const isOpen = ({ killed, explained, once }: Judged): boolean => !killed && !once && !explained;

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const lineOf = ({ mutant: { file, line, operator, code }, covered, tried }: Judged): string =>
  `${file}:${line}  ${operator}  in: ${code}${covered ? (tried ? "" : "  (not tried: the time was over, or no test could)") : "  (no test passes here)"}`;

/** The share that is noticed or explained. */
export function shareOf(judged: readonly Judged[]): number {
  const tried = judged.filter(({ once }) => !once);
  return 1 - tried.filter(isOpen).length / Math.max(1, tried.length);
}

/** What a person reads: the open mutants, and the score of each part. */
export function reportOf(judged: readonly Judged[], parts: readonly string[]): string {
  const scores = parts.map((part) => {
    const all = judged.filter(({ mutant: { file } }) => file === part || file.startsWith(`${part}/`));
    const of = all.filter(({ once }) => !once);
    const killed = of.filter((each) => each.killed).length;
    const left = of.filter(isOpen);
    const untried = left.filter(({ covered, tried }) => covered && !tried).length;
    const open = left.length;
    return `${part}: ${killed} of ${of.length} noticed (${percent(killed, of.length)}), ${of.length - killed - open} explained, ${open} open, of which ${untried} were not tried: ${percent(of.length - open, of.length)}; ${all.length - of.length} run once and were not tried`;
  });
  return [...judged.filter(isOpen).map(lineOf), ...scores, ""].join("\n");
}
