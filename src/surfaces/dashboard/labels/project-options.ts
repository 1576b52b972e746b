import type { Project } from "../../../features/access/project.ts";
import type { Option } from "../components/field.tsx";

/** Projects by name, with the id of those that share their name. */
export const namedOptions = (projects: readonly Project[]): Option[] =>
  projects.map(({ id, name }) => {
    const isShared = projects.some((other) => other.name === name && other.id !== id);
    return { value: id, label: isShared ? `${name} (${id})` : name };
  });

/** "All projects", the open ones, and the chosen one, which may be archived or not among the first hundred. */
export function projectOptions(projects: readonly Project[], chosen = ""): readonly Option[] {
  const known = chosen === "" || projects.some(({ id }) => id === chosen);
  return [
    { value: "", label: "All projects" },
    ...namedOptions(projects),
    ...(known ? [] : [{ value: chosen, label: chosen }]),
  ];
}
