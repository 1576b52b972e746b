import type { Project } from "../../../features/access/project.ts";
import type { Option } from "../components/field.tsx";

/** "All projects", the open ones, and the chosen one, which may be archived or not among the first hundred. */
export function projectOptions(projects: readonly Project[], chosen = ""): readonly Option[] {
  const known = chosen === "" || projects.some(({ id }) => id === chosen);
  return [
    { value: "", label: "All projects" },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ...(known ? [] : [{ value: chosen, label: chosen }]),
  ];
}
