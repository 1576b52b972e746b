import type { Domain } from "../../addresses/domain.ts";
import { listDomains } from "../../addresses/list-domains.ts";
import { listUnknownAddresses } from "../../addresses/unknown-paths.ts";
import { LinkButton } from "../components/actions.tsx";
import { Address } from "../components/address.tsx";
import { Done } from "../components/done.tsx";
import { Badge, Time } from "../components/facts.tsx";
import { Empty, Table } from "../components/table.tsx";
import { pageResponse } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { UnknownAddresses } from "./unknown.tsx";

const MESSAGES = {
  added: "The domain was added. Confirm it before links can use it.",
  confirmed: "The domain is confirmed. It works within 30 seconds.",
  changed: "The domain was changed. Changes take effect within 30 seconds.",
  removed: "The domain was removed.",
};

/** The domains of the organization. */
export async function showDomains(c: DashboardContext): Promise<Response> {
  const { place, dependencies } = c.var;
  const { organizationId } = place.actor;
  const domains = await listDomains(place.actor, { organizationId }, dependencies);
  const [projects, unknown] =
    domains.length > 0
      ? await Promise.all([
          openProjects(place, dependencies),
          listUnknownAddresses(place.actor, dependencies),
        ])
      : [[], []];
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const path = `${place.base}/domains`;
  const add = (
    <LinkButton href={`${path}/new`} emphasis="primary" command="Add a domain" shortcut="c">
      Add a domain
    </LinkButton>
  );
  return pageResponse(
    <Screen place={place} here="Settings" title="Domains" actions={domains.length > 0 && add}>
      <Done done={c.req.query("done")} messages={MESSAGES} />
      {domains.length > 0 ? (
        <Table
          caption="Domains"
          columns={[
            { label: "Domain" },
            { label: "State" },
            { label: "Project" },
            { label: "Start page" },
            { label: "Unknown links" },
            { label: "Added" },
          ]}
          rows={domains.map((domain) => row(domain, names, path))}
        />
      ) : (
        <Empty title="No domains yet" action={add}>
          Use your own domain in short links, as in go.brand.example/summer. New links of a project get it;
          existing links keep their domain.
        </Empty>
      )}
      <UnknownAddresses place={place} domains={domains} unknown={unknown} />
      <p class="section">Keep a domain as long as people scan codes with it.</p>
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
