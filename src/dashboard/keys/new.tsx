import { issueKey } from "../../access/issue-key.ts";
import { requireKeyManager } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import { reachInWords } from "../components/reach-field.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { idempotentForm } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { firstRequest } from "./first-request.ts";
import { IssueKeyPage } from "./issue-key-page.tsx";
import { KEY_FIELDS, keyRequestIn } from "./key-form.ts";
import { presetOf } from "./presets.ts";
import { NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

/** Issues a key. The answer shows it once; it is stored nowhere. */
export const newKey: FormScreen<readonly Project[]> = {
  fields: KEY_FIELDS,
  load(c) {
    requireKeyManager(c.var.place.actor);
    return openProjects(c.var.place, c.var.dependencies);
  },
  page: (c, projects, values, problems) => (
    <IssueKeyPage
      place={c.var.place}
      preset={presetOf(c.req.query("preset"))}
      projects={projects}
      values={values}
      problems={problems}
    />
  ),
  async save(c, values, load) {
    const { place, dependencies, origins } = c.var;
    const request = keyRequestIn(values, place.organizationId);
    const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
    const result = await issueKey(place.actor, { request, idempotency }, dependencies);
    if (result.kind === "replayed") {
      return pageResponse(<ShownBeforePage place={place} keyId={result.receipt} />);
    }
    const projects = await load();
    const example = firstRequest(result.value, projects, origins.api);
    const reach = reachInWords(result.value.projects, projects);
    return pageResponse(<NewKeyPage place={place} issued={result.value} example={example} reach={reach} />);
  },
};
