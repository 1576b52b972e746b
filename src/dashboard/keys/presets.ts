import { OFFER_RETAILERS, retailerScope, SCOPES, type Scope } from "../../core/vocabulary.ts";

/** What a kind of program needs, to begin with. */
export interface Preset {
  /** In the address of the form. */
  id: string;
  label: string;
  sentence: string;
  scopes: readonly Scope[];
}

const READING: readonly Scope[] = ["links:read", "projects:read", "events:read"];

/** The presets, the one with the fewest rights first: it is chosen in a new form. */
export const PRESETS: readonly [Preset, ...Preset[]] = [
  {
    id: "read-only",
    label: "Read only",
    sentence: "A report or a spreadsheet: reads links, codes and visits, and changes nothing.",
    scopes: READING,
  },
  {
    id: "recipe-site",
    label: "Recipe site",
    sentence: "A shop page or a recipe site: creates links and codes at every retailer, and reads them.",
    scopes: [...READING, "links:write", "qr-codes:write", ...OFFER_RETAILERS.map(retailerScope)],
  },
  {
    id: "everything",
    label: "Everything",
    sentence: "Your own systems: as before, and changes projects and their brands.",
    scopes: SCOPES,
  },
];

/** The preset with this id; the first where there is none. */
export const presetOf = (id: string | undefined): Preset =>
  PRESETS.find((each) => each.id === id) ?? PRESETS[0];
