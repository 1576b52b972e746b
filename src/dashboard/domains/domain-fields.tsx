import type { Project } from "../../access/project.ts";
import type { DomainSettings } from "../../addresses/domain.ts";
import { SelectField, TextField } from "../components/field.tsx";
import type { FormProblems, FormValues } from "../layout/forms.ts";

/** The names of a domain's fields, without its host. */
export const SETTING_FIELDS = ["projectId", "rootUrl", "notFoundUrl"] as const;

/** The settings of a form. An empty field removes a setting. */
export const settingsIn = (values: FormValues): DomainSettings => ({
  projectId: values.text("projectId") || null,
  rootUrl: values.text("rootUrl") || null,
  notFoundUrl: values.text("notFoundUrl") || null,
});

/** The projects of the menu. The selected project stays even if it no longer accepts new links. */
function projectOptions(projects: readonly Project[], chosen: string) {
  const options = projects.map(({ id, name }) => ({
    value: id,
    label: name === id ? id : `${name} (${id})`,
  }));
  const others = chosen === "" || options.some(({ value }) => value === chosen) ? [] : [chosen];
  return [
    { value: "", label: "None" },
    ...options,
    ...others.map((value) => ({ value, label: `${value} (archived)` })),
  ];
}

/** The fields of a domain without its host. `projects` are those that accept new links. */
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
      label="Use for new links of"
      hint="Existing links keep their domain. A project has one domain: the last one chosen."
      value={values.text("projectId")}
      error={problems.fields.get("projectId")}
      options={projectOptions(projects, values.text("projectId"))}
    />
    <TextField
      name="rootUrl"
      label="Start page (optional)"
      hint="Where the bare domain redirects, such as your site. Defaults to a “link not found” page."
      inputMode="url"
      placeholder="https://"
      value={values.text("rootUrl")}
      error={problems.fields.get("rootUrl")}
    />
    <TextField
      name="notFoundUrl"
      label="Page for unknown links (optional)"
      hint="Where mistyped links redirect. Defaults to a “link not found” page."
      inputMode="url"
      placeholder="https://"
      value={values.text("notFoundUrl")}
      error={problems.fields.get("notFoundUrl")}
    />
  </>
);
