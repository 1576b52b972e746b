import * as z from "zod";
import { label, text } from "../core/text.ts";

/** What a list of links is narrowed to, and its order, under a name: the query of the list's address. */
export const savedView = z.object({ name: label(40), query: text(1, 2000) });
/** One saved view. */
export type SavedView = z.infer<typeof savedView>;

/** The projects that a view names. */
export const projectsOf = ({ query }: SavedView): string[] => new URLSearchParams(query).getAll("projectId");

/** The most saved views of one organization: they are tabs, and all of them are shown. */
export const MAX_SAVED_VIEWS = 20;
