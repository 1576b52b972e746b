import { requireWebhookManager } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import { EVENT_TYPES } from "../../audit/event.ts";
import { EVENTS } from "../../events/catalog.ts";
import { changeWebhook, createWebhook, getWebhook, type NewWebhook } from "../../webhooks/manage-webhooks.ts";
import type { Webhook } from "../../webhooks/webhook.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { ChoiceField, SelectField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { projectOptions } from "../labels/project-options.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";

const FIELDS = ["url", "types", "projectId", "description"] as const;

/** What the verbs use, with the origins of the request. */
export const dependenciesOf = (c: DashboardContext) => ({ ...c.var.dependencies, origins: c.var.origins });

/** The webhook that the path names. */
export const loadWebhook = (c: DashboardContext): Promise<Webhook> =>
  getWebhook(c.var.place.actor, { webhookId: c.req.param("id") ?? "" }, c.var.dependencies);

const typesIn = (values: FormValues) => {
  const chosen = values.all("types");
  return EVENT_TYPES.filter((type) => chosen.includes(type));
};

/** `projects` are absent where the project is settled. */
const Fields = ({
  values,
  problems,
  projects,
}: {
  values: FormValues;
  problems: FormProblems;
  projects?: readonly Project[];
}) => (
  <>
    <TextField
      name="url"
      label="URL"
      hint="An https address of your own, or the address of an incoming webhook of Slack or Teams."
      inputMode="url"
      placeholder="https://"
      value={values.text("url")}
      error={problems.fields.get("url")}
      spellcheck={false}
      required
    />
    <TextField
      name="description"
      label="Description (optional)"
      value={values.text("description")}
      error={problems.fields.get("description")}
      maxLength={200}
    />
    {projects && (
      <SelectField
        name="projectId"
        label="Project"
        value={values.text("projectId")}
        error={problems.fields.get("projectId")}
        options={projectOptions(projects)}
      />
    )}
    <ChoiceField
      type="checkbox"
      name="types"
      label="Events"
      hint="None: all of them, also those that are added later."
      values={values.all("types")}
      error={problems.fields.get("types")}
      options={EVENTS.map(({ type, sentence }) => ({ value: type, label: type, hint: sentence }))}
    />
  </>
);

/** Shows the secret of a webhook, once. */
export const secretResponse = (place: Place, { webhook, secret }: NewWebhook): Promise<Response> =>
  pageResponse(
    <Screen place={place} here="Webhooks" title="Signing secret" scripts={["copy"]}>
      <Notice kind="done" focus>
        <strong>Copy the secret before you leave this page.</strong> It cannot be shown again.
      </Notice>
      <div class="sheet">
        <Copyable id="secret" label="Signing secret" text={secret ?? ""} />
      </div>
      <Actions>
        <LinkButton href={`${place.base}/webhooks/${webhook.id}`}>I have copied it</LinkButton>
      </Actions>
    </Screen>,
  );

/** Creates a webhook. */
export const newWebhook: FormScreen<readonly Project[]> = {
  fields: FIELDS,
  load(c) {
    requireWebhookManager(c.var.place.actor);
    return openProjects(c.var.place, c.var.dependencies);
  },
  page: ({ var: { place } }, projects, values, problems) => (
    <Screen place={place} here="Webhooks" title="Add a webhook">
      <div class="sheet narrow">
        <Form action={`${place.base}/webhooks/new`} problem={problems.form}>
          <Fields values={values} problems={problems} projects={projects} />
          <Actions>
            <Button>Add the webhook</Button>
            <LinkButton href={`${place.base}/webhooks`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { place } = c.var;
    const input = {
      url: values.text("url"),
      types: typesIn(values),
      description: values.text("description"),
      projectId: values.text("projectId") || undefined,
      idempotency: await idempotentForm(c, values, ({ webhook }: NewWebhook) => webhook.id),
    };
    const result = await createWebhook(place.actor, input, dependenciesOf(c));
    return result.kind === "made"
      ? secretResponse(place, result.value)
      : seeOther(`${place.base}/webhooks/${result.receipt}`);
  },
};

/** Changes a webhook. */
export const webhookChange: FormScreen<Webhook> = {
  fields: FIELDS,
  load: loadWebhook,
  initial: ({ url, description, types }) => [
    ["url", url],
    ["description", description],
    ...types.map((type): [string, string] => ["types", type]),
  ],
  page: ({ var: { place } }, { id }, values, problems) => (
    <Screen place={place} here="Webhooks" title="Change the webhook">
      <div class="sheet narrow">
        <Form action={`${place.base}/webhooks/${id}/change`} problem={problems.form}>
          <Fields values={values} problems={problems} />
          <Actions>
            <Button>Save</Button>
            <LinkButton href={`${place.base}/webhooks/${id}`}>Cancel</LinkButton>
          </Actions>
        </Form>
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { id } = await loadWebhook(c);
    const patch = {
      url: values.text("url"),
      types: typesIn(values),
      description: values.text("description"),
    };
    await changeWebhook(c.var.place.actor, { webhookId: id, patch }, dependenciesOf(c));
    return seeOther(`${c.var.place.base}/webhooks/${id}?done=changed`);
  },
};
