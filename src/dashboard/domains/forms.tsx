import { requireOrganizationManager } from "../../access/permissions.ts";
import { addDomain } from "../../addresses/add-domain.ts";
import { changeDomain, requireDomain } from "../../addresses/change-domain.ts";
import type { Domain } from "../../addresses/domain.ts";
import { removeDomain } from "../../addresses/remove-domain.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { seeOther } from "../frame/answers.ts";
import type { DashboardContext } from "../frame/context.ts";
import type { FormScreen } from "../frame/form-screen.ts";
import { isUntouched } from "../frame/forms.ts";
import { Screen } from "../frame/layout.tsx";
import { SETTING_FIELDS, SettingFields, settingsIn } from "./domain-fields.tsx";

const used = ({ var: { dependencies, origins } }: DashboardContext) => ({ ...dependencies, origins });

const hostOf = (c: { req: { param(name: "host"): string | undefined } }): string => c.req.param("host") ?? "";

/** Adds a domain. */
export const newDomain: FormScreen<void> = {
  fields: ["host", ...SETTING_FIELDS],
  load: ({ var: { place } }) => requireOrganizationManager(place.actor, place.actor.organizationId),
  page: ({ var: { place } }, _, values, problems) => (
    <Screen place={place} here="Projects" title="Add a domain">
      <div class="sheet narrow">
        <p>
          Short links can stand on a domain of your own. Whoever operates the service has to put its host on
          Cloudflare too, and it has to be kept once a link on it was printed.
        </p>
        <Form action={`${place.base}/domains/new`} problem={problems.form}>
          <TextField
            name="host"
            label="Domain"
            hint="A host name, such as go.brand.example."
            value={values.text("host")}
            error={problems.fields.get("host")}
            maxLength={253}
            spellcheck={false}
            autofocus={isUntouched(problems)}
            required
          />
          <SettingFields values={values} problems={problems} />
          <Actions>
            <Button>Add the domain</Button>
            <LinkButton href={`${place.base}/domains`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { place } = c.var;
    const { organizationId } = place.actor;
    const input = { host: values.text("host"), organizationId, ...settingsIn(values) };
    await addDomain(place.actor, input, used(c));
    return seeOther(`${place.base}/domains?done=added`);
  },
};

const loadDomain = (c: DashboardContext): Promise<Domain> =>
  requireDomain(c.var.place.actor, hostOf(c), c.var.dependencies.domains);

/** Changes a domain. */
export const oneDomain: FormScreen<Domain> = {
  fields: SETTING_FIELDS,
  load: loadDomain,
  initial: (domain) => Object.fromEntries(SETTING_FIELDS.map((name) => [name, domain[name] ?? ""])),
  page: ({ var: { place } }, { host }, values, problems) => (
    <Screen place={place} here="Projects" title={host}>
      <div class="sheet narrow">
        <Form action={`${place.base}/domains/${host}`} problem={problems.form}>
          <SettingFields values={values} problems={problems} />
          <Actions>
            <Button>Save</Button>
            <LinkButton href={`${place.base}/domains/${host}/remove`} emphasis="danger">
              Remove…
            </LinkButton>
            <LinkButton href={`${place.base}/domains`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { place } = c.var;
    await changeDomain(place.actor, { host: hostOf(c), ...settingsIn(values) }, used(c));
    return seeOther(`${place.base}/domains?done=changed`);
  },
};

/** Removes a domain, after asking. */
export const domainRemoval: FormScreen<Domain> = {
  load: loadDomain,
  page: ({ var: { place } }, { host }, _, problems) => (
    <Screen place={place} here="Projects" title={`Remove ${host}`}>
      <div class="sheet narrow">
        <p>Only a domain on which no link was made can be removed.</p>
        <Form action={`${place.base}/domains/${host}/remove`} problem={problems.form}>
          <Actions>
            <Button emphasis="danger">Remove the domain</Button>
            <LinkButton href={`${place.base}/domains/${host}`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    await removeDomain(place.actor, { host: hostOf(c) }, dependencies);
    return seeOther(`${place.base}/domains?done=removed`);
  },
};
