import { EVENTS } from "../../../extras/events/catalog.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  type NewWebhook,
} from "../../../extras/webhooks/manage-webhooks.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { requireWebhookManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { EVENT_TYPES } from "../../../features/audit/event.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { Actions, LinkButton } from "../components/actions.tsx";
import { AskPage } from "../components/ask-page.tsx";
import { Copyable } from "../components/facts.tsx";
import { ChoiceField, SelectField, TextField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { projectOptions } from "../labels/project-options.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, Place } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsOf, idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";

const FIELDS = ["url", "types", "projectId", "description"] as const;

/** What the verbs use, with the origins of the request. */
export const dependenciesOf = (c: DashboardContext) => ({ ...c.var.dependencies, origins: c.var.origins });

/** The webhook that the path names. */
export const loadWebhook = (c: DashboardContext): Promise<Webhook> =>
  getWebhook(c.var.place.actor, { webhookId: c.req.param("id") ?? "" }, c.var.dependencies);

/** The option for all events. Without any option, nothing would be sent. */
const ALL = "all";

/** The chosen types; null for all. Throws `validation_failed` if none is chosen. */
function typesIn(values: FormValues) {
  const chosen = values.all("types");
  if (chosen.includes(ALL)) return null;
  const types = EVENT_TYPES.filter((type) => chosen.includes(type));
  if (types.length === 0) throw validationFailed([{ field: "types", message: "Choose at least one." }]);
  return types;
}

/** The fields of a webhook. `projects` are absent where the project is settled. */
function fieldsFor(values: FormValues, problems: FormProblems, projects?: readonly Project[]) {
  const field = fieldsOf(values, problems);
  return (
    <>
      <TextField
        {...field("url")}
        label="URL"
        hint="An https address of your own, or the address of an incoming webhook of Slack, Teams, Discord or Google Chat."
        inputMode="url"
        placeholder="https://"
        spellcheck={false}
        required
      />
      <TextField {...field("description")} label="Description (optional)" maxLength={200} />
      {projects && <SelectField {...field("projectId")} label="Project" options={projectOptions(projects)} />}
      <ChoiceField
        {...field("types")}
        type="checkbox"
        label="Events"
        values={values.all("types")}
        options={[
          {
            value: ALL,
            label: "All events",
            hint: "Whatever is chosen below, and also those that are added later.",
          },
          ...EVENTS.map(({ type, sentence }) => ({ value: type, label: type, hint: sentence })),
        ]}
      />
    </>
  );
}

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
  initial: () => ({ types: ALL }),
  page: ({ var: { place } }, projects, values, problems) => (
    <AskPage
      {...{ place, here: "Webhooks", title: "Add a webhook", problem: problems.form, emphasis: "primary" }}
      action={`${place.base}/webhooks/new`}
      button="Add the webhook"
      back={{ href: `${place.base}/webhooks` }}
      fields={fieldsFor(values, problems, projects)}
    />
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
    ...(types ?? [ALL]).map((type): [string, string] => ["types", type]),
  ],
  page: ({ var: { place } }, { id }, values, problems) => (
    <AskPage
      {...{
        place,
        here: "Webhooks",
        title: "Change the webhook",
        problem: problems.form,
        emphasis: "primary",
      }}
      action={`${place.base}/webhooks/${id}/change`}
      button="Save"
      back={{ href: `${place.base}/webhooks/${id}` }}
      fields={fieldsFor(values, problems)}
    />
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

/** Deletes a webhook, after a question. */
export const webhookDeletion: FormScreen<Webhook> = {
  load: loadWebhook,
  page: ({ var: { place } }, { id, url }, _, problems) => (
    <AskPage
      {...{ place, here: "Webhooks", title: "Delete the webhook", problem: problems.form }}
      action={`${place.base}/webhooks/${id}/delete`}
      button="Delete"
      back={{ href: `${place.base}/webhooks/${id}` }}
    >
      <p>Nothing more is sent to {new URL(url).host}, and the list of what was sent is deleted.</p>
    </AskPage>
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    await deleteWebhook(place.actor, { webhookId: c.req.param("id") ?? "" }, dependencies);
    return seeOther(`${place.base}/webhooks`);
  },
};
