import { randomUUID } from "node:crypto";
import * as z from "zod";
import { newId, now, type Routes, refuse } from "./answers.ts";

const Binding = z.looseObject({
  name: z.string(),
  type: z.string(),
  id: z.string().optional(),
  database_id: z.string().optional(),
  namespace_id: z.string().optional(),
  bucket_name: z.string().optional(),
  queue_name: z.string().optional(),
});
export type Binding = z.infer<typeof Binding>;
const Metadata = z.looseObject({
  bindings: z.array(Binding).default([]),
  keep_bindings: z.array(z.string()).default([]),
});
const NewDeployment = z.looseObject({ versions: z.array(z.object({ version_id: z.string() })).min(1) });
const Crons = z.array(z.object({ cron: z.string() }));
const Secret = z.object({ name: z.string() });

interface Version {
  id: string;
  number: number;
  created: string;
  metadata: z.infer<typeof Metadata>;
  files: string[];
}

export interface Script {
  name: string;
  tag: string;
  bindings: Binding[];
  versions: Version[];
  /** The version of each deployment, newest first. */
  deployments: { version: string; on: string }[];
  crons: { cron: string }[];
  enabled: boolean;
}

const SCRIPTS = "/accounts/:account/workers/scripts/:script";

/** Uploaded Workers. `missing` names the bindings whose resource does not exist in the account. */
export function workerRoutes(
  scripts: Map<string, Script>,
  missing: (binding: Binding) => string | null,
): Routes {
  const found = (name = ""): Script =>
    scripts.get(name) ?? refuse(404, 10007, "This Worker does not exist on your account.");

  /** Checks an upload like a real account, and stores it as a new version. */
  async function upload(name: string, request: Request): Promise<{ script: Script; version: Version }> {
    const form = await request.formData();
    const text = form.get("metadata");
    const metadata = Metadata.parse(
      JSON.parse(typeof text === "string" ? text : ((await text?.text()) ?? "")),
    );
    const previous = scripts.get(name);
    const problems = metadata.bindings.flatMap((binding) => missing(binding) ?? []);
    if (problems.length > 0) refuse(400, 10021, problems.join("; "));
    const kept = (previous?.bindings ?? []).filter(
      (old) =>
        metadata.keep_bindings.includes(old.type) &&
        !metadata.bindings.some((each) => each.name === old.name),
    );
    const files = [...form.keys()].filter((field) => field !== "metadata");
    const number = (previous?.versions.length ?? 0) + 1;
    const version = { id: randomUUID(), number, created: now(), metadata, files };
    const script = previous ?? {
      name,
      tag: newId(),
      bindings: [],
      versions: [],
      deployments: [],
      crons: [],
      enabled: false,
    };
    script.bindings = [...metadata.bindings, ...kept];
    script.versions.unshift(version);
    scripts.set(name, script);
    return { script, version };
  }
  const deploy = (script: Script, version: string) => script.deployments.unshift({ version, on: now() });
  const shownVersion = ({ id, number, created, metadata }: Version) => ({
    id,
    number,
    metadata: { created_on: created, source: "wrangler", author_email: "deployer@example.com" },
    resources: {
      bindings: metadata.bindings,
      script: { etag: newId(), handlers: ["fetch"] },
      script_runtime: {},
    },
    annotations: {},
  });

  return {
    "GET /accounts/:account/workers/scripts": () =>
      [...scripts.values()].map(({ name, tag }) => ({ id: name, tag })),
    "GET /accounts/:account/workers/services/:script": ({ at }) => ({
      id: found(at.script).name,
      default_environment: {
        environment: "production",
        script: { id: at.script, tag: found(at.script).tag, tags: null, last_deployed_from: "wrangler" },
      },
    }),
    "GET /accounts/:account/workers/workers/:script": ({ at }) => ({
      id: found(at.script).tag,
      name: at.script,
      subdomain: { enabled: found(at.script).enabled, previews_enabled: false },
      references: {},
    }),
    [`GET ${SCRIPTS}/settings`]: ({ at }) => ({
      // A real account does not return the texts of secrets.
      bindings: found(at.script).bindings.map(({ text, ...binding }) =>
        binding.type === "secret_text" ? binding : { ...binding, text },
      ),
    }),
    [`GET ${SCRIPTS}/script-settings`]: ({ at }) => found(at.script) && {},
    [`PATCH ${SCRIPTS}/script-settings`]: ({ at, json }) => found(at.script) && json,
    [`PUT ${SCRIPTS}`]: async ({ at, request }) => {
      const { script, version } = await upload(at.script ?? "", request);
      deploy(script, version.id);
      const deployment_id = version.id.replaceAll("-", "");
      return { id: at.script, etag: newId(), tag: script.tag, deployment_id, startup_time_ms: 12 };
    },
    [`POST ${SCRIPTS}/versions`]: async ({ at, request }) => {
      const { version } = await upload(found(at.script).name, request);
      return { id: version.id, startup_time_ms: 12, resources: { script: { etag: newId() } } };
    },
    [`GET ${SCRIPTS}/versions`]: ({ at }) => ({ items: found(at.script).versions.map(shownVersion) }),
    [`GET ${SCRIPTS}/versions/:version`]: ({ at }) => {
      const version = found(at.script).versions.find(({ id }) => id === at.version);
      return version ? shownVersion(version) : refuse(404, 10007, "no such version");
    },
    [`GET ${SCRIPTS}/deployments`]: ({ at }) => ({
      deployments: found(at.script).deployments.map(({ version, on }) => ({
        id: randomUUID(),
        source: "wrangler",
        strategy: "percentage",
        author_email: "deployer@example.com",
        created_on: on,
        versions: [{ version_id: version, percentage: 100 }],
      })),
    }),
    [`POST ${SCRIPTS}/deployments`]: ({ at, json }) => {
      const script = found(at.script);
      const [{ version_id: id } = { version_id: "" }] = NewDeployment.parse(json).versions;
      if (!script.versions.some((version) => version.id === id)) refuse(404, 10007, "no such version");
      deploy(script, id);
      return { id: randomUUID() };
    },
    [`GET ${SCRIPTS}/schedules`]: ({ at }) => ({ schedules: found(at.script).crons }),
    [`PUT ${SCRIPTS}/schedules`]: ({ at, json }) => {
      found(at.script).crons = Crons.parse(json);
      return { schedules: found(at.script).crons };
    },
    [`GET ${SCRIPTS}/subdomain`]: ({ at }) => ({
      enabled: found(at.script).enabled,
      previews_enabled: false,
    }),
    [`POST ${SCRIPTS}/subdomain`]: ({ at, json }) => {
      found(at.script).enabled = z.object({ enabled: z.boolean() }).parse(json).enabled;
      return json;
    },
    [`PUT ${SCRIPTS}/secrets`]: ({ at, json }) => {
      const { name } = Secret.parse(json);
      found(at.script).bindings.push({ type: "secret_text", name });
      return { name, type: "secret_text" };
    },
    [`GET ${SCRIPTS}/secrets`]: ({ at }) =>
      found(at.script).bindings.filter(({ type }) => type === "secret_text"),
  };
}
