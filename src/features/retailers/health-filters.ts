/** The health filters of the delivery app, for items of lists and recipes. */
export const HEALTH_FILTERS = [
  "ORGANIC",
  "GLUTEN_FREE",
  "FAT_FREE",
  "VEGAN",
  "KOSHER",
  "SUGAR_FREE",
  "LOW_FAT",
] as const;

/** The delivery app's name of a health filter, if it has one. */
export const healthFilter = (word: string): (typeof HEALTH_FILTERS)[number] | undefined =>
  HEALTH_FILTERS.find(
    (known) =>
      known ===
      word
        .trim()
        .toUpperCase()
        .replaceAll(/[\s-]+/g, "_"),
  );
