import type { Project } from "../../access/project.ts";
import { withoutApiKeys } from "../../core/api-key-format.ts";
import { COLUMNS } from "../../imports/columns.ts";
import { correctRow } from "../../imports/correct-rows.ts";
import { getImport, getImportRow } from "../../imports/get-import.ts";
import type { Import, ImportRow } from "../../imports/import.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormValues, isUntouched } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
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

interface Loaded {
  found: Import;
  row: ImportRow;
  projects: readonly Project[];
}

/** Corrects a row. It is opened with what is wrong with it as it is stored. */
export const oneRow: FormScreen<Loaded> = {
  async load(c) {
    const { place, dependencies } = c.var;
    const { found } = await getImport(place.actor, importIdIn(c), dependencies);
    const input = { ...importIdIn(c), row: Number(c.req.param("row")) };
    const [row, projects] = await Promise.all([
      getImportRow(place.actor, input, dependencies),
      openProjects(place, dependencies),
    ]);
    return { found, row, projects };
  },
  page(c, loaded, values, problems) {
    const { row } = loaded;
    const isOpened = isUntouched(problems);
    const cells = isOpened ? row.cells : shownAgain(cellsIn(values));
    const shown = isOpened ? row.problems : [{ field: "", message: problems.form ?? "" }];
    return <RowPage place={c.var.place} {...loaded} cells={cells} problems={shown} />;
  },
  async save(c, values, load) {
    const { place } = c.var;
    const loaded = await load();
    const cells = cellsIn(values);
    const input = { ...importIdIn(c), row: loaded.row.row, cells };
    const { state, problems } = await correctRow(place.actor, input, withOrigins(c));
    if (state === "good") return seeOther(`${importPathIn(c)}?done=mended`);
    if (state === "doubtful") return seeOther(`${importPathIn(c)}?show=check&done=doubtful`);
    return pageResponse(<RowPage place={place} {...loaded} cells={cells} problems={problems} />, 400);
  },
};
