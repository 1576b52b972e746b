import type { Import, ImportRow } from "../../../extras/imports/import.ts";
import type { Project } from "../../../features/access/project.ts";
import { LINK_INTENTS, RETAILER_NAMES, RETAILERS } from "../../../ground/core/vocabulary.ts";
import { SelectField } from "../components/field.tsx";
import { INTENT_NAMES, namedMenu } from "../labels/link-labels.tsx";
import { namedOptions } from "../labels/project-options.ts";
import { type FormProblems, type FormValues, isUntouched } from "../layout/forms.ts";

/** A table whose columns somebody names, with guesses. */
export interface LoadedTable {
  found: Import;
  projects: readonly Project[];
  guesses: readonly string[];
  /** The purpose that rows without one probably have; empty if the file says it. */
  purpose: string;
  rows: readonly ImportRow[];
}

const SHOPS = namedMenu(
  RETAILERS.filter((retailer) => retailer !== "choice"),
  RETAILER_NAMES,
  "As in the file",
);
const PURPOSES = namedMenu(
  LINK_INTENTS.filter((intent) => intent !== "choose_retailer"),
  INTENT_NAMES,
  "As in the file",
);

/** What rows get that do not say it themselves. */
export const ForAll = ({
  loaded: { found, projects, purpose },
  values,
  problems,
}: {
  loaded: LoadedTable;
  values: FormValues;
  problems: FormProblems;
}) => {
  const field = (name: string, first = "") => ({
    name,
    value: isUntouched(problems) ? first : values.text(name),
    error: problems.fields.get(name),
  });
  return (
    <fieldset class="field for-all">
      <legend>For all rows</legend>
      <p class="hint">
        For rows that don’t say it. The URL of a product says its shop, and a shop with a single purpose needs
        no purpose.
      </p>
      <div class="fields">
        <SelectField {...field("retailer")} label="Shop" options={SHOPS} />
        <SelectField {...field("intent", purpose)} label="Purpose" options={PURPOSES} />
        {found.projectId === "" && (
          <SelectField
            {...field("project")}
            label="Project"
            options={[{ value: "", label: "As in the file" }, ...namedOptions(projects)]}
          />
        )}
      </div>
    </fieldset>
  );
};
