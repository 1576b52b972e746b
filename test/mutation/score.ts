import type { Mutant } from "./instrument.ts";
import { explained } from "./survivors.ts";

/** A mutant and what is known of it. */
export interface Judged {
  mutant: Mutant;
  killed: boolean;
  /** Whether a test passes it. */
  covered: boolean;
}

export const isOpen = ({ mutant, killed }: Judged): boolean => !killed && !explained(mutant);

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const lineOf = ({ mutant: { file, line, operator, code }, covered }: Judged): string =>
  `${file}:${line}  ${operator}  in: ${code}${covered ? "" : "  (no test passes here)"}`;

/** The share that is noticed or explained. */
export const shareOf = (judged: readonly Judged[]): number =>
  1 - judged.filter(isOpen).length / Math.max(1, judged.length);

/** What a person reads: the open mutants, and the score of each part. */
export function reportOf(judged: readonly Judged[], parts: readonly string[]): string {
  const scores = parts.map((part) => {
    const of = judged.filter(({ mutant: { file } }) => file === part || file.startsWith(`${part}/`));
    const killed = of.filter((each) => each.killed).length;
    const open = of.filter(isOpen).length;
    return `${part}: ${killed} of ${of.length} noticed (${percent(killed, of.length)}), ${of.length - killed - open} explained, ${open} open: ${percent(of.length - open, of.length)}`;
  });
  return [...judged.filter(isOpen).map(lineOf), ...scores, ""].join("\n");
}
