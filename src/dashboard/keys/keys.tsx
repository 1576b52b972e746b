import { Hono } from "hono";
import { issueKey } from "../../access/issue-key.ts";
import { getKey, listKeys } from "../../access/list-keys.ts";
import { requireKeyManager } from "../../access/permissions.ts";
import { revokeKey } from "../../access/revoke-key.ts";
import { rotateKey } from "../../access/rotate-key.ts";
import { pageAnswer, seeOther } from "../frame/answers.ts";
import type { DashboardContext, DashboardEnv } from "../frame/context.ts";
import { formValues, idempotentForm, NO_PROBLEMS, submit } from "../frame/forms.ts";
import { openProjects } from "../frame/open-projects.ts";
import { PAGE_SIZE } from "../frame/page-size.ts";
import { firstRequest } from "./first-request.ts";
import { IssueKeyPage } from "./issue-key-page.tsx";
import { ALREADY_SHOWN, graceIn, KEY_FIELDS, keyRequestIn } from "./key-form.ts";
import { KeyListPage } from "./key-list-page.tsx";
import { KeyPage, RevokeKeyPage, RotateKeyPage } from "./key-page.tsx";
import { NewKeyPage, ShownBeforePage } from "./shown-key-page.tsx";

/** The screens of the organization's API keys, below /keys. */
export const keys = new Hono<DashboardEnv>()
  .get("/", async (c) => {
    const { place, dependencies } = c.var;
    const cursor = c.req.query("cursor");
    const query = { organization: place.organizationId, limit: PAGE_SIZE, cursor };
    const page = await listKeys(place.actor, query, dependencies);
    const now = dependencies.now().toISOString();
    return pageAnswer(
      <KeyListPage
        place={place}
        page={page}
        now={now}
        isFirst={cursor === undefined}
        done={c.req.query("done")}
      />,
    );
  })
  .get("/new", async (c) => {
    requireKeyManager(c.var.place.actor);
    const projects = await openProjects(c.var.place, c.var.dependencies);
    return pageAnswer(
      <IssueKeyPage place={c.var.place} projects={projects} values={formValues()} problems={NO_PROBLEMS} />,
    );
  })
  .post("/new", (c) => {
    const { place, dependencies, origins } = c.var;
    return submit(
      c,
      KEY_FIELDS,
      async (values) => {
        const request = keyRequestIn(values, place.organizationId);
        const idempotency = await idempotentForm(c, values, ({ id }: { id: string }) => id);
        const result = await issueKey(place.actor, { request, idempotency }, dependencies);
        if (result.kind === "replayed") return shownBefore(c, result.receipt);
        const projects = await openProjects(place, dependencies);
        const example = firstRequest(result.value, projects, origins.api);
        return pageAnswer(<NewKeyPage place={place} issued={result.value} example={example} />);
      },
      async (values, problems) => {
        const projects = await openProjects(place, dependencies);
        return <IssueKeyPage place={place} projects={projects} values={values} problems={problems} />;
      },
    );
  })
  .get("/:key", async (c) => {
    const { place, dependencies } = c.var;
    const key = await getKey(place.actor, { id: c.req.param("key") }, dependencies);
    return pageAnswer(<KeyPage place={place} apiKey={key} now={dependencies.now().toISOString()} />);
  })
  .get("/:key/rotate", async (c) => {
    const { place, dependencies } = c.var;
    const key = await getKey(place.actor, { id: c.req.param("key") }, dependencies);
    return pageAnswer(<RotateKeyPage place={place} apiKey={key} problems={NO_PROBLEMS} />);
  })
  .post("/:key/rotate", (c) => {
    const { place, dependencies, origins } = c.var;
    const id = c.req.param("key");
    return submit(
      c,
      ["grace"],
      async (values) => {
        const idempotency = await idempotentForm(
          c,
          values,
          ({ issued }: { issued: { id: string } }) => issued.id,
        );
        const rotation = { id, grace: graceIn(values), idempotency };
        const result = await rotateKey(place.actor, rotation, dependencies);
        if (result.kind === "replayed") return shownBefore(c, result.receipt);
        const { issued, oldExpiresAt } = result.value;
        const example = firstRequest(issued, await openProjects(place, dependencies), origins.api);
        return pageAnswer(
          <NewKeyPage place={place} issued={issued} example={example} oldExpiresAt={oldExpiresAt} />,
        );
      },
      async (_, problems) => {
        const key = await getKey(place.actor, { id }, dependencies);
        return <RotateKeyPage place={place} apiKey={key} problems={problems} />;
      },
    );
  })
  .get("/:key/revoke", async (c) => {
    const { place, dependencies } = c.var;
    const key = await getKey(place.actor, { id: c.req.param("key") }, dependencies);
    return pageAnswer(<RevokeKeyPage place={place} apiKey={key} problems={NO_PROBLEMS} />);
  })
  .post("/:key/revoke", (c) => {
    const { place, dependencies } = c.var;
    const id = c.req.param("key");
    return submit(
      c,
      [],
      async () => {
        const { already } = await revokeKey(place.actor, { id }, dependencies);
        return seeOther(`${place.base}/keys?done=${already ? "already" : "revoked"}`);
      },
      async (_, problems) => {
        const key = await getKey(place.actor, { id }, dependencies);
        return <RevokeKeyPage place={place} apiKey={key} problems={problems} />;
      },
    );
  });

/** The answer to a form that was sent before: the text of the key is stored nowhere and can't be shown again. */
const shownBefore = (c: DashboardContext, keyId: string): Promise<Response> =>
  pageAnswer(<ShownBeforePage place={c.var.place} keyId={keyId} text={ALREADY_SHOWN} />);
