import type { Place } from "../layout/context.ts";

/** The path of the screens of imports. */
export const importsPath = ({ base }: Place): string => `${base}/links/import`;

/** The path of one import. */
export const importPath = (place: Place, { id }: { id: string }): string => `${importsPath(place)}/${id}`;
