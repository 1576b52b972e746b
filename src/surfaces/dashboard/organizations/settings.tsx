import type { Child } from "hono/jsx";
import { readOrganization } from "../../../features/access/organization.ts";
import { requireOrganizationManager } from "../../../features/access/permissions.ts";
import { listDomains } from "../../../features/addresses/manage-domains.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { brandOf } from "../../../features/brands/project-brand.ts";
import { zoneWords } from "../charts/bucket-names.ts";
import { count } from "../charts/numbers.ts";
import { Done } from "../components/done.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import settings from "./settings.css";

const SETTINGS_STYLE = stylesheet(settings);
const MESSAGES = { timeZone: "The time zone was changed. It takes effect within ten seconds." };

/** The brand of a project. */
interface ProjectBrand {
  id: string;
  name: string;
  accent: string | undefined;
  logo: string | undefined;
}

/** The home of an organization's settings, for owners. */
export async function showSettings(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  const { organizationId } = workspace;
  requireOrganizationManager(workspace.actor, organizationId);
  const [projects, domains, { timeZone }] = await Promise.all([
    openProjects(workspace, dependencies),
    listDomains(workspace.actor, { organizationId }, dependencies),
    // The stored time zone: the one for counting is cached for seconds.
    readOrganization(dependencies.db, organizationId),
  ]);
  const brands = projects.map((project): ProjectBrand => {
    const brand = brandOf(project);
    return { id: project.id, name: project.name, accent: brand?.accent, logo: brand?.logo };
  });
  const confirmed = domains.filter(({ confirmedAt }) => confirmedAt !== null).length;
  const pending = domains.length - confirmed;
  return pageResponse(
    <Screen workspace={workspace} here="Settings" title="Settings" styles={[SETTINGS_STYLE]}>
      <Done done={c.req.query("done")} messages={MESSAGES} />
      <div class="settings">
        <Brands workspace={workspace} brands={brands} />
        <Setting href={`${workspace.base}/domains`} name="Domains" about="Your own domains for short links.">
          {domains.length === 0
            ? "None yet"
            : [
                ...(confirmed > 0 ? [`${count(confirmed)} confirmed`] : []),
                ...(pending > 0 ? [`${count(pending)} pending`] : []),
              ].join(", ")}
        </Setting>
        <Setting
          href={`${workspace.base}/time-zone`}
          name="Time zone"
          about="Visits are counted by day and hour in this time zone."
        >
          {zoneWords({ name: timeZone ?? "UTC" })}
        </Setting>
        <Setting
          href={`${workspace.base}/members`}
          name="Members"
          about="The people who can sign in, their roles and projects."
        />
        <Setting
          href={`${workspace.base}/keys`}
          name="API keys"
          about="Connect your website or programs to the API."
        />
        <Setting
          href={`${workspace.base}/webhooks`}
          name="Webhooks"
          about="Send events to Slack, Teams or your own systems."
        />
        <Setting
          href={`${workspace.base}/alerts`}
          name="Alerts"
          about="What members are alerted of, and who gets it by mail."
        />
        <Setting
          href={`${workspace.base}/exports`}
          name="Exports"
          about="Download all links, codes, URLs and visits."
        />
        <Setting
          href={`${workspace.base}/projects`}
          name="Projects"
          about="Group links by brand or campaign. Archive projects that are over."
        />
      </div>
    </Screen>,
  );
}

/** A setting with its current value. */
const Setting = ({
  href,
  name,
  about,
  children,
}: {
  href: string;
  name: string;
  about: string;
  children?: Child;
}) => (
  <section class="sheet">
    <h2>
      <a href={href}>{name}</a>
    </h2>
    <p class="hint">{about}</p>
    {children && <p class="value">{children}</p>}
  </section>
);

/** The brands of all projects, each with its logo and color. */
const Brands = ({ workspace, brands }: { workspace: Workspace; brands: readonly ProjectBrand[] }) => (
  <section class="sheet">
    <h2>Brand</h2>
    <p class="hint">Shoppers see each project's name, color and logo on its pages and prints.</p>
    {brands.length === 0 ? (
      <p>
        <a href={`${workspace.base}/projects/new`}>Create a project</a>
      </p>
    ) : (
      <ul>
        {brands.map(({ id, name, accent, logo }) => (
          <li>
            <a href={`${workspace.base}/projects/${encodeURIComponent(id)}/brand`}>
              <bdi>{name}</bdi>
            </a>
            {logo && <img src={logoPath(logo)} alt="" height="20" />}
            {accent ? (
              <svg viewBox="0 0 1 1" width="20" height="20" role="img" aria-label={`Color ${accent}`}>
                <rect width="1" height="1" fill={accent} />
              </svg>
            ) : (
              !logo && <span class="quiet">Not set</span>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
);
