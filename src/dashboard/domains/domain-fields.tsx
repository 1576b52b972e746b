import type { DomainSettings } from "../../addresses/domain.ts";
import { TextField } from "../components/field.tsx";
import type { FormProblems, FormValues } from "../frame/forms.ts";

/** The fields of a domain besides its host. */
export const SETTING_FIELDS = ["projectId", "rootUrl", "notFoundUrl"] as const;

/** What the form says of a domain: an empty field takes a setting away. */
export const settingsIn = (values: FormValues): DomainSettings => ({
  projectId: values.text("projectId") || null,
  rootUrl: values.text("rootUrl") || null,
  notFoundUrl: values.text("notFoundUrl") || null,
});

/** The same fields. */
export const SettingFields = ({ values, problems }: { values: FormValues; problems: FormProblems }) => (
  <>
    <TextField
      name="projectId"
      label="Project"
      hint="The id of the project whose new links get this domain. Empty: none. Links that exist keep theirs."
      value={values.text("projectId")}
      error={problems.fields.get("projectId")}
      maxLength={128}
      spellcheck={false}
    />
    <TextField
      name="rootUrl"
      type="url"
      label="Start page"
      hint="Where the bare domain leads, such as your own site. Empty: to a page that says that there is no such link."
      value={values.text("rootUrl")}
      error={problems.fields.get("rootUrl")}
    />
    <TextField
      name="notFoundUrl"
      type="url"
      label="Page for unknown addresses"
      hint="Where people are led who mistyped an address. Empty: to the same page."
      value={values.text("notFoundUrl")}
      error={problems.fields.get("notFoundUrl")}
    />
  </>
);
