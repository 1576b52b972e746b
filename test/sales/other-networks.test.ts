import { beforeEach, describe, expect, test } from "vitest";
import { useService } from "../use-service.ts";
import { lines, said, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main"] });
const { add, confirmed, review, read, sales, link, used } = selling(service);
const { shortId } = await link(key);

beforeEach(async () => {
  await used.db.prepare("DELETE FROM sales_reports WHERE state = 'draft'").run();
});

describe("columns of other networks are guessed", () => {
  test.each([
    [
      "Awin",
      "id,url,advertiser_id,advertiser_name,click_ref,click_date,date,validation_date,commission_status,sale_amount,commission_rate,commission",
      "day=date subId=click_ref amount=sale_amount commission=commission state=commission_status shop=advertiser_name",
    ],
    [
      "Partnerize",
      "conversion_id,click_time,conversion_time,campaign_id,campaign_title,publisher_reference,currency,value,commission_percent,commission,item_status",
      "day=conversion_time subId=publisher_reference amount=value commission=commission currency=currency state=item_status shop=campaign_title",
    ],
    [
      "ShareASale",
      "Trans ID,Merchant ID,Trans Date,Trans Amount,Commission,Affcomment,Lock Date",
      "day=Trans Date subId=Affcomment amount=Trans Amount commission=Commission",
    ],
  ])("%s", async (_, head, guessed) => {
    const { reading } = await review(await add(lines(head, head.replace(/[^,]+/g, "1"))));
    expect(
      [...reading.columns].map(([field, at]) => `${field}=${reading.sheet.headings[at]}`).sort(),
    ).toEqual(guessed.match(/\w+=.*?(?= \w+=|$)/g)?.sort());
  });

  test("Awin's states are numbers, which say nothing in reports of others", async () => {
    const file = lines(
      "date,click_ref,sale_amount,commission,commission_status",
      ...["0", "1", "2"].map((state) => `2026-11-21 10:00:00,${shortId},5.00,0.50,${state}`),
    );
    const columns = {
      ...{ day: "date", subId: "clickref", amount: "saleamount" },
      ...{ commission: "commission", state: "commissionstatus" },
    };
    const choices = { columns, currency: "EUR" };
    expect(await read(file, { ...choices, network: "Awin Germany" })).toEqual(["EUR 2 1000 100"]);
    expect(await read(file, { ...choices, network: "ShareASale" })).toHaveLength(3);
  });
});

test("a network and an account keep their spelling, so that the same ones replace", async () => {
  const file = lines("Day,Click Ref,Amount", `2026-11-21,${shortId},5.00`);
  const columns = { day: "day", subId: "clickref", amount: "amount" };
  const choices = { columns, currency: "USD" };
  await confirmed(file, { ...choices, network: "Awin", account: "Maple" });
  await confirmed(file.replace("5.00", "6.00"), { ...choices, network: "AWIN", account: "maple" });
  await confirmed(file.replace("5.00", "7.00"), { ...choices, network: "impact", account: "" });
  const { networks, totals } = await sales();
  expect(networks.map(({ network, account }) => `${network} ${account}`)).toEqual(["Awin Maple", "Impact "]);
  expect(said(totals)).toEqual(["USD 2 1300 0"]);
});
