import { getImport } from "../../imports/get-import.ts";
import type { Import } from "../../imports/import.ts";
import { deleteImport } from "../../imports/start-import.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { importIdIn } from "./address.ts";
import { DeleteImportPage } from "./delete-import-page.tsx";
import { importsPath } from "./paths.ts";

/** Deletes an import, after asking. Its links stay. */
export const deletion: FormScreen<Import> = {
  load: async (c) => (await getImport(c.var.place.actor, importIdIn(c), c.var.dependencies)).found,
  page: (c, found, _, { form }) => <DeleteImportPage place={c.var.place} found={found} problem={form} />,
  async save(c) {
    await deleteImport(c.var.place.actor, importIdIn(c), c.var.dependencies);
    return seeOther(`${importsPath(c.var.place)}?done=deleted`);
  },
};
