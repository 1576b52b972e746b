import type { Link } from "../../features/links/link.ts";
import { CHANGE_COLUMNS, COLUMNS, type Column, LINK_ID, plain, REVISION, STATUS } from "./columns.ts";

const STATUS_COLUMN: Column = { name: "status", label: STATUS, path: ["status"], kind: "text" };

/** The columns that can be changed in the list's CSV. */
export const EDITABLE = CHANGE_COLUMNS.flatMap((name) =>
  name === "status" ? STATUS_COLUMN : (COLUMNS.find((each) => each.name === name) ?? []),
);

/** What a column of the list's own CSV can be. */
export const LIST_NAMES: readonly string[] = [plain(LINK_ID), plain(REVISION), ...CHANGE_COLUMNS];

/** Whether a table is the list's own CSV, which changes its links. */
export const isList = (headings: readonly string[]): boolean =>
  headings.some((heading) => plain(heading) === plain(LINK_ID));

/** The columns of the list's CSV that say which link a row is, and what can be changed about it. */
export const LIST_COLUMNS: readonly string[] = [LINK_ID, ...EDITABLE.map(({ label }) => label), REVISION];

const STATUS_WORDS = { active: "On", inactive: "Off" } as const;

/** The text of a link in a column. */
export function textIn(link: Link, { path, name }: Column): string {
  if (name === "status") return STATUS_WORDS[link.status];
  const value = path.reduce<unknown>(
    (object, member) =>
      typeof object === "object" && object !== null
        ? Object.entries(object).find(([key]) => key === member)?.[1]
        : undefined,
    link,
  );
  if (Array.isArray(value)) return value.join(value.some((each) => /[,;]/.test(String(each))) ? " | " : ", ");
  return typeof value === "string" ? value : "";
}

/** The cells of a link in `LIST_COLUMNS`. */
export const listCells = (link: Link): Record<string, string> => ({
  [LINK_ID]: link.id,
  [REVISION]: String(link.revision),
  ...Object.fromEntries(EDITABLE.map((column) => [column.label, textIn(link, column)])),
});
