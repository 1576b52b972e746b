import { startImport } from "../../imports/start-import.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { importIdIn, importPathIn, withOrigins } from "./address.ts";
import { importPage } from "./import-view.tsx";

/** Creates the links of an import. The form is a button on the page of the import. */
export const start: FormScreen<void> = {
  load() {},
  page: (c, _, __, problems) => importPage(c, problems),
  async save(c, values) {
    const input = { ...importIdIn(c), doubtful: values.text("rows") === "all" };
    await startImport(c.var.place.actor, input, withOrigins(c));
    return seeOther(importPathIn(c));
  },
};
