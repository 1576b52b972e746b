import { expect, test } from "vitest";
import { addSalesReport } from "../../src/extras/sales/add-sales-report.ts";
import { chooseForDraft } from "../../src/extras/sales/choose-for-draft.ts";
import { getSales } from "../../src/extras/sales/get-sales.ts";
import {
  confirmSalesReport,
  discardDraft,
  listSalesReports,
  undoSalesReport,
} from "../../src/extras/sales/manage-sales-reports.ts";
import { reviewSalesReport } from "../../src/extras/sales/review-sales-report.ts";
import { NO_CHOICES } from "../../src/extras/sales/sales-report.ts";
import { memberOf, programWith } from "../actors.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { impactFile } from "./report-files.ts";
import { owner, refused, said, selling } from "./selling.ts";

const service = await useService({}, "acme");
const { key } = await service.issueKey({ organization: "acme", createProjects: ["main", "shop"] });
await service.issueKey({ organization: "globex", createProjects: ["main"] });
const { add, confirmed, sales, link, used } = selling(service);
const cereal = await link(key, { tracking: { tags: ["Summer"] } });
const juice = await link(key, { projectId: "shop", retailer: "bigbox_t", name: "Juice" });
await post(service, `/v1/links/${cereal.id}/qr-codes`, { identifier: "Poster-1", name: "Poster" }, { key });
const order = (subId: string, id: string, shop: string) => ({
  ...{ day: "2026-11-21", subId, order: id, amount: "10.00", commission: "1.00", shop },
});
const reportId = await confirmed(
  impactFile(
    order(`${cereal.shortId}-q-poster-1`, "A", "Walmart"),
    order(`${cereal.shortId}-v-instagram`, "B", "Walmart"),
    order(juice.shortId, "C", "Target"),
    order("", "D", "Target"),
    order("elsewhere", "E", "Sprouts"),
  ),
);
const draft = await add(impactFile(order("", "F", "Walmart")));

const [viewer, editor, stranger] = [memberOf("viewer"), memberOf("editor"), memberOf("owner", "globex")];
const ofShop = { ...memberOf("editor"), projects: ["shop"] };

test("members who may import links in all projects may add, confirm and undo reports", async () => {
  const content = impactFile(order("", "G", "Walmart"));
  const added = await addSalesReport(editor, { fileName: "x.csv", content }, used);
  await discardDraft(editor, { reportId: added.id }, used);
  const choices = { ...NO_CHOICES, network: "Impact", account: "" };
  for (const [actor, code] of [
    [viewer, "insufficient_scope"],
    [ofShop, "project_access_denied"],
  ] as const) {
    for (const call of [
      () => addSalesReport(actor, { fileName: "x.csv", content }, used),
      () => reviewSalesReport(actor, { reportId: draft }, used),
      () => chooseForDraft(actor, { ...choices, reportId: draft }, used),
      () => confirmSalesReport(actor, { reportId: draft }, used),
      () => discardDraft(actor, { reportId: draft }, used),
      () => undoSalesReport(actor, { reportId }, used),
    ])
      await expect(call()).rejects.toThrow(refused(code));
  }
  expect(await listSalesReports(viewer, used)).toHaveLength(2);
  await expect(listSalesReports(ofShop, used)).rejects.toThrow(refused("project_access_denied"));
});

test("another organization has no such report, and none of its sales", async () => {
  for (const call of [
    () => reviewSalesReport(stranger, { reportId: draft }, used),
    () => confirmSalesReport(stranger, { reportId: draft }, used),
    () => discardDraft(stranger, { reportId: draft }, used),
    () => undoSalesReport(stranger, { reportId }, used),
    () => chooseForDraft(stranger, { ...NO_CHOICES, network: "x", account: "", reportId: draft }, used),
    () => sales([], { link: cereal.id }, stranger),
  ])
    await expect(call()).rejects.toThrow(refused("not_found"));
  expect(await listSalesReports(stranger, used)).toEqual([]);
  expect(await sales(["link"], {}, stranger)).toMatchObject({ networks: [], totals: [], reporting: [] });
});

