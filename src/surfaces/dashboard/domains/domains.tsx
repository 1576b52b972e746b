import { Hono } from "hono";
import { hasScope } from "../../../features/access/actor.ts";
import type { Domain } from "../../../features/addresses/domain.ts";
import { listDomains } from "../../../features/addresses/manage-domains.ts";
import { slugProblem } from "../../../features/addresses/slug.ts";
import {
  listUnknownAddresses,
  UNKNOWN_DAYS,
  type UnknownAddress,
} from "../../../features/addresses/unknown-paths.ts";
import { CREATE_LINK_SCOPE } from "../../../features/links/create-link.ts";
import { count } from "../charts/numbers.ts";
import { LinkButton } from "../components/actions.tsx";
import { Address } from "../components/address.tsx";
import { Done } from "../components/done.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Empty, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv, Workspace } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { domainConfirmation } from "./confirmation.tsx";
import { domainRemoval, newDomain, oneDomain } from "./forms.tsx";

/** Addresses that people opened without finding a link, such as those of a poster with a typing mistake. */
export const UnknownAddresses = ({
  workspace,
  domains,
  unknown,
}: {
  workspace: Workspace;
  domains: readonly Domain[];
  unknown: readonly UnknownAddress[];
}) =>
  unknown.length === 0 ? null : (
    <section class="section" id="unknown">
      <h2>Unknown addresses</h2>
      <p>
        People opened these in the last {UNKNOWN_DAYS} days, but no link has them. Perhaps they are
        misprinted. Robots are left out, each visitor counts once a day for an address, and of many visits at
        a time only some are counted.
      </p>
      <Table
        caption="Unknown addresses, the most frequent first"
        columns={[
          "Address",
          { label: "Visits", numeric: true },
          "Last visit",
          { label: "Action", quiet: true },
        ]}
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
    </section>
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

const MESSAGES = {
  added: "The domain was added. Confirm it before links can use it.",
  confirmed: "The domain is confirmed. It works within 30 seconds.",
  changed: "The domain was changed. Changes take effect within 30 seconds.",
  removed: "The domain was removed.",
};

/** The domains of the organization. */
export async function showDomains(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const { organizationId } = workspace.actor;
  const domains = await listDomains(workspace.actor, { organizationId }, dependencies);
  const [projects, unknown] =
    domains.length > 0
      ? await Promise.all([
          openProjects(workspace, dependencies),
          listUnknownAddresses(workspace.actor, dependencies),
        ])
      : [[], []];
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const path = `${workspace.base}/domains`;
  const add = (
    <LinkButton href={`${path}/new`} emphasis="primary" command="Add a domain" shortcut="c">
      Add a domain
    </LinkButton>
  );
  return pageResponse(
    <Screen workspace={workspace} here="Domains" title="Domains" actions={domains.length > 0 && add}>
      <Done done={c.req.query("done")} messages={MESSAGES} />
      {domains.length > 0 ? (
        <Table
          caption="Domains"
          columns={["Domain", "State", "Project", "Start page", "Unknown links", "Added"]}
          rows={domains.map((domain) => row(domain, names, path))}
        />
      ) : (
        <Empty title="No domains yet" action={add}>
          Use your own domain in short links, as in go.brand.example/summer. New links of a project get it;
          existing links keep their domain.
        </Empty>
      )}
      <UnknownAddresses workspace={workspace} domains={domains} unknown={unknown} />
      {domains.length > 0 && <p class="section">Keep a domain as long as people scan codes with it.</p>}
    </Screen>,
  );
}

const row = (
  { host, projectId, rootUrl, notFoundUrl, createdAt, confirmedAt }: Domain,
  names: ReadonlyMap<string, string>,
  path: string,
) => [
  <a href={`${path}/${host}`}>
    <Address text={host} />
  </a>,
  confirmedAt === null ? (
    <>
      <Badge kind="warn">Pending</Badge> <a href={`${path}/${host}/confirm`}>Confirm</a>
    </>
  ) : (
    <Badge kind="good">Confirmed</Badge>
  ),
  projectId === null ? <span class="quiet">No project</span> : <bdi>{names.get(projectId) ?? projectId}</bdi>,
  <Redirect url={rootUrl} />,
  <Redirect url={notFoundUrl} />,
  <Time at={createdAt} date />,
];

/** The host that a setting redirects to. Whole URLs are too long for a list. */
const Redirect = ({ url }: { url: string | null }) =>
  url === null ? <span class="quiet">Our page</span> : <Address text={new URL(url).host} />;

/** The screens of the organization's domains, below /domains. */
export const domains = new Hono<DashboardEnv>()
  .get("/", showDomains)
  .get("/new", showForm(newDomain))
  .post("/new", takeForm(newDomain))
  .get("/:host", showForm(oneDomain))
  .post("/:host", takeForm(oneDomain))
  .get("/:host/confirm", showForm(domainConfirmation))
  .post("/:host/confirm", takeForm(domainConfirmation))
  .get("/:host/remove", showForm(domainRemoval))
  .post("/:host/remove", takeForm(domainRemoval));
