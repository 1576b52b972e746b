import { Hono } from "hono";
import { downloadPath, type Export } from "../../../extras/exports/export.ts";
import { listExports, startExport } from "../../../extras/exports/start-export.ts";
import { resumeRun } from "../../../extras/runs/continue-runs.ts";
import { count } from "../charts/numbers.ts";
import { Actions, Button, Form, LinkButton } from "../components/actions.tsx";
import { Copyable, Time } from "../components/facts.tsx";
import { ChoiceField } from "../components/field.tsx";
import { Done } from "../components/notice.tsx";
import { RunProgress, runScripts } from "../components/run-progress.tsx";
import { Table } from "../components/table.tsx";
import { linksOf } from "../labels/link-labels.tsx";
import { seeOther } from "../layout/answers.ts";
import type { DashboardEnv } from "../layout/context.ts";
import { FORM, formScreen } from "../layout/form-screen.ts";
import { allTexts } from "../layout/forms.ts";
import { Screen } from "../layout/layout.tsx";

const MESSAGES = { started: "The export has started. It continues when you close the page." };

/** Serves the redirects of a downloaded export, whose name has its date, on Cloudflare Pages. */
const pagesCommands = (organizationId: string): string =>
  `unzip "${organizationId}*.zip" -d export\ncd export/redirects\nnpx wrangler pages deploy YOUR-DOMAIN`;

/** The exports of the organization, and the form that starts one. */
const exportForm = formScreen({
  fields: { content: allTexts },
  load: ({ var: { workspace, dependencies } }) => listExports(workspace.actor, dependencies),
  page(c, exports, values, problems) {
    const { workspace } = c.var;
    const running = exports.find(({ state }) => state === "running");
    if (running) resumeRun(running.id, c.var.dependencies);
    const done = exports.filter(({ state }) => state === "idle");
    return (
      <Screen workspace={workspace} tab="Exports" title="Exports" scripts={["copy", ...runScripts(exports)]}>
        <Done c={c} messages={MESSAGES} />
        <section class="sheet narrow" aria-labelledby="outlive-title">
          <h2 id="outlive-title">Your codes outlive us</h2>
          <p>
            The ZIP file has a folder of redirects for each of your domains. With it, your printed codes and
            short links go on working on Cloudflare Pages or Netlify, without us:
          </p>
          <Copyable id="pages" label="Three commands" text={pagesCommands(workspace.organizationId)} />
          <p>
            Then point the domain at it. On Netlify, drop the folder into a new site. Each address redirects
            as on the day of the export; visits are not counted.
          </p>
        </section>
        <div class="sheet narrow">
          <p>
            An export is one ZIP file with all links, their history, QR codes, every URL that was ever handed
            out, and all visits. It is deleted after a day.
          </p>
          {!running && (
            <Form action={`${workspace.base}/exports`} problem={problems.form}>
              <ChoiceField
                type="checkbox"
                name="content"
                label="Also"
                values={values.all("content")}
                options={[{ value: "images", label: "The image of every QR code as SVG" }]}
              />
              <Actions>
                <Button>Start an export</Button>
              </Actions>
            </Form>
          )}
        </div>
        {running && (
          <RunProgress
            run={running}
            words={{ noun: "export", right: "export", stopped: "" }}
            done={running.progress.percent}
            of={100}
            status={
              <p>
                {running.progress.percent} % of {linksOf(running.links)},{" "}
                {count(Math.ceil(running.progress.bytes / 1000))} kB. Started <Time at={running.createdAt} />.
              </p>
            }
            narrow
          />
        )}
        {done.length > 0 && (
          <Table
            caption="Exports"
            columns={[
              "Started",
              { label: "Links", numeric: true },
              { label: "Size", numeric: true },
              "Archive",
            ]}
            rows={done.map((each) => [
              <Time at={each.createdAt} />,
              count(each.links),
              `${count(Math.ceil(each.progress.bytes / 1000))} kB`,
              <>
                <LinkButton href={downloadPath(each)}>Download</LinkButton> until <Time at={each.expiresAt} />
              </>,
            ])}
          />
        )}
      </Screen>
    );
  },
  async save(c, { content }, { write }) {
    const { workspace, dependencies } = c.var;
    const idempotency = await write(({ id }: Export) => id);
    const input = { images: content.includes("images"), idempotency };
    await startExport(workspace.actor, input, dependencies);
    return seeOther(`${workspace.base}/exports?done=started`);
  },
});

/** The screen of exports, below /exports. */
export const exportScreens = new Hono<DashboardEnv>().on(FORM, "/", exportForm);
