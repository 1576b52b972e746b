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
import { parse } from "../../../ground/core/validation.ts";
import { THRESHOLD_COUNTS } from "../../../ground/core/vocabulary.ts";
import { count } from "../charts/numbers.ts";
import { Button } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Table } from "../components/table.tsx";
import { namedOptions } from "../labels/project-options.ts";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { type FormProblems, type FormValues, fieldsOf, idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";
import { openProjects } from "../layout/open-projects.ts";

/** The most that the screen lists. */
const SHOWN = 100;
const COUNTS = [
  { value: "all", label: "Visits" },
  { value: "scans", label: "Scans" },
  { value: "clicks", label: "Clicks" },
];
const fields = z.object({
  counts: z.enum(THRESHOLD_COUNTS),
  at: z.coerce.number("must be a number").int().min(1).max(MAX_THRESHOLD),
});

/** What the section below the alerts shows, and the link that the URL names. */
export interface VisitNumbers {
  thresholds: Threshold[];
  links: LinkSummary[];
  projects: readonly Project[];
  linkId: string | undefined;
}

export async function readVisitNumbers(c: DashboardContext): Promise<VisitNumbers> {
  const { workspace, dependencies } = c.var;
  const linkId = c.req.query("link");
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

/** The form for another number: of a link that the page names, or of a project. */
const NumberForm = ({
  action,
  numbers: { links, projects, linkId },
  values,
  problems,
}: {
  action: string;
  numbers: VisitNumbers;
  values: FormValues;
  problems: FormProblems;
}) => (
  <Form action={action} problem={problems.form}>
    <div class="filters">
      {links.some(({ id }) => id === linkId) ? (
        <input type="hidden" name="linkId" value={linkId} />
      ) : (
        <SelectField
          name="projectId"
          label="Project"
          hint="For a link, follow “Tell me at a number of visits” on its page."
          value={values.text("projectId")}
          error={problems.fields.get("projectId")}
          options={namedOptions(projects)}
        />
      )}
      <TextField
        {...fieldsOf(values, problems)("at")}
        {...{ label: "Number", hint: "Earlier visits count.", type: "number", inputMode: "numeric" }}
        required
      />
      <SelectField name="counts" label="Count" value={values.text("counts")} options={COUNTS} />
      <Button>Add</Button>
    </div>
  </Form>
);

/** The numbers of visits that an alert is about, once each. */
export const VisitNumbersSection = ({
  base,
  numbers,
  values,
  problems,
}: {
  base: string;
  numbers: VisitNumbers;
  values: FormValues;
  problems: FormProblems;
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
            `${count(threshold.at)} ${threshold.counts === "all" ? "visits" : threshold.counts}`,
            threshold.reachedAt === null ? (
              <span class="quiet">{count(threshold.total)} so far</span>
            ) : (
              <>
                reached <Time at={threshold.reachedAt} />
              </>
            ),
            <Form action={action}>
              <Button emphasis="plain" name="delete" value={threshold.id}>
                Delete
              </Button>
            </Form>,
          ])}
        />
      )}
      <div class="sheet">
        {link && (
          <p>
            For the link <bdi>{link.name}</bdi>
          </p>
        )}
        <NumberForm {...{ action, numbers, values, problems }} />
      </div>
    </section>
  );
};

/** Adds a number or, with `delete`, removes one. The page is shown only with a problem. */
export const changingNumbers: FormScreen<VisitNumbers> = {
  fields: ["at", "projectId"],
  load(c) {
    requireWebhookManager(c.var.workspace.actor);
    return readVisitNumbers(c);
  },
  page: (c, numbers, values, problems) => (
    <Screen workspace={c.var.workspace} here="Notify me" title="Visits reach a number">
      <div class="sheet">
        <NumberForm action={c.req.path} numbers={numbers} values={values} problems={problems} />
      </div>
    </Screen>
  ),
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const path = `${workspace.base}/notify`;
    const thresholdId = values.text("delete");
    if (thresholdId !== "") {
      await deleteThreshold(workspace.actor, { thresholdId }, dependencies);
      return seeOther(`${path}?done=deleted#visits`);
    }
    const { counts, at } = parse(fields, { counts: values.text("counts"), at: values.text("at") });
    const linkId = values.text("linkId");
    const owner = linkId === "" ? { projectId: values.text("projectId") } : { linkId };
    const idempotency = await idempotentForm(c, values, ({ id }: Threshold) => id);
    await createThreshold(workspace.actor, { ...owner, counts, at, idempotency }, dependencies);
    return seeOther(`${path}?done=added#visits`);
  },
};
