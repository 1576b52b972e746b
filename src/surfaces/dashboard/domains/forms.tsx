import { requireOrganizationManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { requireDomain } from "../../../features/addresses/claimed-domain.ts";
import type { Domain } from "../../../features/addresses/domain.ts";
import { addDomain, changeDomain, removeDomain } from "../../../features/addresses/manage-domains.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { AskPage } from "../components/ask-page.tsx";
import { Copyable } from "../components/facts.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { fieldsOf, isUntouched } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { Confirmation } from "./confirmation.tsx";
import { domainDependencies, hostOf, SETTING_FIELDS, settingFields, settingsIn } from "./domain-fields.tsx";

const projectsOf = ({ var: { place, dependencies } }: DashboardContext) => openProjects(place, dependencies);

/** Adds a domain. */
export const newDomain: FormScreen<readonly Project[]> = {
  fields: ["host", ...SETTING_FIELDS],
  load(c) {
    const { actor } = c.var.place;
    requireOrganizationManager(actor, actor.organizationId);
    return projectsOf(c);
  },
  page: ({ var: { place } }, projects, values, problems) => (
    <AskPage
      {...{ place, here: "Settings", title: "Add a domain", problem: problems.form, emphasis: "primary" }}
      action={`${place.base}/domains/new`}
      button="Add the domain"
      back={{ href: `${place.base}/domains` }}
      fields={
        <>
          <TextField
            {...fieldsOf(values, problems)("host")}
            {...{ label: "Domain", hint: "Your host name, such as go.brand.example.", maxLength: 253 }}
            spellcheck={false}
            autofocus={isUntouched(problems)}
            required
          />
          {settingFields(projects, values, problems)}
        </>
      }
    >
      <p>
        Use your own domain for short links. You confirm that it is yours, and the operator routes it to this
        service. Keep the domain as long as people scan its codes.
      </p>
    </AskPage>
  ),
  async save(c, values) {
    const { place } = c.var;
    const { organizationId } = place.actor;
    const input = { host: values.text("host"), organizationId, ...settingsIn(values) };
    await addDomain(place.actor, input, domainDependencies(c));
    return seeOther(`${place.base}/domains?done=added`);
  },
};

const loadDomain = (c: DashboardContext): Promise<Domain> =>
  requireDomain(c.var.place.actor, { host: hostOf(c) }, c.var.dependencies.domains);

/** Changes a domain. */
export const oneDomain: FormScreen<{ domain: Domain; projects: readonly Project[] }> = {
  fields: SETTING_FIELDS,
  load: async (c) => ({ domain: await loadDomain(c), projects: await projectsOf(c) }),
  initial: ({ domain }) => Object.fromEntries(SETTING_FIELDS.map((name) => [name, domain[name] ?? ""])),
  page: (c, { domain, projects }, values, problems) => {
    const { place } = c.var;
    const { host } = domain;
    return (
      <Screen place={place} here="Settings" title={host} scripts={["copy"]}>
        {domain.confirmedAt === null && <Confirmation c={c} domain={domain} />}
        <div class="sheet narrow">
          <Form action={`${place.base}/domains/${host}`} problem={problems.form}>
            {settingFields(projects, values, problems)}
            <Actions>
              <Button>Save</Button>
              <LinkButton href={`${place.base}/domains/${host}/remove`} emphasis="danger">
                Remove…
              </LinkButton>
              <LinkButton href={`${place.base}/domains`}>Cancel</LinkButton>
            </Actions>
          </Form>
        </div>
        <div class="sheet narrow">
          <p>
            The operator adds this line to the <code>routes</code> in <code>wrangler.toml</code>, so that
            visits reach the service.
          </p>
          <Copyable id="route" label="Route" text={`{ pattern = "${host}", custom_domain = true },`} />
        </div>
      </Screen>
    );
  },
  async save(c, values) {
    const { place } = c.var;
    await changeDomain(place.actor, { host: hostOf(c), ...settingsIn(values) }, domainDependencies(c));
    return seeOther(`${place.base}/domains?done=changed`);
  },
};

/** Removes a domain after confirmation. */
export const domainRemoval: FormScreen<Domain> = {
  load: loadDomain,
  page: ({ var: { place } }, { host }, _, problems) => (
    <AskPage
      {...{ place, here: "Settings", title: `Remove ${host}`, problem: problems.form }}
      action={`${place.base}/domains/${host}/remove`}
      button="Remove the domain"
      back={{ href: `${place.base}/domains/${host}` }}
    >
      <p>You can remove only a domain without links, so that no printed link stops working.</p>
    </AskPage>
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    await removeDomain(place.actor, { host: hostOf(c) }, dependencies);
    return seeOther(`${place.base}/domains?done=removed`);
  },
};
