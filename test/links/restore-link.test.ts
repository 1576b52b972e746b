import { expect, test } from "vitest";
import { changeLink } from "../../src/links/change-link.ts";
import { previewRestoration } from "../../src/links/restore-link.ts";
import { changeQrCode } from "../../src/qr-codes/change-qr-code.ts";
import { createQrCode } from "../../src/qr-codes/create-qr-code.ts";
import { memberOf } from "../actors.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });
const owner = memberOf("owner");
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };

test("a code that was renamed between two versions of a link has no part in what is restored", async () => {
  const dependencies = { ...dependenciesOf(service.env), origins };
  const { id: linkId } = await storedLink(service.env.DB, { name: "First" });
  const rename = (name: string) =>
    changeLink(owner, { linkId, patch: { name }, expected: null, idempotency: null }, dependencies);
  const code = { identifier: "poster", name: "Poster" };
  await createQrCode(owner, { linkId, request: code, idempotency: null }, dependencies);
  await rename("Second");
  await changeQrCode(
    owner,
    { linkId, identifier: "poster", patch: { name: "Window" }, idempotency: null },
    dependencies,
  );
  await rename("Third");
  const { entries } = await dependencies.activity.historyOf(linkId, Number.MAX_SAFE_INTEGER, 10);
  const { version } = entries[2] ?? {};
  const restoration = await previewRestoration(owner, { linkId, version: version ?? 0 }, dependencies);
  expect(restoration.changes).toEqual([{ field: "name", from: "Third", to: "Second" }]);
  expect(restoration.patch).toEqual({ name: "Second" });
});
