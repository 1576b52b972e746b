import type { FieldProblem } from "../../ground/core/errors.ts";
import { LINK_INTENTS, RETAILERS } from "../../ground/core/vocabulary.ts";
import type { Cells } from "./import.ts";
import { movedLink } from "./moved-links.ts";
import { OTHER_SERVICE } from "./services.ts";
import { purposesOf, shopOf } from "./shop-of-row.ts";

/** What a column of another service's list can be, besides the columns of our own files. */
export const MOVED_COLUMNS = ["address", "createdAt", "visits", "note"] as const;

/** The shop and the purpose of rows that do not say theirs; empty for no choice. */
export interface ForAllRows {
  retailer: string;
  intent: string;
}

/** The problems of a choice for all rows. */
export const choiceProblems = ({ retailer, intent }: ForAllRows): FieldProblem[] => [
  ...(retailer === "" || RETAILERS.some((each) => each === retailer)
    ? []
    : [{ field: "retailer", message: "must be in the menu" }]),
  ...(intent === "" || LINK_INTENTS.some((each) => each === intent)
    ? []
    : [{ field: "intent", message: "must be in the menu" }]),
];

/** Whether these columns are a list of another service, whose links were printed or visited. */
export const isMovedList = (names: readonly string[]): boolean =>
  names.includes("address") || names.includes("visits");

/** The cells of a table's row, by name. What another service knew of a link is kept as for moved links. */
export function namedCells(cells: Cells, names: readonly string[]): Cells {
  const named = new Map(
    names.flatMap((name, index) =>
      name && cells[String(index)] ? [[name, cells[String(index)] ?? ""]] : [],
    ),
  );
  const isOfService = (name: string) => MOVED_COLUMNS.some((each) => each === name);
  const own = Object.fromEntries([...named].filter(([name]) => !isOfService(name)));
  if (!names.some(isOfService)) return own;
  const moved = movedLink(OTHER_SERVICE, named).cells;
  // A row with products is a link to a shop, not to a page.
  const { retailer: _, intent: __, ...known } = moved;
  return { ...(own.products || own.retailer || own.intent ? known : moved), ...own };
}

/** Cells with the choices for all rows, where the row does not say its own and the shop has the purpose. */
export function withChoices(cells: Cells, choice: ForAllRows): Cells {
  const shop = shopOf(cells)?.retailer ?? RETAILERS.find((each) => each === choice.retailer);
  const isPossible = shop === undefined || purposesOf(shop).some((each) => each === choice.intent);
  return {
    ...cells,
    ...(!cells.retailer && shop !== undefined && { retailer: shop }),
    ...(!cells.intent && choice.intent !== "" && isPossible && { intent: choice.intent }),
  };
}
