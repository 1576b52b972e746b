import { requireOrganizationManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { ownHosts, requireDomain } from "../../../features/addresses/claimed-domain.ts";
import type { Domain } from "../../../features/addresses/domain-store.ts";
import {
  addDomain,
  changeDomain,
  confirmDomain,
  removeDomain,
} from "../../../features/addresses/manage-domains.ts";
import { txtRecord } from "../../../features/addresses/txt-record.ts";
import { LinkButton } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { Notice } from "../components/notice.tsx";
import { namedOptions } from "../labels/project-options.ts";
import type { DashboardContext } from "../layout/context.ts";
import { type FormProblems, type FormValues, fieldsOf, nullableText, oneText } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";

/** The dependencies of domain verbs, with the service's own hosts: of its origins, this request and its routes. */
export const domainDependencies = ({ req, var: { dependencies } }: DashboardContext) => ({
  ...dependencies,
  ownHosts: ownHosts(
    [dependencies.origins.shortLink, dependencies.origins.api, req.url],
    dependencies.routes,
  ),
});

/** The domain of the request's path. */
export const hostOf = (c: DashboardContext): { host: string } => ({ host: c.req.param("host") ?? "" });

/** The fields of a domain without its host. An empty field removes a setting. */
const SETTING_FIELDS = { projectId: nullableText, rootUrl: nullableText, notFoundUrl: nullableText };

/** The projects of the menu. The selected project stays even if it no longer accepts new links. */
function projectOptions(projects: readonly Project[], chosen: string) {
  const options = namedOptions(projects);
  const others = chosen === "" || options.some(({ value }) => value === chosen) ? [] : [chosen];
  return [
    { value: "", label: "None" },
    ...options,
    ...others.map((value) => ({ value, label: `${value} (archived)` })),
  ];
}

/** The fields of a domain without its host. `projects` are those that accept new links. */
function settingFields(projects: readonly Project[], values: FormValues, problems: FormProblems) {
  const field = fieldsOf(values, problems);
  const url = { inputMode: "url", placeholder: "https://" } as const;
  return (
    <>
      <SelectField
        {...field("projectId")}
        label="Use for new links of"
        hint="Existing links keep their domain. A project has one domain: the last one chosen."
        options={projectOptions(projects, values.text("projectId"))}
      />
      <TextField
        {...{ ...field("rootUrl"), ...url }}
        label="Start page (optional)"
        hint="Where the bare domain redirects, such as your site. Defaults to a “link not found” page."
      />
      <TextField
        {...{ ...field("notFoundUrl"), ...url }}
        label="Page for unknown links (optional)"
        hint="Where mistyped links redirect. Defaults to a “link not found” page."
      />
    </>
  );
}

const projectsOf = ({ var: { workspace, dependencies } }: DashboardContext) =>
  openProjects(workspace, dependencies);

/** Adds a domain. */
export const newDomain = formPage({
  tab: "Domains",
  title: "Add a domain",
  fields: { host: oneText, ...SETTING_FIELDS },
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
  async save(c, settings) {
    const { actor } = c.var.workspace;
    const { organizationId } = actor;
    await addDomain(actor, { ...settings, organizationId }, domainDependencies(c));
    return "/domains?done=added";
  },
});

/** The domain of the request's path, for who may manage it. */
export const loadDomain = (c: DashboardContext): Promise<Domain> =>
  requireDomain(c.var.workspace.actor, hostOf(c), c.var.dependencies.domains);

/** Changes a domain. */
export const oneDomain = formPage({
  tab: "Domains",
  scripts: ["copy"],
  fields: SETTING_FIELDS,
  load: async (c) => ({ domain: await loadDomain(c), projects: await projectsOf(c) }),
  title: ({ domain }) => domain.host,
  initial: ({ domain: { projectId, rootUrl, notFoundUrl } }) => ({
    projectId: projectId ?? "",
    rootUrl: rootUrl ?? "",
    notFoundUrl: notFoundUrl ?? "",
  }),
  actions: ({ domain: { host } }, c) => (
    <>
      <LinkButton href={`${c.var.workspace.base}/domains/${host}/apps`}>Apps…</LinkButton>
      <LinkButton href={`${c.var.workspace.base}/domains/${host}/remove`} emphasis="danger">
        Remove…
      </LinkButton>
    </>
  ),
  before: ({ domain: { host, confirmedAt } }, c) =>
    confirmedAt === null && (
      <Notice kind="warn">
        Links can use this domain after it is confirmed.{" "}
        <a href={`${c.var.workspace.base}/domains/${host}/confirm`}>Confirm it</a>
      </Notice>
    ),
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
  async save(c, settings) {
    await changeDomain(c.var.workspace.actor, { ...hostOf(c), ...settings }, domainDependencies(c));
    return "/domains?done=changed";
  },
});

/** Confirms a domain by its TXT record, or says how the operator does. */
export const domainConfirmation = formPage({
  tab: "Domains",
  scripts: ["copy"],
  load: loadDomain,
  title: ({ host }) => `Confirm ${host}`,
  intro: () => <p>Links can use this domain after it is confirmed.</p>,
  marked: ["host"],
  content({ problems }, { host, organizationId, token }, { var: { dependencies } }) {
    const problem = problems.fields.get("host");
    const record = dependencies.txtResolver ? txtRecord({ host, token }) : null;
    return (
      <>
        {record && (
          <>
            <p>Add this TXT record to the domain's DNS, then check it.</p>
            <Copyable id="record-name" label="Name" text={record.name} />
            <Copyable id="record-text" label="Text" text={record.text} />
          </>
        )}
        {problem && <p class="problem">{problem}</p>}
        <p>
          {record ? "The operator can also confirm it" : "Ask the operator to confirm it"} with this command.
        </p>
        <Copyable
          id="confirm"
          label="Command for the operator"
          text={`npm run domains -- confirm ${host} --organization ${organizationId} --remote`}
        />
      </>
    );
  },
  button: (_, { var: { dependencies } }) => (dependencies.txtResolver ? "Check the record" : null),
  back: "/domains",
  backLabel: "All domains",
  async save(c) {
    await confirmDomain(c.var.workspace.actor, hostOf(c), domainDependencies(c));
    return "/domains?done=confirmed";
  },
});

/** Removes a domain after confirmation. */
export const domainRemoval = formPage({
  tab: "Domains",
  load: loadDomain,
  title: ({ host }) => `Remove ${host}`,
  intro: () => <p>You can remove only a domain without links, so that no printed link stops working.</p>,
  button: "Remove the domain",
  emphasis: "danger",
  back: ({ host }) => `/domains/${host}`,
  async save(c) {
    await removeDomain(c.var.workspace.actor, hostOf(c), c.var.dependencies);
    return "/domains?done=removed";
  },
});
