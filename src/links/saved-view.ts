import * as z from "zod";
import { label, text } from "../core/text.ts";

/** A named set of filters and an order: the query string of the list's URL. */
export const savedView = z.object({ name: label(40), query: text(1, 2000) });
export type SavedView = z.infer<typeof savedView>;

/** The projects that a view filters by. */
export const projectsOf = ({ query }: SavedView): string[] => new URLSearchParams(query).getAll("projectId");

/** Maximum saved views of an organization: all of them are shown as tabs. */
export const MAX_SAVED_VIEWS = 20;
