import type { Project } from "../../../features/access/project.ts";
import type { Link } from "../../../features/links/link.ts";
import { Actions, Button } from "../components/actions.tsx";
import { type Chip, Chips } from "../components/chips.tsx";
import { type Option, Problem, SelectField, TextField } from "../components/field.tsx";
import { labelOf } from "../labels/form-labels.ts";
import { INTENT_FILTER, RETAILER_FILTER, STATE_FILTER, STATUS_FILTER } from "../labels/link-labels.tsx";
import { projectOptions } from "../labels/project-options.ts";
import { FILTERS, type ListQuery, listPath } from "./list-query.ts";

export const TAG_SUGGESTIONS = "known-tags";

/** Suggests the tags of these links. A script gets others from `url`. */
export const TagSuggestions = ({ links, url }: { links: readonly Link[]; url: string }) => {
  const tags = [...new Set(links.flatMap(({ tracking }) => tracking?.tags ?? []))].sort();
  return (
    <datalist id={TAG_SUGGESTIONS} data-tags={url}>
      {tags.map((tag) => (
        <option value={tag} />
      ))}
    </datalist>
  );
};

/** The filter by the weekly checks of destinations. */
const HEALTH_FILTER: readonly Option[] = [
  { value: "", label: "Any" },
  { value: "broken", label: "Broken" },
];

/** The filters besides the search, in order. Those without options are typed. */
const FIELDS: readonly { name: string; label: string; type?: "date"; options?: readonly Option[] }[] = [
  { name: "projectId", label: labelOf("projectId") },
  { name: "retailer", label: labelOf("retailer"), options: RETAILER_FILTER },
  { name: "intent", label: labelOf("intent"), options: INTENT_FILTER },
  { name: "state", label: "State", options: STATE_FILTER },
  // Shown only if the URL has it: the state replaces it.
  { name: "status", label: labelOf("status"), options: STATUS_FILTER },
  { name: "tag", label: "Tag" },
  { name: "health", label: "Destination", options: HEALTH_FILTER },
  { name: "gtin", label: "GTIN" },
  { name: "createdFrom", label: "Created from", type: "date" },
  { name: "createdTo", label: "Created to", type: "date" },
];

/** The search, the active filters, and a menu to add others. */
export const Filters = ({
  path,
  query,
  projects,
  scope,
}: {
  path: string;
  query: ListQuery;
  projects: readonly Project[];
  /** The project of the screen, which the navigation shows. */
  scope: string | undefined;
}) => {
  const { typed, problems, order } = query;
  const searchError = problems.fields.get("q");
  const fields = FIELDS.filter(({ name }) => name !== "status" || typed.has(name)).map((field) =>
    field.name === "projectId"
      ? { ...field, options: projectOptions(projects, typed.get("projectId") ?? "") }
      : field,
  );
  const chips = chipsOf(path, query, fields).filter(
    ({ name }) => name !== "projectId" || typed.get(name) !== scope,
  );
  const isWrong = FILTERS.some((name) => name !== "q" && problems.fields.has(name));
  return (
    <form method="get" action={path} class="list-filters" data-apply="" autocomplete="off">
      {order !== "created" && <input type="hidden" name="order" value={order} />}
      <div class="search-line">
        <label for="q" class="hidden">
          Search
        </label>
        <input
          id="q"
          name="q"
          type="search"
          placeholder="Name, tag, shop, URL or product id"
          value={typed.get("q") ?? ""}
          autocomplete="off"
          data-command="Search links"
          data-key="/"
          autofocus={searchError !== undefined}
          aria-describedby={searchError && "q-error"}
          aria-invalid={searchError ? "true" : undefined}
        />
        <Button emphasis="plain">Search</Button>
        <details class="drop" open={isWrong}>
          <summary class="button plain">+ Filter</summary>
          <div class="panel filters">
            {fields.map((field) => (
              <FilterField field={field} query={query} />
            ))}
            <Actions>
              <Button>Apply</Button>
            </Actions>
          </div>
        </details>
      </div>
      <Problem name="q" error={searchError} />
      {chips.length > 0 && (
        <div class="chip-line">
          <Chips chips={chips} />
          <a href={withoutFilters(path, scope)}>Clear all</a>
        </div>
      )}
    </form>
  );
};

type FilterFacts = (typeof FIELDS)[number];

const FilterField = ({ field, query: { typed, problems } }: { field: FilterFacts; query: ListQuery }) => {
  const { name, label, type, options } = field;
  const common = { name, label, value: typed.get(name) ?? "", error: problems.fields.get(name) };
  if (options) return <SelectField {...common} options={options} />;
  return <TextField {...common} type={type} list={name === "tag" ? TAG_SUGGESTIONS : undefined} />;
};

/** The path of the list without filters, of one project or all. */
export const withoutFilters = (path: string, projectId = ""): string =>
  `${path}?${new URLSearchParams({ projectId })}`;

/** The active filters with their labels. */
function chipsOf(
  path: string,
  { typed, order }: ListQuery,
  fields: readonly FilterFacts[],
): (Chip & { name: string })[] {
  const known = [{ name: "q", label: "Search" }, ...fields];
  return known.flatMap(({ name, label, ...field }) => {
    const value = typed.get(name);
    if (value === null) return [];
    const rest = new URLSearchParams(typed);
    rest.delete(name);
    if (name === "projectId") rest.set(name, "");
    const options = "options" in field ? field.options : undefined;
    const text = options?.find((option) => option.value === value)?.label ?? value;
    return [{ name, label, value: text, without: listPath(path, { typed: rest, order }) }];
  });
}
