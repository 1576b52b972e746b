import type { Survivor } from "./survivor.ts";

const TEXT_OF_NULL =
  "A pattern is asked of the word null otherwise, which it does not fit; TypeScript wants the question.";

/** Mutants of src/short-links that change nothing that anybody could see. */
export const OF_SHORT_LINKS: readonly Survivor[] = [
  {
    file: "src/short-links/visitor.ts",
    operator: "drop the left of &&",
    code: "purpose !== null &&",
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/visitor.ts",
    operator: "condition false",
    code: "referrer === null",
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/problems.ts",
    operator: "drop the left of &&",
    code: "accept !== null &&",
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/problems.ts",
    operator: "drop the right of ??",
    code: 'request.headers.get("Accept") ?? ""',
    why: TEXT_OF_NULL,
  },
  {
    file: "src/short-links/preview.ts",
    operator: "drop the right of ??",
    code: 'ENTITIES[character] ?? ""',
    why: "Every character that the pattern finds has an entity; TypeScript wants the question.",
  },
  {
    file: "src/short-links/schedule.ts",
    operator: "drop the left of &&",
    code: "from !== undefined && now < from",
    why: "No time is before or after undefined; TypeScript wants the question.",
  },
  {
    file: "src/short-links/schedule.ts",
    operator: "drop the left of &&",
    code: "until !== undefined && now >= until",
    why: "No time is before or after undefined; TypeScript wants the question.",
  },
  {
    file: "src/short-links/shop-choice.ts",
    operator: "drop the left of &&",
    code: 'known !== "all" && known.some',
    why: "A shop that is everywhere is found before this is asked; TypeScript wants the question.",
  },
  {
    file: "src/short-links/sources.ts",
    operator: "condition false",
    code: "text === null",
    why: "The text null is no entry, which is null as well; TypeScript wants the question.",
  },
  {
    file: "src/short-links/target-redirect.ts",
    operator: "drop the right of ||",
    code: 'tagBy === "caller" || !destination.startsWith(MARKETPLACE)',
    why: "No other URL has a tag to be taken off: the question only saves looking for it.",
  },
];
