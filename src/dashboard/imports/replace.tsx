import { replaceRows } from "../../imports/correct-rows.ts";
import { CONTENT_FIELD } from "../../imports/read-file.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import type { UploadedValues } from "../layout/upload.ts";
import { importIdIn, importPathIn, withOrigins } from "./address.ts";
import { importPage } from "./import-view.tsx";
import { sentFile } from "./sent-file.ts";

/** Replaces the rows of an import by those of a corrected file. The form is on the page of the import. */
export const replacement: FormScreen<void, UploadedValues> = {
  fields: [CONTENT_FIELD],
  load() {},
  page: (c, _, __, problems) => importPage(c, problems),
  async save(c, values) {
    await replaceRows(c.var.place.actor, { ...importIdIn(c), ...sentFile(values) }, withOrigins(c));
    return seeOther(`${importPathIn(c)}?done=replaced`);
  },
};
