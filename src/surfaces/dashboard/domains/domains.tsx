import { Hono } from "hono";
import { hasScope } from "../../../features/access/actor.ts";
import { CREATE_LINK_SCOPE } from "../../../features/access/scopes.ts";
import type { Domain } from "../../../features/addresses/domain-store.ts";
import { listDomains } from "../../../features/addresses/manage-domains.ts";
import {
  listUnknownAddresses,
  UNKNOWN_DAYS,
  type UnknownAddress,
} from "../../../features/visits/unknown-paths.ts";
import { slugProblem } from "../../../ground/core/slug.ts";
import { count } from "../charts/numbers.ts";
import { Badge } from "../components/badge.tsx";
import { Address, Time } from "../components/facts.tsx";
import { listPage } from "../components/list-page.tsx";
import { Table } from "../components/table.tsx";
import type { DashboardEnv, Workspace } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { openProjects } from "../layout/open-projects.ts";
import { domainApps } from "./domain-apps.tsx";
import { domainConfirmation, domainRemoval, newDomain, oneDomain } from "./domain-forms.tsx";

interface UnknownProps {
  workspace: Workspace;
  domains: readonly Domain[];
  unknown: readonly UnknownAddress[];
}

/** Addresses that people opened without finding a link, such as those of a poster with a typing mistake. */
const UnknownAddresses = ({ unknown, ...props }: UnknownProps) => {
  if (unknown.length === 0) return null;
  const single = unknown.filter(({ isSingle }) => isSingle);
  const several = unknown.filter(({ isSingle }) => !isSingle);
  return (
    <section class="section" id="unknown">
      <h2>Unknown addresses</h2>
      <p>
        People opened these in the last {UNKNOWN_DAYS} days, but no link has them. Perhaps they are
        misprinted. Robots are left out, each visitor counts once a day for an address, and of many visits at
        a time only some are counted.
      </p>
      {several.length > 0 && (
        <UnknownTable {...props} caption="Unknown addresses, the most frequent first" unknown={several} />
      )}
      {single.length > 0 && (
        <details>
          <summary>
            {single.length === 1 ? "An address" : `${count(single.length)} addresses`} that only one visitor
            opened
          </summary>
          <UnknownTable {...props} caption="Addresses that only one visitor opened" unknown={single} />
        </details>
      )}
    </section>
  );
};

const UnknownTable = ({ caption, workspace, domains, unknown }: UnknownProps & { caption: string }) => (
  <Table
    caption={caption}
    columns={["Address", { label: "Visits", numeric: true }, "Last visit", { label: "Action", quiet: true }]}
    rows={unknown.map(({ host, path, hits, lastDay }) => [
      <bdi>
        <Address text={host} />
        <wbr />
        {readable(path)}
      </bdi>,
      count(hits),
      <Time at={lastDay} date />,
      <MakeLink
        workspace={workspace}
        path={path}
        domain={domains.find((domain) => domain.host === host && domain.confirmedAt !== null)}
      />,
    ])}
  />
);

/** Opens the form that makes a link of an address, if its path can be a slug, and its domain has a project. */
const MakeLink = ({
  workspace,
  path,
  domain,
}: {
  workspace: Workspace;
  path: string;
  domain: Domain | undefined;
}) => {
  const slug = path.slice(1);
  if (!domain || slugProblem(slug) !== undefined || !hasScope(workspace.actor, CREATE_LINK_SCOPE))
    return null;
  const { projectId, host } = domain;
  if (projectId === null) return <a href={`${workspace.base}/domains/${host}`}>Choose a project first</a>;
  const query = new URLSearchParams({ projectId, slug });
  return <a href={`${workspace.base}/links/new?${query}`}>Create a link</a>;
};

/** A path with its letters in place of their encodings, if those are valid. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const showDomains = listPage({
  tab: "Domains",
  title: "Domains",
  async load({ var: { workspace, dependencies } }) {
    const { organizationId } = workspace.actor;
    const domains = await listDomains(workspace.actor, { organizationId }, dependencies);
    if (domains.length === 0) return { domains, names: new Map<string, string>(), unknown: [] };
    const [projects, unknown] = await Promise.all([
      openProjects(workspace, dependencies),
      listUnknownAddresses(workspace.actor, dependencies),
    ]);
    return { domains, names: new Map(projects.map(({ id, name }) => [id, name])), unknown };
  },
  rows: ({ domains }) => domains,
  columns: ["Domain", "State", "Project", "Start page", "Unknown links"],
  cells({ host, projectId, rootUrl, notFoundUrl, confirmedAt }, { names }, { var: { workspace } }) {
    const path = `${workspace.base}/domains/${host}`;
    return [
      <a href={path}>
        <Address text={host} />
      </a>,
      confirmedAt === null ? (
        <>
          <Badge kind="warn">Pending</Badge> <a href={`${path}/confirm`}>Confirm</a>
        </>
      ) : (
        <Badge kind="good">Confirmed</Badge>
      ),
      projectId === null ? (
        <span class="quiet">No project</span>
      ) : (
        <bdi>{names.get(projectId) ?? projectId}</bdi>
      ),
      <Redirect url={rootUrl} />,
      <Redirect url={notFoundUrl} />,
    ];
  },
  add: { path: "/domains/new", label: "Add a domain", command: "Add a domain" },
  about: () =>
    "Use your own domain in short links, as in go.brand.example/summer. New links of a project get it; existing links keep their domain.",
  empty: () => "No domains yet",
  messages: {
    added: "The domain was added. Confirm it before links can use it.",
    confirmed: "The domain is confirmed. It works within 30 seconds.",
    changed: "The domain was changed. Changes take effect within 30 seconds.",
    removed: "The domain was removed.",
  },
  after: ({ domains, unknown }, { var: { workspace } }) => (
    <>
      <UnknownAddresses workspace={workspace} domains={domains} unknown={unknown} />
      {domains.length > 0 && <p class="section">Keep a domain as long as people scan codes with it.</p>}
    </>
  ),
});

/** The host that a setting redirects to. Whole URLs are too long for a list. */
const Redirect = ({ url }: { url: string | null }) =>
  url === null ? <span class="quiet">Our page</span> : <Address text={new URL(url).host} />;

/** The screens of the organization's domains, below /domains. */
export const domains = new Hono<DashboardEnv>()
  .get("/", showDomains)
  .on(FORM, "/new", newDomain)
  .on(FORM, "/:host", oneDomain)
  .on(FORM, "/:host/apps", domainApps)
  .on(FORM, "/:host/confirm", domainConfirmation)
  .on(FORM, "/:host/remove", domainRemoval);
