import type { Project } from "../../access/project.ts";
import type { Option } from "../components/field.tsx";

/** The open projects after all of them, and the one that is chosen, which may be archived or beyond those of a menu. */
export function projectOptions(projects: readonly Project[], chosen = ""): readonly Option[] {
  const known = chosen === "" || projects.some(({ id }) => id === chosen);
  return [
    { value: "", label: "All projects" },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    ...(known ? [] : [{ value: chosen, label: chosen }]),
  ];
}
