import type { Projects } from "../../access/actor.ts";
import { id } from "./arguments.ts";
import { UsageError } from "./command.ts";

/** The items of a flag that takes several: separated by commas, or the flag given again. Throws UsageError. */
export const list = (flag: string, values: readonly string[]): string[] => {
  const items = values.flatMap((value) => value.split(",")).map((item) => item.trim());
  if (items.includes("")) throw new UsageError(`${flag} names nothing between two commas or at an end.`);
  return [...new Set(items)];
};

/** The projects that --projects names: `all`, or their ids. Throws UsageError. */
export function projectReach(values: readonly string[]): Projects {
  const projects = list("--projects", values);
  if (projects.length > 1 && projects.includes("all")) {
    throw new UsageError('--projects is either "all" or a list of project ids.');
  }
  return projects[0] === "all" ? "all" : projects.map((project) => id("--projects", project));
}
