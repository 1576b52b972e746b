import { ALERT_TYPES, ALERTS } from "../../../extras/alerts/alerts.ts";
import { EVENTS } from "../../../extras/events/catalog.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  type NewWebhook,
} from "../../../extras/webhooks/manage-webhooks.ts";
import { chatOf } from "../../../extras/webhooks/send.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { requireWebhookManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { EVENT_TYPES, type EventType } from "../../../features/audit/event.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Copyable } from "../components/facts.tsx";
import { ChoiceField, type Option, SelectField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { type FormState, formPage } from "../components/form-page.tsx";
import { Notice } from "../components/notice.tsx";
import { projectOptions } from "../labels/project-options.ts";
import { pageResponse, seeOther } from "../layout/answers.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { type FormValues, idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";

const FIELDS = ["url", "types", "projectId", "description"] as const;

/** What the verbs use, with the origins of the request. */
export const dependenciesOf = (c: DashboardContext) => ({ ...c.var.dependencies, origins: c.var.origins });

/** The webhook that the path names. */
export const loadWebhook = (c: DashboardContext): Promise<Webhook> =>
  getWebhook(c.var.workspace.actor, { webhookId: c.req.param("id") ?? "" }, c.var.dependencies);

/** Whether a webhook posts sentences to a chat, which checks no signatures, rather than events to a system. */
export const isChat = (url: string): boolean => URL.canParse(url) && chatOf(url)?.bodyOf !== undefined;

/** The option for all events. Without any option, nothing would be sent. */
const ALL = "all";

/** The headings of the events for systems, above the first event of each group. */
const HEADINGS: Partial<Record<EventType, string>> = {
  "link.created": "Links",
  "qr_code.created": "Codes",
  "destination.switched": "Products and pages",
  "import.finished": "Imports, account and visits",
};

/** The two kinds of webhooks, each with a form of its own. */
const DOORS = {
  chat: {
    title: "Post to Slack or Teams",
    url: {
      label: "Address of the channel",
      hint: "In Slack: Apps, Incoming Webhooks. In Teams: the workflow “Send webhook alerts to a channel”. Discord and Google Chat work too.",
    },
    types: "Tell us when",
    options: ALERT_TYPES.map((type): Option => ({ value: type, label: ALERTS[type].label })),
  },
  system: {
    title: "Connect your own system",
    url: { label: "URL", hint: "An https address of your own. Each request is signed." },
    types: "Events",
    options: [
      { value: ALL, label: "Everything, new kinds included", hint: "Whatever is chosen below." },
      ...EVENTS.map(
        ({ type, sentence }): Option => ({
          ...{ value: type, label: sentence, hint: type, heading: HEADINGS[type] },
        }),
      ),
    ],
  },
} as const;
type Door = keyof typeof DOORS;

/** The form of a webhook. Other events than alerts, which the API can send to a chat too, are not in the form for chats. */
const doorOf = ({ url, types }: Pick<Webhook, "url" | "types">): Door =>
  isChat(url) && types?.every((type) => ALERT_TYPES.some((each) => each === type)) ? "chat" : "system";

/** The chosen types; null for all. Throws `validation_failed` if none is chosen. */
function typesIn(values: FormValues) {
  const chosen = values.all("types");
  if (chosen.includes(ALL)) return null;
  const types = EVENT_TYPES.filter((type) => chosen.includes(type));
  if (types.length === 0) throw validationFailed([{ field: "types", message: "Choose at least one." }]);
  return types;
}

/** The URL in a form. Throws `validation_failed` unless it can be of this kind of webhook. */
function urlIn(values: FormValues, door: Door): string {
  const url = values.text("url");
  if (door === "chat" && URL.canParse(url) && chatOf(url) === undefined)
    throw validationFailed([
      {
        field: "url",
        message: "This is no chat that we know. For a server of yours, connect your own system.",
      },
    ]);
  return url;
}

/** The fields of a webhook. `projects` are absent where the project is settled. */
const fieldsFor = (door: Door, { field, values }: FormState, projects?: readonly Project[]) => (
  <>
    <TextField
      {...field("url")}
      {...DOORS[door].url}
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
      label={DOORS[door].types}
      values={values.all("types")}
      options={DOORS[door].options}
    />
  </>
);

/** Shows the secret of a webhook, once. A chat needs none. */
export const secretResponse = (
  workspace: Workspace,
  { webhook, secret }: NewWebhook,
  done: "added" | "changed",
): Response | Promise<Response> => {
  const path = `${workspace.base}/webhooks/${webhook.id}`;
  if (isChat(webhook.url)) return seeOther(`${path}?done=${done}`);
  return pageResponse(
    <Screen workspace={workspace} here="Webhooks" title="Signing secret" scripts={["copy"]}>
      <Notice kind="done" focus>
        <strong>Copy the secret before you leave this page.</strong> We can't show it again. You can make a
        new one.
      </Notice>
      <div class="sheet">
        <Copyable id="secret" label="Signing secret" text={secret ?? ""} />
      </div>
      <Form action={`${path}/deliver`}>
        <input type="hidden" name="eventId" value="" />
        <Actions>
          <Button>I copied it, send a test</Button>
          <LinkButton href={path}>I copied it</LinkButton>
        </Actions>
      </Form>
    </Screen>,
  );
};

/** Creates a webhook of a kind. */
const creation = (door: Door) =>
  formPage<readonly Project[]>({
    here: "Webhooks",
    title: DOORS[door].title,
    fields: FIELDS,
    load(c) {
      requireWebhookManager(c.var.workspace.actor);
      return openProjects(c.var.workspace, c.var.dependencies);
    },
    initial: () => (door === "chat" ? ALERT_TYPES : [ALL]).map((type): [string, string] => ["types", type]),
    content: (form, projects) => fieldsFor(door, form, projects),
    button: "Add the webhook",
    back: "/webhooks",
    async save(c, values) {
      const { workspace } = c.var;
      const input = {
        url: urlIn(values, door),
        types: typesIn(values),
        description: values.text("description"),
        projectId: values.text("projectId") || undefined,
        idempotency: await idempotentForm(c, values, ({ webhook }: NewWebhook) => webhook.id),
      };
      const result = await createWebhook(workspace.actor, input, dependenciesOf(c));
      return result.kind === "made"
        ? secretResponse(workspace, result.value, "added")
        : `/webhooks/${result.receipt}`;
    },
  });

/** Creates a webhook that posts alerts to a chat. */
export const newChat = creation("chat");

/** Creates a webhook that sends events to a system. */
export const newWebhook = creation("system");

/** Changes a webhook. */
export const webhookChange = formPage<Webhook>({
  here: "Webhooks",
  title: "Change the webhook",
  fields: FIELDS,
  load: loadWebhook,
  initial: ({ url, description, types }) => [
    ["url", url],
    ["description", description],
    ...(types ?? [ALL]).map((type): [string, string] => ["types", type]),
  ],
  content: (form, webhook) => fieldsFor(doorOf(webhook), form),
  button: "Save",
  back: ({ id }) => `/webhooks/${id}`,
  async save(c, values, load) {
    const webhook = await load();
    const patch = {
      url: urlIn(values, doorOf(webhook)),
      types: typesIn(values),
      description: values.text("description"),
    };
    await changeWebhook(c.var.workspace.actor, { webhookId: webhook.id, patch }, dependenciesOf(c));
    return `/webhooks/${webhook.id}?done=changed`;
  },
});

/** Deletes a webhook, after a question. */
export const webhookDeletion = formPage<Webhook>({
  here: "Webhooks",
  title: "Delete the webhook",
  load: loadWebhook,
  intro: ({ url }) => (
    <p>Nothing more is sent to {new URL(url).host}, and the list of what was sent is deleted.</p>
  ),
  button: "Delete",
  emphasis: "danger",
  back: ({ id }) => `/webhooks/${id}`,
  async save(c) {
    const { workspace, dependencies } = c.var;
    await deleteWebhook(workspace.actor, { webhookId: c.req.param("id") ?? "" }, dependencies);
    return "/webhooks";
  },
});
