import type { Project } from "../../access/project.ts";
import type { DomainSettings } from "../../addresses/domain.ts";
import { SelectField, TextField } from "../components/field.tsx";
import type { FormProblems, FormValues } from "../layout/forms.ts";

/** The fields of a domain besides its host. */
export const SETTING_FIELDS = ["projectId", "rootUrl", "notFoundUrl"] as const;

/** What the form says of a domain: an empty field takes a setting away. */
export const settingsIn = (values: FormValues): DomainSettings => ({
  projectId: values.text("projectId") || null,
  rootUrl: values.text("rootUrl") || null,
  notFoundUrl: values.text("notFoundUrl") || null,
});

/** The projects of the menu. What was chosen stays, also where it takes no new links any more. */
function projectOptions(projects: readonly Project[], chosen: string) {
  const options = projects.map(({ id, name }) => ({
    value: id,
    label: name === id ? id : `${name} (${id})`,
  }));
  const others = chosen === "" || options.some(({ value }) => value === chosen) ? [] : [chosen];
  return [
    { value: "", label: "None" },
    ...options,
    ...others.map((value) => ({ value, label: `${value} (takes no new links)` })),
  ];
}

/** The same fields. `projects` are those that take new links. */
export const SettingFields = ({
  projects,
  values,
  problems,
}: {
  projects: readonly Project[];
  values: FormValues;
  problems: FormProblems;
}) => (
  <>
    <SelectField
      name="projectId"
      label="Project whose new links get it"
      hint="Links that exist keep theirs. A project has one domain, and the last one that was chosen counts."
      value={values.text("projectId")}
      error={problems.fields.get("projectId")}
      options={projectOptions(projects, values.text("projectId"))}
    />
    <TextField
      name="rootUrl"
      label="Start page (optional)"
      hint="Where the bare domain redirects, such as your own site. Empty: a page that says there is no such link."
      inputMode="url"
      placeholder="https://"
      value={values.text("rootUrl")}
      error={problems.fields.get("rootUrl")}
    />
    <TextField
      name="notFoundUrl"
      label="Page for unknown addresses (optional)"
      hint="Where mistyped addresses redirect. Empty: the same page."
      inputMode="url"
      placeholder="https://"
      value={values.text("notFoundUrl")}
      error={problems.fields.get("notFoundUrl")}
    />
  </>
);
