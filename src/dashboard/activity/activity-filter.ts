import type { ListActivityInput } from "../../access/list-activity.ts";
import { ACTIVITY_OBJECTS, type ActivityActor } from "../../audit/activity.ts";
import { DAY_MS } from "../../core/days.ts";

/** The parameters of the filter, which the form and the links of the table set. */
const PARAMETERS = ["kind", "project", "actor", "from", "to"];

/** Who acted, as the address names it: the type and the id. */
export const actorParameter = ({ type, id }: ActivityActor): string => `${type}:${id}`;

/** The filter that the address asks for. What can't be understood does not filter. */
export function activityFilter(query: URLSearchParams): Omit<ListActivityInput, "limit" | "cursor"> {
  return {
    kind: ACTIVITY_OBJECTS.find((kind) => kind === query.get("kind")),
    projectId: query.get("project") || undefined,
    actor: actorIn(query.get("actor") ?? ""),
    from: startOfDay(query.get("from")),
    to: endOfDay(query.get("to")),
  };
}

/** The filter alone, for the links to other pages of the same list. */
export const filterQuery = (query: URLSearchParams): string =>
  new URLSearchParams(
    PARAMETERS.flatMap((name): [string, string][] => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  ).toString();

function actorIn(text: string): ActivityActor | undefined {
  const [, type, id] = /^(api_key|member|job):(.+)$/.exec(text) ?? [];
  // The pattern allows no other type.
  return type && id ? { type: type as ActivityActor["type"], id } : undefined;
}

/** The beginning of a day in UTC, from the text of a date field. */
function startOfDay(text: string | null): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? "")) return undefined;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isNaN(time) ? undefined : new Date(time);
}

/** The beginning of the day after, so that the day itself is part of the period. */
function endOfDay(text: string | null): Date | undefined {
  const start = startOfDay(text);
  return start && new Date(start.getTime() + DAY_MS);
}
