import { expect } from "vitest";
import { changedContent } from "../../src/extras/imports/import.ts";
import type { RunMessage } from "../../src/extras/runs/run.ts";
import { IDEMPOTENCY_FIELD } from "../../src/surfaces/dashboard/layout/form-screen.ts";
import { dependenciesOf } from "../dependencies.ts";
import type { PageResponse, RunningDashboard, Visitor } from "./dashboard.ts";

/** The screens of acme's imports. */
export const IMPORT = "/dashboard/o/acme/links/import";

/** What a person sends with a form that has a field for a file. */
export interface Upload {
  file?: string | Uint8Array<ArrayBuffer>;
  name?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Sends a form with a file as a browser does. */
export async function upload(
  dashboard: Pick<RunningDashboard, "identity"> & { service: Pick<RunningDashboard["service"], "url"> },
  email: string,
  path: string,
  { file, name = "links.csv", fields = {}, headers }: Upload,
): Promise<PageResponse> {
  const { origin } = dashboard.service.url;
  const form = new FormData();
  for (const [field, value] of Object.entries({ [IDEMPOTENCY_FIELD]: crypto.randomUUID(), ...fields }))
    form.append(field, value);
  form.append("file", new Blob([file ?? ""]), file === undefined ? "" : name);
  const response = await fetch(origin + path, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: {
      ...(await dashboard.identity(email)),
      Accept: "text/html",
      ...(headers ?? { Origin: origin, "Sec-Fetch-Site": "same-origin" }),
    },
  });
  const { status, headers: answered } = response;
  return { status, headers: answered, text: await response.text(), location: answered.get("Location") };
}

/** Uploads a file that is accepted, and returns the path of its import. */
export async function added(
  dashboard: RunningDashboard,
  email: string,
  sent: Upload,
  path = IMPORT,
): Promise<string> {
  const answer = await upload(dashboard, email, path, { fields: { project: "main" }, ...sent });
  expect([answer.status, answer.text]).toEqual([303, ""]);
  return answer.location?.replace(/\?.*/, "") ?? "";
}

/** The id in the path of an import. */
export const idIn = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A CSV file of custom links; row 2 is the first. */
export const customRows = (count: number, of = (row: number) => `https://example.com/${row}`): string =>
  `name,retailer,intent,customUrl\r\n${Array.from({ length: count }, (_, index) => `Link ${index + 2},custom,custom_url,${of(index + 2)}\r\n`).join("")}`;

/** Opens the page of an import until nothing waits. */
export const finished = (who: Visitor, path: string): Promise<void> =>
  expect
    .poll(async () => (await who.open(path)).text.includes("data-refresh"), { interval: 200 })
    .toBe(false);

/** How many rows of an import are in each state. */
export async function statesOf(dashboard: RunningDashboard, path: string): Promise<Record<string, number>> {
  const { results } = await dashboard.service.env.DB.prepare(
    "SELECT state, count(*) AS n FROM import_rows WHERE import_id = ?1 GROUP BY state",
  )
    .bind(idIn(path))
    .all<{ state: string; n: number }>();
  return Object.fromEntries(results.map(({ state, n }) => [state, n]));
}

/** The number of links whose names begin with this. */
export const linksNamed = (dashboard: RunningDashboard, name: string): Promise<number | null> =>
  dashboard.service.env.DB.prepare("SELECT count(*) AS n FROM links WHERE name LIKE ?1 || '%'")
    .bind(name)
    .first<number>("n");

/** Adds an import and starts it as if its message to the queue were lost, and returns its path and the message. */
export async function started(
  dashboard: RunningDashboard,
  email: string,
  sent: Upload,
): Promise<{ path: string; message: RunMessage }> {
  const path = await added(dashboard, email, sent);
  const { imports } = dependenciesOf(dashboard.service.env);
  const found = await imports.find(idIn(path));
  if (!found) throw new Error("no import");
  await imports.start(found, changedContent(found, {}), new Date(), false);
  return { path, message: { kind: "import", organizationId: found.organizationId, runId: found.id } };
}
