import { EVENTS } from "../../../extras/events/catalog.ts";
import { ALERT_TYPES } from "../../../extras/events/event.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  type NewWebhook,
} from "../../../extras/webhooks/manage-webhooks.ts";
import { chatOf } from "../../../extras/webhooks/send.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { requireWebhookManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { EVENT_TYPES, type EventType } from "../../../features/writes/event.ts";
import { validationFailed } from "../../../ground/core/errors.ts";
import { ChoiceField, type Option, SelectField, TextField } from "../components/field.tsx";
import { type FormState, formPage } from "../components/form-page.tsx";
import { projectOptions } from "../labels/project-options.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { SentForm } from "../layout/form-screen.ts";
import { allTexts, type FieldsOf, oneText, optionalText } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { secretResponse } from "./webhook-page.tsx";
import { isNotice, loadWebhook, nameOf, tabOf } from "./webhook-parts.tsx";

const FIELDS = { url: oneText, types: allTexts, projectId: optionalText, description: oneText };
type Input = FieldsOf<typeof FIELDS>;

/** The option for all events. Without any option, nothing would be sent. */
const ALL = "all";

type Subject<T = EventType> = T extends `${infer S}.${string}` ? S : never;
const GROUP_OF: Readonly<Record<Subject, string>> = {
  ...{ link: "links", qr_code: "codes", code: "codes", visits: "visits", import: "imports" },
  ...{ product: "products", page: "products", destination: "products" },
  ...{ api_key: "account", webhook: "account", quota: "account" },
};
const eventsOf = (group: string): EventType[] =>
  EVENT_TYPES.filter((type) =>
    Object.entries(GROUP_OF).some(([subject, of]) => of === group && type.startsWith(`${subject}.`)),
  );

const SYSTEM_OPTIONS: readonly Option[] = [
  { value: ALL, label: "Everything", hint: "New kinds of events included." },
  {
    value: "links",
    label: "Links",
    hint: "Created, changed, switched, ended; a destination is broken or works again.",
  },
  { value: "codes", label: "QR codes", hint: "Created, changed, not scanned." },
  {
    value: "products",
    label: "Products and pages",
    hint: "Sold out, back, replaced by a backup; a page was made or failed.",
  },
  { value: "imports", label: "Imports", hint: "Finished." },
  { value: "visits", label: "Visits", hint: "A number was reached; a day is unusual." },
  {
    value: "account",
    label: "Account",
    hint: "A key expires, a webhook was switched off, a quota is almost used.",
  },
];

/** The boxes for these events: whole groups, and single events, which only the API can choose. */
function boxesOf(types: Webhook["types"]): string[] {
  if (types === null) return [ALL];
  const groups = [...new Set(Object.values(GROUP_OF))].filter((group) =>
    eventsOf(group).every((type) => types.includes(type)),
  );
  const inGroups = groups.flatMap(eventsOf);
  return [...groups, ...types.filter((type) => !inGroups.includes(type))];
}

/** The chosen types; null for all. Throws `validation_failed` if none is chosen. */
function typesIn({ types: chosen }: Input) {
  if (chosen.includes(ALL)) return null;
  const included = chosen.flatMap((each) => [each, ...eventsOf(each)]);
  const types = EVENT_TYPES.filter((type) => included.includes(type));
  if (types.length === 0) throw validationFailed([{ field: "types", message: "Choose at least one." }]);
  return types;
}

/** The URL of a channel. Throws `validation_failed` for a URL of any other service. */
function channelIn({ url }: Input): string {
  if (URL.canParse(url) && chatOf(url) === undefined)
    throw validationFailed([
      {
        field: "url",
        message: "We don't know this chat. To send to your own server, connect your own system.",
      },
    ]);
  return url;
}

/** The fields of both kinds. `projects` are absent if the project can't be changed. */
const Fields = ({
  form: { field },
  label,
  hint,
  name,
  projects,
}: {
  form: FormState;
  label: string;
  hint: string;
  name: string;
  projects?: readonly Project[] | undefined;
}) => (
  <>
    <TextField
      {...field("url")}
      {...{ label, hint, inputMode: "url", placeholder: "https://", spellcheck: false }}
      required
    />
    <TextField {...field("description")} label={`${name} (optional)`} maxLength={200} />
    {projects && <SelectField {...field("projectId")} label="Project" options={projectOptions(projects)} />}
  </>
);

