import type { MarketplaceCountry } from "../../ground/core/marketplaces.ts";

/**
 * Who gets the commission of links, by retailer: the settings of a project, or those of the deployment for retailers that the
 * project does not name. Stored destinations contain neither, so that links follow a change by being published again.
 */
export interface Affiliate {
  marketplace?: {
    /** An Associates tag belongs to one marketplace. */
    tags?: Partial<Record<MarketplaceCountry, string | undefined>> | undefined;
    tagOnScans?: boolean | undefined;
  };
  bigbox_w?: NetworkLink;
  bigbox_t?: NetworkLink;
  /** What networks report beside an order; absent: `link`. */
  subIds?: SubIds | undefined;
}

/** Nothing; the short id of the link; or also the scanned code or the source of the visit. */
export const SUB_IDS = ["off", "link", "code"] as const;
type SubIds = (typeof SUB_IDS)[number];

/** The URL of an affiliate network, which gets the retailer's URL where the network reads it: see networks.ts. */
interface NetworkLink {
  url?: string | undefined;
}

/** Who gets the commission of clicks: whose settings decide it, and the Associates tag or the URL of an affiliate network. */
export interface Commission {
  settings: "link" | "project" | "service";
  /** The name of that project. */
  project?: string;
  tag?: string;
  url?: string;
}

/** Retailers whose links may earn a commission, or have offers that do. */
const EARNING = "('marketplace', 'bigbox_w', 'bigbox_t', 'choice')";
/** In a query of `links`: the settings of the link's project as JSON; NULL if it has none, or for links that earn nothing. */
export const PROJECT_AFFILIATE = `CASE WHEN links.retailer IN ${EARNING} THEN (SELECT settings -> '$.affiliate' FROM projects
    WHERE organization_id = links.organization_id AND id = links.project_id) END`;
/** In a query of `links`: the tag of the link itself; NULL without one. */
export const OWN_TAG = `CASE WHEN instr(links.content, '"affiliate":{') THEN links.content ->> '$.affiliate.tag' END`;
/** In a query of `links`: whether a link may earn a commission. */
export const MAY_EARN = `links.retailer IN ${EARNING}`;

/** The settings that apply in a project with these settings of its own; undefined for none. */
export function inProject(own: Affiliate | undefined, deployment: Affiliate): Affiliate | undefined {
  const all = { ...deployment, ...own };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** A project's own settings; undefined if it has none. */
export const affiliateOf = (project: { settings: { affiliate?: unknown } }): Affiliate | undefined =>
  project.settings.affiliate as Affiliate | undefined; // Validated before it was written.

/** A project's own settings in JSON that SQL read. */
export const ownAffiliate = (json: string | null): Affiliate | undefined =>
  json === null ? undefined : (JSON.parse(json) as Affiliate); // Validated before it was written.
