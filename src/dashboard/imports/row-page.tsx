import type { Import, ImportRow, RowProblem } from "../../imports/import.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextArea, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import type { Place } from "../frame/context.ts";
import { Screen } from "../frame/layout.tsx";
import { COLUMN_WORDS } from "./column-words.ts";
import { importPath } from "./paths.ts";

/** Text longer than this gets a field of several lines. */
const LINE_LENGTH = 80;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The cells of one row, to be mended. */
export const RowPage = ({
  place,
  found,
  row,
  cells,
  problems,
}: {
  place: Place;
  found: Import;
  row: ImportRow;
  cells: Readonly<Record<string, string>>;
  problems: readonly RowProblem[];
}) => {
  const path = importPath(place, found);
  const general = problems.filter(({ field }) => field === "").map(({ message }) => message);
  return (
    <Screen place={place} here="Links" title={`Row ${row.row} of ${found.fileName}`}>
      <div class="sheet narrow">
        <Form action={`${path}/rows/${row.row}`} problem={general.join(" ") || undefined}>
          {COLUMN_WORDS.map(({ name, label, hint, kind }) => {
            const own = problems
              .filter(({ field }) => field === name)
              .map(({ message }) => sentence(message));
            const field = { name, label, hint, value: cells[name] ?? "", error: own.join(" ") || undefined };
            const isLong = kind === "json" || field.value.length > LINE_LENGTH || field.value.includes("\n");
            return isLong ? <TextArea {...field} rows={3} /> : <TextField {...field} spellcheck={false} />;
          })}
          <Actions>
            <Button>Save the row</Button>
            <LinkButton href={path}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};

/** Asks before an import is deleted. */
export const DeleteImportPage = ({
  place,
  found,
  problem,
}: {
  place: Place;
  found: Import;
  problem: string | undefined;
}) => {
  const path = importPath(place, found);
  return (
    <Screen place={place} here="Links" title="Delete this import">
      <div class="sheet narrow">
        <Form action={`${path}/delete`} problem={problem}>
          <p>
            The rows of <bdi>{found.fileName}</bdi> and their problems are deleted. Links and codes that were
            made of them stay and work on.
          </p>
          <Actions>
            <Button emphasis="danger">Delete the import</Button>
            <LinkButton href={path}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  );
};