test("sales are those of the projects that the actor reaches, and not of our links only for all of them", async () => {
  expect(said((await sales()).totals)).toEqual(["USD 5 5000 500"]);
  expect(said((await sales([], {}, ofShop)).totals)).toEqual(["USD 1 1000 100"]);
  const program = { ...programWith(["links:read"]), projects: ["main"] };
  expect(said((await sales([], {}, program)).totals)).toEqual(["USD 2 2000 200"]);
  await expect(sales([], { projectId: "main" }, ofShop)).rejects.toThrow(refused("project_access_denied"));
  await expect(sales([], { link: cereal.id }, ofShop)).rejects.toThrow(refused("project_access_denied"));
  await expect(sales([], {}, programWith(["links:write"]))).rejects.toThrow(refused("insufficient_scope"));
});

test("who reaches some projects learns of networks, accounts and retailers by their sales only", async () => {
  const secret = impactFile({ ...order(juice.shortId, "S", "Target"), day: "2026-11-25" });
  const reportId = await confirmed(secret, { account: "Secret client" });
  const known = async (actor: Parameters<typeof sales>[2]) => {
    const { networks, reporting } = await sales([], {}, actor);
    return [...networks.map(({ account, until }) => `${account} ${until}`), ...[...reporting].sort()];
  };
  expect(await known(owner)).toEqual([" 2026-11-21", "Secret client 2026-11-25", "bigbox_t", "bigbox_w"]);
  const ofMain = { ...programWith(["links:read"]), projects: ["main"] };
  expect(await known(ofMain)).toEqual([" 2026-11-21", "bigbox_w"]);
  expect(await known({ ...ofMain, projects: [] })).toEqual([]);
  await undoSalesReport(owner, { reportId }, used);
});

test("sales by link, code, source, retailer, project and network, with their filters", async () => {
  const { breakdowns, reporting } = await sales([
    ...(["link", "qrCode", "source", "retailer", "project", "network", "day"] as const),
  ]);
  const rows = Object.fromEntries(breakdowns.map(({ by, rows: each }) => [by, said(each).sort()]));
  expect(rows).toEqual({
    link: [`${cereal.id} USD 2 2000 200`, `${juice.id} USD 1 1000 100`, "none USD 2 2000 200"].sort(),
    qrCode: ["none USD 4 4000 400", `qr_${cereal.id}_Poster-1 USD 1 1000 100`],
    source: ["instagram USD 1 1000 100", "none USD 4 4000 400"],
    retailer: ["bigbox_t USD 2 2000 200", "bigbox_w USD 2 2000 200", "none USD 1 1000 100"],
    project: ["main USD 2 2000 200", "none USD 2 2000 200", "shop USD 1 1000 100"],
    network: ["Impact USD 5 5000 500"],
    day: ["2026-11-21 USD 5 5000 500"],
  });
  expect([...reporting].sort()).toEqual(["bigbox_t", "bigbox_w"]);
  const names = breakdowns.flatMap(({ rows: each }) => each.flatMap(({ name }) => name ?? []));
  expect(names.sort()).toEqual(["Cereal", "Juice", "Poster"]);
  const totalOf = async (filter: Parameters<typeof sales>[1]) => said((await sales([], filter)).totals);
  expect(await totalOf({ link: cereal.id })).toEqual(["USD 2 2000 200"]);
  expect(await totalOf({ qrCode: `qr_${cereal.id}_Poster-1` })).toEqual(["USD 1 1000 100"]);
  expect(await totalOf({ tag: "Summer" })).toEqual(["USD 2 2000 200"]);
  expect(await totalOf({ tag: "Winter" })).toEqual([]);
  expect(await totalOf({ retailer: "bigbox_t" })).toEqual(["USD 2 2000 200"]);
  expect(await totalOf({ projectId: "shop" })).toEqual(["USD 1 1000 100"]);
  const october = await getSales(
    owner,
    { from: "2026-10-01", to: "2026-10-31", by: ["link"], filter: {} },
    used,
  );
  expect(october).toMatchObject({ totals: [], breakdowns: [{ by: "link", rows: [] }] });
  expect(october.networks).toEqual([
    { network: "Impact", account: "", from: "2026-11-21", until: "2026-11-21" },
  ]);
});
