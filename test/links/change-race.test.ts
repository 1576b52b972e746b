import { expect, test } from "vitest";
import { writeLinkChange } from "../../src/features/links/link-change-store.ts";
import type { LinkPart } from "../../src/features/links/link-part.ts";
import { switchActivity } from "../../src/features/links/switch-statements.ts";
import { changeQrCode } from "../../src/features/qr-codes/change-qr-code.ts";
import { createQrCode } from "../../src/features/qr-codes/create-qr-code.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, storedLink } from "./links.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });

test("a change of a code makes the read link outdated", async () => {
  const { DB } = service.env;
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const dependencies = { ...dependenciesOf(service.env), origins };
  const stored = await storedLink(DB);
  const code = { identifier: "poster", name: "Poster" };
  await createQrCode(OPERATOR, { linkId: stored.id, request: code, idempotency: null }, dependencies);
  const before = await dependencies.links.find(stored.id);
  if (!before) throw new Error("the link was just stored");
  await changeQrCode(
    OPERATOR,
    { linkId: stored.id, identifier: "poster", patch: { name: "Window" }, idempotency: null },
    dependencies,
  );
  const at = new Date(CREATED.getTime() + 60_000);
  const outcome = await writeLinkChange(DB, {
    before,
    after: { ...before, name: "Late", updatedAt: at.toISOString() },
    activity: switchActivity("test", { ...before, offerKey: "" } as LinkPart, before.destination, at, "cart"),
    claim: null,
    rows: () => [],
  });
  expect(outcome).toEqual({ kind: "outdated" });
  expect((await dependencies.links.find(stored.id))?.name).toBe(before.name);
});
