import { SALE_STATES, type SaleState, type SalesField } from "./sales-report.ts";

/** The report of an affiliate network whose file is recognized by its headings. */
export interface SalesNetwork {
  name: string;
  /** The report to download there, for people. */
  report: string;
  /** The shop whose sales it reports, if it is only one. */
  retailer?: "marketplace";
  /** What a row names: the sub-id of a link, or the Associates tag of a link or project. */
  names: "subId" | "tag";
  /** The headings of each column as `headingKey` writes them; of several in a file, the first of the list counts. */
  columns: Partial<Record<SalesField, readonly string[]>>;
  /** The columns that only its file has together. */
  signature: readonly SalesField[];
}

/**
 * The networks with a report that is recognized. A file of any other network is read by columns that people choose. How each is
 * marked with the link is in src/features/short-links/networks.ts.
 */
export const SALES_NETWORKS: readonly SalesNetwork[] = [
  {
    // Action Date, Sub Id, Brand, Status (APPROVED, PENDING, REVERSED, N/A (Media Source)) and Sale Amount:
    // https://help.impact.com/en/support/solutions/articles/155000000118-action-listing-based-on-clearing-date-report-for-partners
    // Campaign Name and Payout: https://impact-helpdesk.freshdesk.com/en/support/solutions/articles/155000002735
    // Public programs that read its downloads have Action Earnings; its API has other names: https://github.com/Shopify/tap-impact
    name: "Impact",
    report: "Action Listing, with the columns Sub Id 1, Status, Sale Amount and Action Earnings",
    names: "subId",
    columns: {
      day: ["actiondate", "eventdate"],
      subId: ["subid1", "subid"],
      order: ["orderid", "oid", "actionid", "id"],
      items: ["itemquantity", "quantity", "itemcount"],
      amount: ["saleamount", "amount", "totalamount"],
      commission: ["actionearnings", "payout", "earnings", "totalearnings"],
      currency: ["currency", "payoutcurrency", "originalcurrency"],
      state: ["status", "state", "actionstatus"],
      shop: ["brand", "campaignname", "campaign", "program", "programname"],
    },
    signature: ["day", "subId", "amount", "commission", "state", "shop"],
  },
  {
    // How to download it, as a ZIP file: https://affilimate.com/docs/amazon-integration/
    // Below a line with a title, public programs that read it have these headings: Category, Name, ASIN, Seller, Tracking ID, Date
    // Shipped, Price($), Items Shipped, Returns, Revenue($), Ad Fees($), Device Type Group; in the United Kingdom without ($), and
    // with Direct. Its screen says Commission Income: https://affiliate-program.amazon.com/help/node/topic/GCDWWRFEMW3Q2TE2
    // It names no orders: a row with pieces counts as one.
    name: "Amazon",
    report: "Earnings by tracking ID (Fee-Earnings)",
    retailer: "marketplace",
    names: "tag",
    columns: {
      day: ["dateshipped", "shipdate"],
      subId: ["trackingid", "tag"],
      items: ["itemsshipped", "shippeditems"],
      returned: ["returns", "itemsreturned"],
      amount: ["revenue", "productrevenue", "shippedrevenue"],
      commission: ["adfees", "advertisingfees", "commissionincome", "earnings", "fees"],
      currency: ["currency"],
    },
    signature: ["day", "subId", "items", "amount", "commission"],
  },
  {
    // The names and states of its API, from which those of its download are taken: https://windsor.ai/data-field/cj/
    // A correction is a row of its own.
    name: "CJ",
    report: "Commission Detail, with the columns SID and Event Date",
    names: "subId",
    columns: {
      day: ["eventdate", "postingdate"],
      subId: ["sid", "shopperid"],
      order: ["orderid", "originalactionid", "commissionid"],
      items: ["itemquantity", "quantity", "items"],
      amount: ["saleamount", "saleamountpubcurrency"],
      commission: ["publishercommission", "commission", "commissionamount", "pubcommissionamountpubcurrency"],
      currency: ["currency", "pubcurrency", "publishercurrency"],
      state: ["actionstatus", "status", "commissionstatus"],
      shop: ["advertisername", "advertiser"],
    },
    signature: ["day", "subId", "amount", "commission"],
  },
  {
    // Member ID and u1:
    // https://pubhelp.rakutenadvertising.com/hc/en-us/articles/10035508493709-Signature-Implementation-Guidelines-Documentation
    // Public programs that read the report have Member ID (U1), MID, Advertiser Name, Order ID, Transaction Date (such as 11/3/26),
    // Transaction Time, SKU, Sales, # of Items, Total Commission, Process Date and Process Time: a row for each product, no states.
    name: "Rakuten",
    report: "Signature Orders, with the column Member ID (U1)",
    names: "subId",
    columns: {
      day: ["transactiondate"],
      subId: ["memberidu1", "u1", "memberid"],
      order: ["orderid"],
      items: ["ofitems", "numberofitems", "items", "quantity"],
      amount: ["sales", "grosssales"],
      commission: ["totalcommission", "commissions", "grosscommissions"],
      currency: ["currency"],
      shop: ["advertisername"],
    },
    signature: ["day", "subId", "amount", "commission"],
  },
];

/** The recognized network with a name, in upper or lower case; undefined for any other. */
export const salesNetwork = (name: string): SalesNetwork | undefined =>
  SALES_NETWORKS.find((network) => network.name.toLowerCase() === name.toLowerCase());

/** The words of networks and spreadsheets for states, as `headingKey` writes them. */
const STATE_WORDS: Readonly<Record<SaleState, string>> = {
  pending:
    "pending new extended open tracked processing validating offen ausstehend enattente pendiente inattesa pendente inbehandeling",
  approved:
    "approved locked closed paid confirmed cleared valid validated complete completed namediasource bestätigt freigegeben validé " +
    "approuvé aprobado approvato aprovado goedgekeurd",
  reversed:
    "reversed declined rejected cancelled canceled corrected void voided invalid denied refunded returned storniert abgelehnt " +
    "annulé refusé rechazado cancelado rifiutato annullato recusado afgekeurd",
};

const stateByWord = new Map(
  SALE_STATES.flatMap((state) => STATE_WORDS[state].split(" ").map((word) => [word, state] as const)),
);

/** Awin's numbers: https://help.awin.com/docs/understanding-the-data-fields-in-the-transactions-report.md */
const AWIN_STATES: readonly SaleState[] = ["pending", "approved", "reversed"];

/** The state that a word means, as `headingKey` writes it, in reports of a network; undefined for an unknown word. */
export const stateNamed = (word: string, network: string): SaleState | undefined =>
  stateByWord.get(word) ??
  (/^awin\b/i.test(network) && /^\d$/.test(word) ? AWIN_STATES[Number(word)] : undefined);
