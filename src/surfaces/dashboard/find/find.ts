import { Hono } from "hono";
import { hasScope } from "../../../features/access/actor.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import { listLinks } from "../../../features/links/list-links.ts";
import { shownAddress, urlText } from "../../../features/links/shown-address.ts";
import { listTags } from "../../../features/links/tag-store.ts";
import { findQrCodes } from "../../../features/qr-codes/get-qr-codes.ts";
import { MAX_PASTED, readPasted } from "../../../features/retailers/read-pasted.ts";
import { searchForm } from "../../../ground/core/text.ts";
import { jsonResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { oneText, queryReader } from "../layout/forms.ts";
import { entriesFor, SETTINGS } from "../layout/navigation.ts";
import { openProjects } from "../layout/open-projects.ts";

/** One result. */
interface Found {
  kind: "Settings" | "Link" | "Project" | "Tag" | "QR code" | "New link";
  name: string;
  /** Distinguishes it from others with the same name. */
  detail: string;
  href: string;
}

/** The longest text to search for. */
const MAX_LENGTH = 120;
/** How many results of each kind. */
const LIMIT = 6;

const searchQuery = queryReader({ q: oneText });

/** Searches for the command menu while a person types: `?q=` returns everything with that name as JSON. */
export const find = new Hono<DashboardEnv>().get("/", async (c) => {
  const { q: typed } = searchQuery(c);
  const text = typed.slice(0, MAX_LENGTH);
  return jsonResponse({ found: text === "" ? [] : [...(await findAll(c, text)), ...newLink(c, typed)] });
});

/** The form of a new link, for pasted URLs and product ids. */
function newLink({ var: { workspace } }: DashboardContext, text: string): Found[] {
  const pasted = hasScope(workspace.actor, CREATE_LINK_SCOPE) ? readPasted(text).kind : "unknown";
  if (pasted === "unknown" || pasted === "unclear") return [];
  const href = `${workspace.base}/links/new?${new URLSearchParams({ paste: text.slice(0, MAX_PASTED) })}`;
  return [{ kind: "New link", name: "Create a link from the pasted text", detail: "", href }];
}

async function findAll(c: DashboardContext, text: string): Promise<Found[]> {
  const { workspace, dependencies } = c.var;
  const { base, actor } = workspace;
  const search = searchForm(text);
  const fits = (name: string) => searchForm(name).includes(search);
  const [page, projects, tags, codes] = await Promise.all([
    listLinks(actor, { text, limit: LIMIT }, dependencies),
    openProjects(workspace, dependencies),
    listTags(actor, dependencies),
    findQrCodes(actor, { text, limit: LIMIT }, dependencies),
  ]);
  const ofProjects = projects.filter(({ id, name }) => fits(name) || fits(id));
  const found: Found[] = [
    ...entriesFor(SETTINGS, actor)
      .filter(({ name }) => fits(name))
      .map(({ name, path }): Found => ({ kind: "Settings", name, detail: "", href: `${base}${path}` })),
    ...page.links.map(({ link }): Found => {
      const detail = urlText(shownAddress(dependencies.origins, link));
      return { kind: "Link", name: link.name, detail, href: `${base}/links/${link.id}` };
    }),
    ...ofProjects.slice(0, LIMIT).map(({ id, name }): Found => {
      const href = `${base}/links?${new URLSearchParams({ projectId: id })}`;
      return { kind: "Project", name, detail: id === name ? "" : id, href };
    }),
    ...tags
      .filter(fits)
      .slice(0, LIMIT)
      .map((tag): Found => {
        return { kind: "Tag", name: tag, detail: "", href: `${base}/links?${new URLSearchParams({ tag })}` };
      }),
    ...codes.map(({ linkId, identifier, name, linkName }): Found => {
      return { kind: "QR code", name, detail: linkName, href: `${base}/links/${linkId}/codes/${identifier}` };
    }),
  ];
  // A link is also found by its tag: the tag of that name comes before such links.
  const isExact = ({ name }: Found) => searchForm(name) === search;
  return [...found.filter(isExact), ...found.filter((each) => !isExact(each))];
}

/** The tags to suggest, as JSON. */
export const tags = new Hono<DashboardEnv>().get("/", async (c) =>
  jsonResponse({ tags: await listTags(c.var.workspace.actor, c.var.dependencies) }),
);
