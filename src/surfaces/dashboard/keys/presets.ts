import { OFFER_RETAILERS, retailerScope, SCOPES, type Scope } from "../../../ground/core/vocabulary.ts";

/** The scopes that a kind of program starts with. */
export interface Preset {
  /** Used in the URL of the form. */
  id: string;
  label: string;
  sentence: string;
  scopes: readonly Scope[];
}

const READING: readonly Scope[] = ["links:read", "projects:read", "events:read"];

/** The presets. A new form starts with the first, which has the fewest permissions. */
export const PRESETS: readonly [Preset, ...Preset[]] = [
  {
    id: "read-only",
    label: "Read only",
    sentence: "For reports and spreadsheets. Reads links, codes and visits; changes nothing.",
    scopes: READING,
  },
  {
    id: "recipe-site",
    label: "Recipe site",
    sentence: "For shop pages and recipe sites. Creates and reads links and codes of every retailer.",
    scopes: [...READING, "links:write", "qr-codes:write", ...OFFER_RETAILERS.map(retailerScope)],
  },
  {
    id: "everything",
    label: "Everything",
    sentence: "For your own systems. Can also change projects and their brands.",
    scopes: SCOPES,
  },
];

/** The preset with this id; otherwise the first. */
export const presetOf = (id: string | undefined): Preset =>
  PRESETS.find((each) => each.id === id) ?? PRESETS[0];
