import { withoutApiKeys } from "../../core/api-key-format.ts";
import { COLUMNS } from "../../imports/columns.ts";
import { correctRow } from "../../imports/correct-rows.ts";
import { getImport, getImportRow } from "../../imports/get-import.ts";
import type { Import, ImportRow } from "../../imports/import.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { FormScreen } from "../frame/form-screen.ts";
import { type FormValues, isUntouched } from "../frame/forms.ts";
import { importIdIn, importPathIn, withOrigins } from "./address.ts";
import { RowPage } from "./row-page.tsx";

/** The cells that a form has, by column. */
const cellsIn = (values: FormValues): Record<string, string> =>
  Object.fromEntries(
    COLUMNS.flatMap(({ name }) => {
      const cell = values.text(name);
      return cell === "" ? [] : [[name, cell]];
    }),
  );

/** Cells as they were sent, but for what is refused because it must not be repeated. */
const shownAgain = (cells: Record<string, string>): Record<string, string> => ({
  ...cells,
  ...(cells.metadata !== undefined && { metadata: withoutApiKeys(cells.metadata) }),
});

/** Corrects a row. It is opened with what is wrong with it as it is stored. */
export const oneRow: FormScreen<{ found: Import; row: ImportRow }> = {
  async load(c) {
    const { place, dependencies } = c.var;
    const { found } = await getImport(place.actor, importIdIn(c), dependencies);
    const input = { ...importIdIn(c), row: Number(c.req.param("row")) };
    return { found, row: await getImportRow(place.actor, input, dependencies) };
  },
  page(c, { found, row }, values, problems) {
    const isOpened = isUntouched(problems);
    const cells = isOpened ? row.cells : shownAgain(cellsIn(values));
    const shown = isOpened ? row.problems : [{ field: "", message: problems.form ?? "" }];
    return <RowPage place={c.var.place} found={found} row={row} cells={cells} problems={shown} />;
  },
  async save(c, values, load) {
    const { place } = c.var;
    const { found, row } = await load();
    const cells = cellsIn(values);
    const problems = await correctRow(place.actor, { ...importIdIn(c), row: row.row, cells }, withOrigins(c));
    if (problems.length === 0) return seeOther(`${importPathIn(c)}?done=mended`);
    const page = <RowPage place={place} found={found} row={row} cells={cells} problems={problems} />;
    return pageAnswer(page, 400);
  },
};
