import { getProject } from "../../../features/access/get-projects.ts";
import { renameProject } from "../../../features/access/manage-projects.ts";
import { mayManageProjects } from "../../../features/access/permissions.ts";
import { MAX_ID, type Project } from "../../../features/access/project.ts";
import { type Brand, brandOf } from "../../../features/brands/brand.ts";
import { logoPath } from "../../../features/brands/logo-path.ts";
import { countEarningLinks, type EarningLinks } from "../../../features/links/count-earning-links.ts";
import type { Affiliate } from "../../../features/short-links/earners.ts";
import { countChanges } from "../../../features/short-links/link-change-store.ts";
import { getVisitReport, type VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { CHARTS_STYLE } from "../charts/time-series.tsx";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Facts, Swatch, Time } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Done } from "../components/notice.tsx";
import { seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { formScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, oneText } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { type TopLink, TopLinks, topLinks } from "../visit-report/top-links.tsx";
import { Totals, totalsBefore } from "../visit-report/totals.tsx";
import { CommissionCard, Following } from "./commission-card.tsx";
import css from "./projects.css";

/** The style of projects and their brands. */
export const PROJECTS_STYLE = stylesheet(css);

/** The project id of the request's path. */
export const projectId = (c: DashboardContext): { projectId: string } => ({
  projectId: c.req.param("project") ?? "",
});

/** The project of the request's path. Throws `project_access_denied`. */
export const loadProject = (c: DashboardContext): Promise<Project> =>
  getProject(c.var.workspace.actor, projectId(c), c.var.dependencies);

/** One project: its numbers, links and brand, and a form to rename it. */
export const oneProject = formScreen({
  fields: { name: oneText },
  load: loadProject,
  initial: ({ name }) => ({ name }),
  async page(c, project, values, problems) {
    const { workspace, dependencies } = c.var;
    const filter = { projectId: project.id };
    const report = await getVisitReport(
      workspace.actor,
      { interval: "day", filter, by: ["link"], compare: "previous" },
      dependencies,
    );
    const brand = brandOf(project);
    const [earning, top, following] = await Promise.all([
      countEarningLinks(workspace.actor, { projectId: project.id }, dependencies),
      topLinks(workspace.actor, report, dependencies),
      countChanges(dependencies.db, project),
    ]);
    const service = dependencies.affiliate;
    return (
      <ProjectPage
        {...{ c, workspace, project, values, problems, report, brand, top, following, service, earning }}
      />
    );
  },
  async save(c, { name }, { write }) {
    const { workspace, dependencies } = c.var;
    const change = { ...projectId(c), name, idempotency: await write(({ id }: Project) => id) };
    await renameProject(workspace.actor, change, dependencies);
    return seeOther(`${workspace.base}/projects/${encodeURIComponent(change.projectId)}?done=renamed`);
  },
});

/** The path of a project's screens. */
export const projectPath = (workspace: Workspace, { id }: Project): string =>
  `${workspace.base}/projects/${encodeURIComponent(id)}`;

interface ProjectPageProps {
  c: DashboardContext;
  workspace: Workspace;
  project: Project;
  values: FormValues;
  problems: FormProblems;
  /** The visits of the last 30 days. */
  report: VisitReport;
  brand: Brand | null;
  top: readonly TopLink[];
  /** How many links are being published again after a change. */
  following: number;
  /** The links that may earn a commission. */
  earning: EarningLinks;
  /** The affiliate settings of the service. */
  service: Affiliate;
}

const MESSAGES = {
  commission: "The commission was saved. The links under “Commission” below get it within minutes.",
  branded: "The brand was saved. Shoppers see it within 40 seconds.",
  renamed: "The project was renamed. Its id stays the same.",
};

const ProjectPage = ({
  c,
  workspace,
  project,
  values,
  problems,
  report,
  brand,
  top,
  following,
  service,
  earning,
}: ProjectPageProps) => {
  const mayManage = mayManageProjects(workspace.actor);
  const isArchived = project.archivedAt !== null;
  const path = projectPath(workspace, project);
  const query = new URLSearchParams({ projectId: project.id });
  const totals = answerOf(report.series)?.totals;
  return (
    <Screen
      workspace={workspace}
      tab="Projects"
      title={project.name}
      heading={<bdi>{project.name}</bdi>}
      styles={[CHARTS_STYLE, PROJECTS_STYLE]}
      actions={
        <Actions>
          <LinkButton href={`${workspace.base}/links?${query}`} command="Links of this project">
            Links
          </LinkButton>
          <LinkButton href={`${workspace.base}/visits?${query}`} command="Visits of this project">
            Visits
          </LinkButton>
          {mayManage && (
            <LinkButton href={`${path}/archive`} command={isArchived ? "Restore" : "Archive"}>
              {isArchived ? "Restore" : "Archive"}
            </LinkButton>
          )}
        </Actions>
      }
    >
      <Done c={c} messages={MESSAGES} />
      <Following links={following} />
      {totals && (
        <>
          <p class="quiet">Last 30 days</p>
          <Totals totals={totals} before={totalsBefore(report)} />
        </>
      )}
      <div class="panels">
        {top.length > 0 ? (
          <TopLinks {...{ workspace, report, top }} all={`${workspace.base}/links?${query}`} />
        ) : (
          <section class="panel">
            <h2>Links</h2>
            <p class="quiet">No visits yet. Create a link and print its code.</p>
          </section>
        )}
        <BrandCard brand={brand} href={mayManage ? `${path}/brand` : null} />
        <CommissionCard
          {...{ project, service, earning }}
          list={`${workspace.base}/links`}
          href={mayManage ? `${path}/commission` : null}
        />
      </div>
      <Facts
        facts={[
          ["Id", <code>{project.id}</code>],
          ["Created", <Time at={project.createdAt} />],
          ["Archived", project.archivedAt && <Time at={project.archivedAt} />],
        ]}
      />
      {mayManage && (
        <details open={problems.fields.size > 0 || problems.form !== undefined}>
          <summary>Rename the project</summary>
          <div class="sheet narrow">
            <Form action={path} problem={problems.form}>
              <TextField
                name="name"
                label="Name"
                value={values.text("name")}
                error={problems.fields.get("name")}
                maxLength={MAX_ID}
                required
              />
              <Button>Save the name</Button>
            </Form>
          </div>
        </details>
      )}
    </Screen>
  );
};

/** The brand of the project, as shoppers see it. `href`: where it is changed. */
const BrandCard = ({ brand, href }: { brand: Brand | null; href: string | null }) => (
  <section class="panel brand-card">
    <div class="panel-head">
      <h2>Brand</h2>
      {href !== null && (
        <a href={href} data-command="Brand">
          {brand ? "Edit" : "Set up"}
        </a>
      )}
    </div>
    {brand ? (
      <>
        {brand.logo && <img class="logo" src={logoPath(brand.logo)} alt="The logo" height="48" />}
        <Facts
          facts={[
            ["Public name", <bdi>{brand.name}</bdi>],
            [
              "Color",
              brand.accent && (
                <>
                  <Swatch color={brand.accent} /> <code>{brand.accent}</code>
                </>
              ),
            ],
            ["Legal notice", brand.imprintUrl && <a href={brand.imprintUrl}>{brand.imprintUrl}</a>],
            ["Privacy notice", brand.privacyUrl && <a href={brand.privacyUrl}>{brand.privacyUrl}</a>],
          ]}
        />
      </>
    ) : (
      <p class="quiet">Shoppers see pages without a name, color or logo.</p>
    )}
  </section>
);
