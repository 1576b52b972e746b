import { shortened } from "../../../ground/core/text.ts";
import { stylesheet } from "../layout/assets.ts";
import css from "./column-table.css";
import { type Option, Problem, Select } from "./field.tsx";
import { Table } from "./table.tsx";

/** The styles of screens with a `ColumnTable`. */
export const COLUMN_TABLE = stylesheet(css);

/** How many rows of the file are shown, and how much of a cell. */
export const SAMPLE_ROWS = 3;
const SAMPLE_LENGTH = 60;

/** Asks what the columns of a file are, beside their first cells. `field`: the menu of a column, by its index. */
export const ColumnTable = ({
  headings,
  samples,
  options,
  field,
}: {
  headings: readonly string[];
  samples: (index: number) => readonly (string | undefined)[];
  options: readonly Option[];
  field: (index: number) => { name: string; value: string; error?: string | undefined };
}) => (
  <Table
    caption="Columns of the file"
    columns={["In the file", "First rows", "Here it is"]}
    rows={headings.map((heading, index) => {
      const { name, value, error } = field(index);
      return [
        <label for={name}>
          <bdi>{heading || `Column ${index + 1}`}</bdi>
        </label>,
        <ul class="samples">
          {samples(index).map((cell) => (
            <li>
              <bdi>{shortened(cell || "–", SAMPLE_LENGTH)}</bdi>
            </li>
          ))}
        </ul>,
        <>
          <Select {...{ name, value, error, options }} />
          <Problem {...{ name, error }} />
        </>,
      ];
    })}
  />
);
