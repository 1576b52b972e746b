import { requireOrganizationManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { requireDomain } from "../../../features/addresses/claimed-domain.ts";
import type { Domain } from "../../../features/addresses/domain.ts";
import { addDomain, changeDomain, removeDomain } from "../../../features/addresses/manage-domains.ts";
import { LinkButton } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import type { DashboardContext } from "../layout/context.ts";
import { openProjects } from "../layout/open-projects.ts";
import { Confirmation } from "./confirmation.tsx";
import { domainDependencies, hostOf, SETTING_FIELDS, settingFields, settingsIn } from "./domain-fields.tsx";

const projectsOf = ({ var: { workspace, dependencies } }: DashboardContext) =>
  openProjects(workspace, dependencies);

/** Adds a domain. */
export const newDomain = formPage({
  here: "Domains",
  title: "Add a domain",
  fields: ["host", ...SETTING_FIELDS],
  load(c) {
    const { actor } = c.var.workspace;
    requireOrganizationManager(actor, actor.organizationId);
    return projectsOf(c);
  },
  intro: () => (
    <p>
      Use your own domain for short links. You confirm that it is yours, and the operator routes it to this
      service. Keep the domain as long as people scan its codes.
    </p>
  ),
  content: ({ field, values, problems, isNew }, projects) => (
    <>
      <TextField
        {...field("host")}
        {...{ label: "Domain", hint: "Your host name, such as go.brand.example.", maxLength: 253 }}
        spellcheck={false}
        autofocus={isNew}
        required
      />
      {settingFields(projects, values, problems)}
    </>
  ),
  button: "Add the domain",
  back: "/domains",
  async save(c, values) {
    const { actor } = c.var.workspace;
    const { organizationId } = actor;
    const input = { host: values.text("host"), organizationId, ...settingsIn(values) };
    await addDomain(actor, input, domainDependencies(c));
    return "/domains?done=added";
  },
});

const loadDomain = (c: DashboardContext): Promise<Domain> =>
  requireDomain(c.var.workspace.actor, { host: hostOf(c) }, c.var.dependencies.domains);

/** Changes a domain. */
export const oneDomain = formPage<{ domain: Domain; projects: readonly Project[] }>({
  here: "Domains",
  title: ({ domain }) => domain.host,
  scripts: ["copy"],
  fields: SETTING_FIELDS,
  load: async (c) => ({ domain: await loadDomain(c), projects: await projectsOf(c) }),
  initial: ({ domain }) => Object.fromEntries(SETTING_FIELDS.map((name) => [name, domain[name] ?? ""])),
  actions: ({ domain: { host } }, c) => (
    <LinkButton href={`${c.var.workspace.base}/domains/${host}/remove`} emphasis="danger">
      Remove…
    </LinkButton>
  ),
  before: ({ domain }, c) => domain.confirmedAt === null && <Confirmation c={c} domain={domain} />,
  content: ({ values, problems }, { projects }) => settingFields(projects, values, problems),
  button: "Save",
  back: "/domains",
  after: ({ domain: { host } }) => (
    <div class="sheet narrow">
      <p>
        The operator adds this line to the <code>routes</code> in <code>wrangler.toml</code>, so that visits
        reach the service.
      </p>
      <Copyable id="route" label="Route" text={`{ pattern = "${host}", custom_domain = true },`} />
    </div>
  ),
  async save(c, values) {
    await changeDomain(
      c.var.workspace.actor,
      { host: hostOf(c), ...settingsIn(values) },
      domainDependencies(c),
    );
    return "/domains?done=changed";
  },
});

/** Removes a domain after confirmation. */
export const domainRemoval = formPage({
  here: "Domains",
  title: ({ host }) => `Remove ${host}`,
  load: loadDomain,
  intro: () => <p>You can remove only a domain without links, so that no printed link stops working.</p>,
  button: "Remove the domain",
  emphasis: "danger",
  back: ({ host }) => `/domains/${host}`,
  async save(c) {
    await removeDomain(c.var.workspace.actor, { host: hostOf(c) }, c.var.dependencies);
    return "/domains?done=removed";
  },
});
