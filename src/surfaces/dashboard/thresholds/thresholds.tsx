import { Hono } from "hono";
import * as z from "zod";
import { getProject } from "../../../features/access/get-projects.ts";
import { requireWebhookManager } from "../../../features/access/permissions.ts";
import { getLink } from "../../../features/links/get-link.ts";
import { createThreshold, deleteThreshold } from "../../../features/visits/manage-thresholds.ts";
import { MAX_THRESHOLD, MAX_THRESHOLDS, type Threshold } from "../../../features/visits/threshold-store.ts";
import { parse } from "../../../ground/core/validation.ts";
import { THRESHOLD_COUNTS } from "../../../ground/core/vocabulary.ts";
import { Actions, Button, LinkButton } from "../components/actions.tsx";
import { Done } from "../components/done.tsx";
import { SelectField, TextField } from "../components/field.tsx";
import { Form } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { Table } from "../components/table.tsx";
import { ThresholdState, thresholdName, thresholdsOf } from "../labels/threshold-list.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardContext, DashboardEnv } from "../layout/context.ts";
import { type FormScreen, showForm, takeForm } from "../layout/form-screen.ts";
import { fieldsOf, idempotentForm } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

const MESSAGES = { added: "The threshold was added.", deleted: "The threshold was deleted." };
const OPTIONS = [
  { value: "all", label: "Visits" },
  { value: "scans", label: "Scans" },
  { value: "clicks", label: "Clicks" },
];
const fields = z.object({
  counts: z.enum(THRESHOLD_COUNTS),
  at: z.coerce.number("must be a number").int().min(1).max(MAX_THRESHOLD),
});

interface Loaded {
  name: string;
  thresholds: Threshold[];
}

/** The link or project in the path. */
function ownerIn(c: DashboardContext): { linkId: string } | { projectId: string } {
  const { link: linkId, project: projectId = "" } = c.req.param() as { link?: string; project?: string }; // of the routes below
  return linkId === undefined ? { projectId } : { linkId };
}

/** The thresholds of a link or project with a form for another; each has a button that deletes it. */
const screen: FormScreen<Loaded> = {
  fields: ["at"],
  async load(c) {
    const { place, dependencies } = c.var;
    requireWebhookManager(place.actor);
    const owner = ownerIn(c);
    const { name } =
      "linkId" in owner
        ? (await getLink(place.actor, owner.linkId, dependencies)).link
        : await getProject(place.actor, owner, dependencies);
    return { name, thresholds: (await thresholdsOf(c, owner)) ?? [] };
  },
  async save(c, values) {
    const { place, dependencies } = c.var;
    const thresholdId = values.text("delete");
    if (thresholdId !== "") {
      await deleteThreshold(place.actor, { thresholdId }, dependencies);
      return seeOther(`${c.req.path}?done=deleted`);
    }
    const { counts, at } = parse(fields, { counts: values.text("counts"), at: values.text("at") });
    const idempotency = await idempotentForm(c, values, ({ id }: Threshold) => id);
    await createThreshold(place.actor, { ...ownerIn(c), counts, at, idempotency }, dependencies);
    return seeOther(`${c.req.path}?done=added`);
  },
  page: (c, { name, thresholds }, values, problems) => (
    <Screen
      place={c.var.place}
      here={"linkId" in ownerIn(c) ? "Links" : "Projects"}
      title={`Thresholds of ${name}`}
      heading={
        <>
          Thresholds of <bdi>{name}</bdi>
        </>
      }
    >
      <Done done={c.req.query("done")} messages={MESSAGES} />
      {problems.form && <Notice kind="problem">{problems.form}</Notice>}
      {thresholds.length > 0 && (
        <Table
          caption="Thresholds"
          columns={["Threshold", "State", { label: "Actions", quiet: true }]}
          rows={thresholds.map((threshold) => [
            thresholdName(threshold),
            <ThresholdState {...threshold} />,
            <Form action={c.req.path}>
              <Button emphasis="plain" name="delete" value={threshold.id}>
                Delete
              </Button>
            </Form>,
          ])}
        />
      )}
      <section class="section">
        <h2>Add a threshold</h2>
        <div class="sheet narrow">
          <p>
            Once the number is reached, the event <code>visits.threshold</code> goes to your{" "}
            <a href={`${c.var.place.base}/webhooks`}>webhooks</a>, and by mail to members with{" "}
            <a href={`${c.var.place.base}/alerts`}>alerts</a>. Up to {MAX_THRESHOLDS}.
          </p>
          <Form action={c.req.path}>
            <TextField
              {...fieldsOf(values, problems)("at")}
              {...{ label: "Number", hint: "Earlier visits count.", type: "number", inputMode: "numeric" }}
              required
            />
            <SelectField name="counts" label="Count" value={values.text("counts")} options={OPTIONS} />
            <Actions>
              <Button>Add</Button>
              <LinkButton href={c.req.path.replace("/thresholds/", "/")}>Back</LinkButton>
            </Actions>
          </Form>
        </div>
      </section>
    </Screen>
  ),
};

/** The screens of thresholds, below /thresholds. */
export const thresholds = new Hono<DashboardEnv>()
  .get("/links/:link", showForm(screen))
  .post("/links/:link", takeForm(screen))
  .get("/projects/:project", showForm(screen))
  .post("/projects/:project", takeForm(screen));
