/** The brand of the season's pages and codes. */
export const SEASON_BRAND = {
  name: "Maple & Pine",
  accent: "#9a3412",
  imprintUrl: "https://example.com/legal",
  privacyUrl: "https://example.com/privacy",
};

/** Notes on days, by how many days ago they were. */
export const SEASON_NOTES = [
  [24, "Flyer with coupons"],
  [11, "Competition starts"],
] as const;
