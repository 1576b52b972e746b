import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import type { LinkTab } from "../../src/surfaces/dashboard/link/link-view.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { type RunningDashboard, useDashboard, type Visitor } from "./dashboard.ts";

/** A dashboard with an owner, an editor and a viewer of acme, an owner of globex, and links made through the API. */
export interface LinksDashboard {
  dashboard: RunningDashboard;
  owner: Visitor;
  editor: Visitor;
  viewer: Visitor;
  /** Of globex. */
  hank: Visitor;
  /** Makes a link of acme. */
  create(changes?: object, pair?: string): Promise<LinkResource>;
  /** Changes a link of acme through the API. */
  patch(linkId: string, patch: object): Promise<void>;
  /** A link of acme as the API tells it. */
  definition(linkId: string): Promise<Json>;
  history(linkId: string): Promise<Json>;
  /** The page of a link of acme as its viewer sees it, with the visits or another tab. */
  page(linkId: string, tab?: LinkTab): Promise<string>;
  key: IssuedKey;
}

/** Where the screens of acme's links are. */
export const LINKS = "/dashboard/o/acme/links";

/** `main` is another entry than the Worker's own. */
export async function useLinksDashboard(main?: string): Promise<LinksDashboard> {
  const dashboard = await useDashboard(main);
  const { service } = dashboard;
  const key = await service.issueKey({ createProjects: ["main", "shop"] });
  await service.issueKey({ organization: "globex" });
  const people = [
    ["acme", "owner"],
    ["acme", "editor"],
    ["acme", "viewer"],
  ] as const;
  for (const [organization, role] of people) await dashboard.add(organization, `${role}@acme.example`, role);
  await dashboard.add("globex", "hank@globex.example", "owner");
  const [owner, editor, viewer, hank] = await Promise.all([
    dashboard.as("owner@acme.example"),
    dashboard.as("editor@acme.example"),
    dashboard.as("viewer@acme.example"),
    dashboard.as("hank@globex.example"),
  ]);
  return {
    dashboard,
    owner,
    editor,
    viewer,
    hank,
    key,
    create: async (changes = {}, pair = "custom custom_url") =>
      expectLink(await post(service, "/v1/links", linkBody(pair, changes), key)),
    async patch(linkId, patch) {
      const { status, text } = await send(service, "PATCH", `/v1/links/${linkId}`, patch, key);
      if (status !== 200) throw new Error(text);
    },
    definition: async (id) => (await get(service, `/v1/links/${id}/definition`, key)).json.data,
    history: async (id) => (await get(service, `/v1/links/${id}/history`, key)).json.data,
    page: async (id, tab = "visits") => (await viewer.open(`${LINKS}/${id}?tab=${tab}`)).text,
  };
}
