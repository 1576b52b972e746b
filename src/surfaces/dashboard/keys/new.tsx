import { issueKey, MAX_KEY_NAME } from "../../../features/access/issue-key.ts";
import { requireKeyManager } from "../../../features/access/permissions.ts";
import { SCOPE_DESCRIPTIONS } from "../../../features/access/scope-descriptions.ts";
import {
  OFFER_RETAILERS,
  OPERATION_SCOPES,
  retailerScope,
  SCOPES,
  type Scope,
} from "../../../ground/core/vocabulary.ts";
import { ChoiceField, type Option, TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { REACH_FIELDS, ReachField, reachIn, reachInWords } from "../components/reach-field.tsx";
import { pageResponse } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardContext } from "../layout/context.ts";
import { endOfDay, oneText, queryReader, textsFor } from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import css from "./keys.css";
import { firstRequest, NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

/**
 * The fields of the form that issues a key, named like the verb's input. A key expires at the end of the day in UTC.
 */
const KEY_FIELDS = {
  name: oneText,
  ...REACH_FIELDS,
  scopes: textsFor<Scope>(),
  expiresAt: endOfDay,
};

const isOperation = (scope: Scope): boolean => OPERATION_SCOPES.some((each) => each === scope);

const option = ({ scope, label, sentence }: (typeof SCOPE_DESCRIPTIONS)[number]): Option => ({
  value: scope,
  label,
  hint: sentence,
});

/** The operations that a key can be allowed. */
const OPERATION_OPTIONS = SCOPE_DESCRIPTIONS.filter(({ scope }) => isOperation(scope)).map(option);

/** The retailers that a key can create links for. */
const RETAILER_OPTIONS: readonly Option[] = SCOPE_DESCRIPTIONS.filter(({ scope }) => !isOperation(scope)).map(
  ({ scope, label }) => ({ value: scope, label }),
);

/** The scopes that a kind of program starts with. */
interface Preset {
  /** Used in the URL of the form. */
  id: string;
  label: string;
  sentence: string;
  scopes: readonly Scope[];
}

const READING: readonly Scope[] = ["links:read", "projects:read", "events:read"];

/** The presets. A new form starts with the first, which has the fewest permissions. */
const PRESETS: readonly [Preset, ...Preset[]] = [
  {
    id: "read-only",
    label: "Read only",
    sentence: "For reports and spreadsheets. Reads links, codes and visits; changes nothing.",
    scopes: READING,
  },
  {
    id: "recipe-site",
    label: "Recipe site",
    sentence: "For shop pages and recipe sites. Creates and reads links and codes of every retailer.",
    scopes: [...READING, "links:write", "qr-codes:write", ...OFFER_RETAILERS.map(retailerScope)],
  },
  {
    id: "everything",
    label: "Everything",
    sentence: "For your own systems. Can also change projects and their brands.",
    scopes: SCOPES,
  },
];

const presetQuery = queryReader({ preset: oneText });

/** The preset of the URL; otherwise the first. */
const presetOf = (c: DashboardContext): Preset => {
  const { preset } = presetQuery(c);
  return PRESETS.find(({ id }) => id === preset) ?? PRESETS[0];
};

/** What the form of a key adds to the style of every screen. */
const KEYS_STYLE = stylesheet(css);

/** Issues a key. The response shows it once; only a hash is stored. A new form has the scopes of its preset. */
export const newKey = formPage({
  tab: "API keys",
  title: "Issue an API key",
  styles: [KEYS_STYLE],
  scripts: ["reach"],
  fields: KEY_FIELDS,
  load(c) {
    requireKeyManager(c.var.workspace.actor);
    return openProjects(c.var.workspace, c.var.dependencies);
  },
  before: (_, c) => (
    <nav class="presets" aria-label="Presets">
      {PRESETS.map(({ id, label, sentence }) => (
        <a
          href={`?preset=${id}`}
          aria-current={c.req.method === "GET" && id === presetOf(c).id ? "true" : undefined}
        >
          <strong>{label}</strong>
          <span class="quiet">{sentence}</span>
        </a>
      ))}
    </nav>
  ),
  content({ field, values, problems, isNew }, projects, c) {
    const scopes = values.entries.size === 0 ? presetOf(c).scopes : values.all("scopes");
    return (
      <>
        <TextField
          {...field("name")}
          label="Name"
          hint="The program that uses it, so you know later what a revocation would stop."
          maxLength={MAX_KEY_NAME}
          autofocus={isNew}
          required
        />
        <ReachField projects={projects} values={values} problems={problems} />
        <ChoiceField
          {...field("scopes")}
          type="checkbox"
          label="Permissions"
          values={scopes}
          options={OPERATION_OPTIONS}
        />
        <ChoiceField
          name="scopes"
          type="checkbox"
          label="Retailers"
          hint="It can create and change links of these retailers."
          values={scopes}
          options={RETAILER_OPTIONS}
          columns
        />
        <TextField
          {...field("expiresAt")}
          type="date"
          label="Expires"
          hint="Expires at the end of this day (UTC). Optional."
        />
      </>
    );
  },
  button: "Issue the key",
  back: "/keys",
  async save(c, { name, scopes, expiresAt, ...reach }, { load, write }) {
    const { workspace, dependencies } = c.var;
    const request = {
      organization: workspace.organizationId,
      name,
      projects: reachIn(reach),
      createProjects: [],
      scopes,
      expiresAt,
    };
    const idempotency = await write(({ id }: { id: string }) => id);
    const result = await issueKey(workspace.actor, { request, idempotency }, dependencies);
    if (result.kind === "replayed") {
      return pageResponse(<ShownBeforePage workspace={workspace} keyId={result.receipt} />);
    }
    const projects = await load();
    const example = firstRequest(result.value, projects, dependencies.origins.api);
    const words = reachInWords(result.value.projects, projects);
    return pageResponse(
      <NewKeyPage workspace={workspace} issued={result.value} example={example} reach={words} />,
    );
  },
});
