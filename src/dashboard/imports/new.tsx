import type { Project } from "../../access/project.ts";
import { addImport } from "../../imports/add-import.ts";
import { listImports } from "../../imports/get-import.ts";
import type { Import } from "../../imports/import.ts";
import { requireImporter } from "../../imports/import-access.ts";
import { CONTENT_FIELD } from "../../imports/read-file.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import type { UploadedValues } from "../layout/upload.ts";
import { withOrigins } from "./address.ts";
import { NewImportPage } from "./new-import-page.tsx";
import { importsPath } from "./paths.ts";
import { sentFile } from "./sent-file.ts";

/** Takes a file and checks its rows. */
export const newImport: FormScreen<
  { projects: readonly Project[]; imports: readonly Import[] },
  UploadedValues
> = {
  fields: [CONTENT_FIELD, "project"],
  async load(c) {
    const { place, dependencies } = c.var;
    requireImporter(place.actor);
    const [projects, imports] = await Promise.all([
      openProjects(place, dependencies),
      listImports(place.actor, dependencies),
    ]);
    return { projects, imports };
  },
  page: (c, loaded, values, problems) => (
    <NewImportPage
      place={c.var.place}
      {...loaded}
      values={values}
      problems={problems}
      done={c.req.query("done")}
    />
  ),
  async save(c, values) {
    const { place } = c.var;
    const idempotency = await idempotentForm(c, values, () => "");
    const input = { ...sentFile(values), projectId: values.text("project"), idempotency };
    const { id } = await addImport(place.actor, input, withOrigins(c));
    return seeOther(`${importsPath(place)}/${id}?done=checked`);
  },
};
