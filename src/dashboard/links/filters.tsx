import type { Project } from "../../access/project.ts";
import { Actions, Button } from "../components/actions.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { labelOf } from "../labels/form-words.ts";
import { INTENT_FILTER, RETAILER_FILTER, STATUS_FILTER } from "../labels/link-words.ts";
import type { ListQuery } from "./list-query.ts";

/** The search and the filters of the list. The filters are folded until one is used. */
export const Filters = ({
  path,
  query,
  projects,
}: {
  path: string;
  query: ListQuery;
  projects: readonly Project[];
}) => {
  const { typed, problems, order } = query;
  const value = (name: string) => typed.get(name) ?? "";
  const error = (name: string) => problems.fields.get(name);
  const folded = [...typed.keys()].every((name) => name === "q");
  return (
    <form method="get" action={path} class="list-filters">
      {order !== "created" && <input type="hidden" name="order" value={order} />}
      <div class="search-line">
        <TextField
          name="q"
          type="search"
          label="Search"
          placeholder="Name, short id, URL or product id"
          value={value("q")}
          error={error("q")}
          command="Search links"
          shortcut="/"
        />
        <Actions>
          <Button emphasis="plain">Search</Button>
          {typed.size > 0 && <a href={path}>Clear</a>}
        </Actions>
      </div>
      <details open={!folded}>
        <summary>Filters</summary>
        <div class="filters">
          <SelectField
            name="projectId"
            label={labelOf("projectId")}
            value={value("projectId")}
            error={error("projectId")}
            options={projectOptions(projects, value("projectId"))}
          />
          <SelectField
            name="retailer"
            label={labelOf("retailer")}
            value={value("retailer")}
            error={error("retailer")}
            options={RETAILER_FILTER}
          />
          <SelectField
            name="intent"
            label={labelOf("intent")}
            value={value("intent")}
            error={error("intent")}
            options={INTENT_FILTER}
          />
          <SelectField
            name="status"
            label={labelOf("status")}
            value={value("status")}
            error={error("status")}
            options={STATUS_FILTER}
          />
          <TextField name="tag" label="Tag" value={value("tag")} error={error("tag")} />
          <TextField
            name="createdFrom"
            type="date"
            label="Created from"
            value={value("createdFrom")}
            error={error("createdFrom")}
          />
          <TextField
            name="createdTo"
            type="date"
            label="Created to"
            value={value("createdTo")}
            error={error("createdTo")}
          />
          <Actions>
            <Button emphasis="plain">Filter</Button>
          </Actions>
        </div>
      </details>
    </form>
  );
};

/** The open projects, and the one that is chosen, which may be archived or beyond those of a menu. */
function projectOptions(projects: readonly Project[], chosen: string) {
  const known = chosen === "" || projects.some(({ id }) => id === chosen);
  return [
    { value: "", label: "All projects" },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ...(known ? [] : [{ value: chosen, label: chosen }]),
  ];
}
