import {
  COLUMNS,
  ITEMS,
  LINK_ID,
  plain,
  QUANTITY,
  REVISION,
  STATUS,
  USUAL_COLUMNS,
} from "../../../extras/imports/columns.ts";
import { LIST_NAMES } from "../../../extras/imports/list-columns.ts";
import type { Option } from "../components/field.tsx";

const listLabel = (name: string): string =>
  [LINK_ID, REVISION, STATUS].find((label) => plain(label) === name) ?? labelOf(name);
const labelOf = (name: string): string => COLUMNS.find((column) => column.name === name)?.label ?? name;
const group = (name: string, options: readonly (readonly [string, string])[]): Option[] =>
  options.map(([value, label]) => ({ value, label, group: name }));

/** What a column can be: first what every list has, then what most files need. */
export const MENU: readonly Option[] = [
  { value: "", label: "Ignore" },
  ...group("Links of another service", [
    ["address", "Old short address"],
    ["customUrl", "Destination"],
    ["name", "Name"],
    ["tags", "Tags"],
    ["visits", "Visits so far"],
    ["createdAt", "Created"],
    ["note", "Note"],
  ]),
  ...group(
    "Usual columns",
    USUAL_COLUMNS.filter((name) => !["customUrl", "name", "tags"].includes(name))
      .flatMap((name) => (name === "products" ? [name, QUANTITY.name, ITEMS.name] : [name]))
      .map((name) => [name, labelOf(name)]),
  ),
  ...group(
    "More columns",
    COLUMNS.filter(
      (column) => ![QUANTITY, ITEMS].includes(column) && !USUAL_COLUMNS.includes(column.name),
    ).map(({ name, label }) => [name, label]),
  ),
];

/** What a column of the list's own CSV can be. */
export const LIST_MENU: readonly Option[] = [
  { value: "", label: "Ignore" },
  ...LIST_NAMES.map((name) => ({ value: name, label: listLabel(name) })),
];
