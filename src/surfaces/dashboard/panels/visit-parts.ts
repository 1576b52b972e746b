import { salesBeside } from "./sales-panel.tsx";
import type { ReadVisitPart, ReadVisitParts } from "./visit-part.ts";

/** What extras show beside visits. */
const PARTS: Readonly<Record<string, ReadVisitPart>> = {
  sales: salesBeside,
};

/** What all extras show beside visits. */
export const visitParts: ReadVisitParts = async (c, view) => {
  const read = await Promise.all(Object.values(PARTS).map((part) => part(c, view)));
  return (report) => read.flatMap((part) => part?.(report) ?? []);
};
