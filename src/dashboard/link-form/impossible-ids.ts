import { type ImpossibleId, impossibleIdsOf } from "../../links/impossible-ids.ts";
import type { LinkDefinition } from "../../retailers/definition.ts";

/** The hidden field with what was refused once. */
export const REFUSED_IDS = "refused-ids";

/**
 * The product ids for which a form is refused: all that cannot be ids of their retailer, if one of them is neither in the
 * definition that the form was opened with nor among those that it brings back as `refused`, because it was refused for
 * them before.
 */
export function idsToRefuse(definition: LinkDefinition, original: object, refused: string): ImpossibleId[] {
  const found = impossibleIdsOf(definition);
  const agreed = refused.split("\n");
  const known = JSON.stringify(original);
  const isNew = ({ id, message }: ImpossibleId) =>
    !agreed.includes(agreedText({ id, message })) && !known.includes(JSON.stringify(id));
  return found.some(isNew) ? found : [];
}

/** What the form brings back of ids that it was refused for: a line for each, with its retailer. */
export const refusedText = (ids: readonly ImpossibleId[]): string =>
  [...new Set(ids.map(agreedText))].join("\n");

/** The hidden field of a form that was refused for ids. */
export const hiddenIds = (refused: string | undefined): Record<string, string> =>
  refused === undefined ? {} : { [REFUSED_IDS]: refused };

const agreedText = ({ id, message }: Pick<ImpossibleId, "id" | "message">): string =>
  `${message.split(" ")[0]} ${id.replace(/\s+/g, " ")}`;
