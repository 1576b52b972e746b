import { deliverEvents, MAX_WEBHOOKS_AT_ONCE } from "../../src/extras/webhooks/deliver.ts";
import type { Delivery } from "../../src/extras/webhooks/delivery-store.ts";
import { createWebhook } from "../../src/extras/webhooks/manage-webhooks.ts";
import type { Webhook } from "../../src/extras/webhooks/webhook.ts";
import { createLink } from "../../src/features/links/create-link.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { madeBy } from "../../src/features/writes/claim.ts";
import type { Wiring } from "../../src/wiring.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf, programWith } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import type { SharedService } from "../use-service.ts";

const ORIGINS = { shortLink: "https://go.example", api: "https://api.example", problem: null };

/** Webhooks over the storage of a service, with a clock of the test's own; the Worker itself delivers nothing. */
export async function delivering(service: SharedService) {
  const { env } = service;
  for (const organization of ["acme", "globex"])
    await service.issueKey({ organization, createProjects: ["main"] });
  let time = Date.now();
  const dependencies: Wiring = {
    ...openDependencies(
      env,
      () => {},
      () => new Date(time),
    ),
    random: () => 0,
  };
  return {
    dependencies,
    now: () => new Date(time),
    pass(milliseconds: number) {
      time += milliseconds;
    },
    /** Forgets all webhooks of earlier tests. */
    empty: () =>
      env.DB.batch([
        env.DB.prepare("DELETE FROM webhook_deliveries"),
        env.DB.prepare("DELETE FROM webhooks"),
      ]),
    /** A webhook of acme, or of another organization, that sends to `url`. */
    async webhook(url: string, organizationId = "acme"): Promise<Webhook & { secret: string }> {
      const input = { url: "https://receiver.example/", idempotency: null };
      const made = await createWebhook(memberOf("owner", organizationId), input, {
        ...dependencies,
        origins: ORIGINS,
      });
      const { webhook, secret = "" } = madeBy(made);
      await env.DB.prepare("UPDATE webhooks SET url = ?1 WHERE id = ?2").bind(url, webhook.id).run();
      return { ...webhook, secret };
    },
    /** Something happens: a link is made. Gives its id. */
    async happen(organizationId = "acme"): Promise<string> {
      const definition = parseDefinition(linkBody("custom custom_url", { projectId: "main" }));
      const actor = { ...programWith(), organizationId };
      const made = await createLink(
        actor,
        { definition, idempotency: null },
        { ...dependencies, origins: ORIGINS },
      );
      return madeBy(made).link.id;
    },
    run: (changes: Partial<Wiring> = {}) =>
      deliverEvents({ ...dependencies, ...changes }, MAX_WEBHOOKS_AT_ONCE),
    deliveriesOf: (webhook: Webhook): Promise<Delivery[]> => dependencies.deliveries.list(webhook, "~", 100),
    stored: (webhook: Webhook) => dependencies.webhooks.find(webhook.organizationId, webhook.id),
  };
}
