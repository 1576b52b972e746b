import { expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { mailing } from "./mailing.ts";

const service = await useService({ vars: { MAIL_FROM: "Reports <reports@service.example>" } }, "acme");

test("the cron sends through the binding of the local runtime, and the links in the mail work", async () => {
  const on = await mailing(service);
  await on.addRecipient("ada@client.example");
  await service.scheduled("* * * * *", on.now());
  expect(await on.dependencies.mails.latest("acme", "confirmation", 100)).toMatchObject([
    { state: "sent", code: null },
  ]);
  expect(service.logs().join("\n")).not.toContain("ada@client.example");
});