/** The fields of a channel. Its alerts are chosen on the screen with all alerts. */
const channelFields = (form: FormState, projects?: readonly Project[]) => (
  <Fields
    {...{ form, projects }}
    label="Address of the channel"
    hint="In Slack: Apps, Incoming Webhooks. In Teams: the workflow “Send webhook alerts to a channel”. Discord and Google Chat work too."
    name="Name, such as #shop"
  />
);

const systemFields = (form: FormState, projects?: readonly Project[]) => {
  const boxes = form.values.all("types");
  const single = EVENTS.filter(({ type }) => boxes.includes(type));
  return (
    <>
      <Fields
        {...{ form, projects }}
        label="URL"
        hint="An https address of your own. Each request is signed."
        name="Description"
      />
      <ChoiceField
        {...form.field("types")}
        type="checkbox"
        label="Events"
        values={boxes}
        options={[
          ...SYSTEM_OPTIONS,
          ...single.map(({ type, sentence }) => ({ value: type, label: type, hint: sentence })),
        ]}
      />
    </>
  );
};

/** Creates a webhook, and shows its page. */
async function create(
  c: DashboardContext,
  fields: Pick<Input, "url" | "projectId" | "description"> & Pick<Webhook, "types">,
  { write }: Pick<SentForm<unknown>, "write">,
) {
  const input = { ...fields, idempotency: await write(({ webhook }: NewWebhook) => webhook.id) };
  const result = await createWebhook(c.var.workspace.actor, input, c.var.dependencies);
  return result.kind === "made" ? secretResponse(c, result.value, "added") : `/webhooks/${result.receipt}`;
}

const loadProjects = (c: DashboardContext): Promise<readonly Project[]> => {
  requireWebhookManager(c.var.workspace.actor);
  return openProjects(c.var.workspace, c.var.dependencies);
};

/** Adds a channel of a chat, which gets every alert at first. */
export const newChat = formPage({
  tab: "Notify me",
  title: "Post to Slack or Teams",
  fields: FIELDS,
  load: loadProjects,
  content: channelFields,
  button: "Add the channel",
  back: "/notify",
  save: (c, input, form) => create(c, { ...input, url: channelIn(input), types: ALERT_TYPES }, form),
});

/** Connects a system to events. */
export const newWebhook = formPage({
  tab: "Webhooks",
  title: "Connect your own system",
  fields: FIELDS,
  load: loadProjects,
  initial: () => [["types", ALL]],
  content: systemFields,
  button: "Connect",
  back: "/webhooks",
  save: (c, input, form) => create(c, { ...input, types: typesIn(input) }, form),
});

/** Changes a webhook. */
export const webhookChange = formPage({
  load: loadWebhook,
  tab: tabOf,
  title: (webhook) => `Change ${nameOf(webhook)}`,
  fields: FIELDS,
  initial: ({ url, description, types }) => [
    ["url", url],
    ["description", description],
    ...boxesOf(types).map((box): [string, string] => ["types", box]),
  ],
  content: (form, webhook) => (isNotice(webhook) ? channelFields(form) : systemFields(form)),
  button: "Save",
  back: ({ id }) => `/webhooks/${id}`,
  async save(c, input, { load }) {
    const webhook = await load();
    const { url, description } = input;
    const patch = {
      description,
      ...(isNotice(webhook) ? { url: channelIn(input) } : { url, types: typesIn(input) }),
    };
    await changeWebhook(c.var.workspace.actor, { webhookId: webhook.id, patch }, c.var.dependencies);
    return `/webhooks/${webhook.id}?done=changed`;
  },
});

/** Deletes a webhook, after confirmation. */
export const webhookDeletion = formPage({
  load: loadWebhook,
  tab: tabOf,
  title: (webhook) => `Delete ${nameOf(webhook)}`,
  intro: (webhook) => (
    <p>
      Nothing more is sent to <bdi>{nameOf(webhook)}</bdi>, and its deliveries are deleted.
    </p>
  ),
  button: "Delete",
  emphasis: "danger",
  back: ({ id }) => `/webhooks/${id}`,
  async save(c, _, { load }) {
    const { workspace, dependencies } = c.var;
    const webhook = await load();
    await deleteWebhook(workspace.actor, { webhookId: webhook.id }, dependencies);
    return isNotice(webhook) ? "/notify" : "/webhooks";
  },
});
