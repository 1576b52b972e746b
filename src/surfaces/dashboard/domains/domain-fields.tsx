import type { Project } from "../../../features/access/project.ts";
import { ownHosts } from "../../../features/addresses/claimed-domain.ts";
import type { DomainSettings } from "../../../features/addresses/domain.ts";
import { SelectField, TextField } from "../components/field.tsx";
import { namedOptions } from "../labels/project-options.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, type FormValues, fieldsOf } from "../layout/forms.ts";

/** The dependencies of domain verbs, with the service's own hosts: of its origins, this request and its routes. */
export const domainDependencies = ({ req, var: { dependencies, origins } }: DashboardContext) => ({
  ...dependencies,
  ownHosts: ownHosts([origins.shortLink, origins.api, req.url], dependencies.routes),
});

/** The domain of the request's path. */
export const hostOf = (c: { req: { param(name: "host"): string | undefined } }): string =>
  c.req.param("host") ?? "";

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
  const options = namedOptions(projects);
  const others = chosen === "" || options.some(({ value }) => value === chosen) ? [] : [chosen];
  return [
    { value: "", label: "None" },
    ...options,
    ...others.map((value) => ({ value, label: `${value} (archived)` })),
  ];
}

/** The fields of a domain without its host. `projects` are those that accept new links. */
export function settingFields(projects: readonly Project[], values: FormValues, problems: FormProblems) {
  const field = fieldsOf(values, problems);
  const url = { inputMode: "url", placeholder: "https://" } as const;
  return (
    <>
      <SelectField
        {...field("projectId")}
        label="Use for new links of"
        hint="Existing links keep their domain. A project has one domain: the last one chosen."
        options={projectOptions(projects, values.text("projectId"))}
      />
      <TextField
        {...{ ...field("rootUrl"), ...url }}
        label="Start page (optional)"
        hint="Where the bare domain redirects, such as your site. Defaults to a “link not found” page."
      />
      <TextField
        {...{ ...field("notFoundUrl"), ...url }}
        label="Page for unknown links (optional)"
        hint="Where mistyped links redirect. Defaults to a “link not found” page."
      />
    </>
  );
}
