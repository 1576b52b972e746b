import * as z from "zod";
import { requireWebhookManager } from "../../../features/access/permissions.ts";
import type { Project } from "../../../features/access/project.ts";
import { type LinkSummary, summarizeLinks } from "../../../features/links/summarize-links.ts";
import {
  createThreshold,
  deleteThreshold,
  listThresholds,
} from "../../../features/visits/manage-thresholds.ts";
import { MAX_THRESHOLD, type Threshold } from "../../../features/visits/threshold-store.ts";
import { THRESHOLD_COUNTS } from "../../../ground/core/vocabulary.ts";
import { count } from "../charts/numbers.ts";
import { Button, Form } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { type FormState, formPage } from "../components/form-page.tsx";
import { Table } from "../components/table.tsx";
import { namedOptions } from "../labels/project-options.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import {
  type FormValues,
  fieldsOf,
  NO_PROBLEMS,
  oneNumber,
  oneText,
  optionalText,
  queryReader,
} from "../layout/forms.ts";
import { openProjects } from "../layout/open-projects.ts";
import { Act } from "./webhook-parts.tsx";

/** The most that the screen lists. */
const SHOWN = 100;
const COUNTS = [
  { value: "all", label: "Visits" },
  { value: "scans", label: "Scans" },
  { value: "clicks", label: "Clicks" },
];
const linkQuery = queryReader({ link: optionalText });

/** What the section below the alerts shows, and the link that the URL names. */
export interface VisitNumbers {
  thresholds: Threshold[];
  links: LinkSummary[];
  projects: readonly Project[];
  linkId: string | undefined;
}

export async function readVisitNumbers(c: DashboardContext): Promise<VisitNumbers> {
  const { workspace, dependencies } = c.var;
  const { link: linkId } = linkQuery(c);
  const [thresholds, projects] = await Promise.all([
    listThresholds(workspace.actor, { limit: SHOWN }, dependencies),
    openProjects(workspace, dependencies),
  ]);
  const linkIds = [...thresholds.map((each) => each.linkId), linkId].filter((id) => typeof id === "string");
  return {
    thresholds,
    links:
      linkIds.length > 0
        ? await summarizeLinks(workspace.actor, { linkIds: [...new Set(linkIds)] }, dependencies)
        : [],
    projects,
    linkId,
  };
}

/** The fields of another number: of a link that the page names, or of a project. */
const NumberFields = ({
  numbers: { links, projects, linkId },
  form: { values, problems },
}: {
  numbers: VisitNumbers;
  form: Pick<FormState, "values" | "problems">;
}) => (
  <>
    {links.some(({ id }) => id === linkId) ? (
      <input type="hidden" name="linkId" value={linkId} />
    ) : (
      <SelectField
        {...fieldsOf(values, problems)("projectId")}
        label="Project"
        hint="For a link, follow “Tell me at a number of visits” on its page."
        options={namedOptions(projects)}
      />
    )}
    <TextField
      {...fieldsOf(values, problems)("at")}
      {...{ label: "Number", hint: "Earlier visits count.", type: "number", inputMode: "numeric" }}
      required
    />
    <SelectField {...fieldsOf(values, problems)("counts")} label="Count" options={COUNTS} />
    <TextField
      {...fieldsOf(values, problems)("source")}
      label="Source (optional)"
      hint="Only clicks with it, such as newsletter."
      spellcheck={false}
    />
  </>
);

/** The numbers of visits that an alert is about, once each. */
export const VisitNumbersSection = ({
  base,
  numbers,
  values,
}: {
  base: string;
  numbers: VisitNumbers;
  values: FormValues;
}) => {
  const { thresholds, links, projects, linkId } = numbers;
  const action = `${base}/notify/visits`;
  const link = links.find(({ id }) => id === linkId);
  const nameOf = (threshold: Threshold) =>
    links.find(({ id }) => id === threshold.linkId)?.name ??
    projects.find(({ id }) => id === threshold.projectId)?.name ??
    threshold.projectId;
  return (
    <section class="section" id="visits">
      <h2>Visits reach a number</h2>
      {thresholds.length > 0 && (
        <Table
          caption="Numbers of visits"
          columns={["Link or project", "Number", "State", { label: "Actions", quiet: true }]}
          rows={thresholds.map((threshold) => [
            <bdi>{nameOf(threshold)}</bdi>,
            `${count(threshold.at)} ${threshold.counts === "all" ? "visits" : threshold.counts}${threshold.source === null ? "" : ` from ${threshold.source}`}`,
            threshold.reachedAt === null ? (
              <span class="quiet">{count(threshold.total)} so far</span>
            ) : (
              <>
                reached <Time at={threshold.reachedAt} />
              </>
            ),
            <Act action={`${action}/${threshold.id}/delete`} label="Delete" />,
          ])}
        />
      )}
      <div class="sheet">
        {link && (
          <p>
            For the link <bdi>{link.name}</bdi>
          </p>
        )}
        <Form action={action}>
          <div class="filters">
            <NumberFields numbers={numbers} form={{ values, problems: NO_PROBLEMS }} />
            <Button>Add</Button>
          </div>
        </Form>
      </div>
    </section>
  );
};

/** Adds a number. The page is shown only with a problem. */
export const newNumber = formPage({
  tab: "Notify me",
  title: "Visits reach a number",
  fields: {
    counts: oneText.pipe(z.enum(THRESHOLD_COUNTS)),
    at: oneNumber.pipe(z.int().min(1).max(MAX_THRESHOLD)),
    source: optionalText,
    linkId: optionalText,
    projectId: oneText,
  },
  load(c) {
    requireWebhookManager(c.var.workspace.actor);
    return readVisitNumbers(c);
  },
  content: (form, numbers) => <NumberFields numbers={numbers} form={form} />,
  button: "Add",
  back: "/notify",
  async save(c, { counts, at, source, linkId, projectId }, { write }) {
    const { workspace, dependencies } = c.var;
    const subject = linkId === undefined ? { projectId } : { linkId };
    const idempotency = await write(({ id }: Threshold) => id);
    await createThreshold(workspace.actor, { ...subject, counts, source, at, idempotency }, dependencies);
    return "/notify?done=added#visits";
  },
});

/** Deletes the number in the path. */
export async function deleteNumber(c: DashboardContext): Promise<Response> {
  const { workspace, dependencies } = c.var;
  await deleteThreshold(workspace.actor, { thresholdId: c.req.param("number") ?? "" }, dependencies);
  return seeOther(`${workspace.base}/notify?done=deleted#visits`);
}
