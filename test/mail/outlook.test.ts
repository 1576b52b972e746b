import { beforeEach, describe, expect, test } from "vitest";
import type { MailContent } from "../../src/extras/mail/mail.ts";
import { useService } from "../use-service.ts";
import { mailing } from "./mailing.ts";

const service = await useService({}, "acme");
const on = await mailing(service);
beforeEach(() => on.empty());

/** A mail with every kind of block, as reports and alerts have them. */
const EVERYTHING: MailContent = {
  subject: "Everything",
  brand: { name: "Maple & Pine", accent: "#a8431f" },
  heading: "Bericht für den Kunden",
  blocks: [
    { type: "text", text: "1. – 31. Okt. 2026" },
    { type: "text", text: "First line\nsecond line" },
    {
      type: "table",
      columns: ["", "", "Zuvor"],
      rows: [
        ["Besuche", "9.034", "5.821 (+55 %)"],
        ["Scans", "7.120", "4.003 (+78 %)"],
      ],
    },
    {
      type: "bars",
      title: "Besuche",
      rows: [1, 0.37, 0.001, 0].map((share, week) => ({
        label: `${week + 1}. Okt. 2026`,
        value: "1.204",
        share,
      })),
    },
    {
      type: "list",
      title: "Braucht Aufmerksamkeit",
      items: [
        { text: "Plakat: Ein Ziel funktioniert nicht mehr", url: "https://x.example/" },
        { text: "und 3 weitere" },
      ],
    },
    { type: "button", text: "Bericht öffnen", url: "https://x.example/shared/{token}" },
  ],
};

/** What Word's engine draws: https://www.caniemail.com, "Outlook Windows", and its own property. */
const STYLES = new Set(
  "color font-family font-size font-weight line-height mso-line-height-rule margin padding border-bottom text-decoration".split(
    " ",
  ),
);
const ELEMENTS = /^(html|head|meta|title|style|body|table|tr|td|th|p|h1|h2|a|br)$/;

interface Element {
  name: string;
  attributes: Map<string, string>;
  /** Its own text. */
  text: string;
  parents: Element[];
}

/** The elements of a document that this service wrote. */
function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  for (const [, end, name = "", rest = "", text = ""] of html.matchAll(/<(\/?)([a-z]\w*)([^>]*)>([^<]*)/g)) {
    if (end) while (open.pop()?.name !== name);
    else {
      const attributes = new Map(
        Array.from(rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g), ([, key = "", value = ""]) => [key, value]),
      );
      const element = { name, attributes, text: "", parents: [...open] };
      elements.push(element);
      if (!/^(meta|br)$/.test(name)) open.push(element);
    }
    const last = open.at(-1);
    if (last) last.text += text.trim();
  }
  return elements;
}

const styleOf = ({ attributes }: Element): [string, string][] =>
  (attributes.get("style") ?? "")
    .split(";")
    .filter(Boolean)
    .map((each) => [each.slice(0, each.indexOf(":")), each.slice(each.indexOf(":") + 1)]);

/** What Word's engine would ignore in a mail, or draw otherwise than all others. */
function ignoredIn(html: string): string[] {
  return elementsOf(html).flatMap((element) => {
    const { name, attributes, text, parents } = element;
    const style = styleOf(element);
    const names = style.map(([property]) => property);
    const problems = names.filter((property) => !STYLES.has(property));
    if (!ELEMENTS.test(name)) problems.push("element");
    if (new Set(names).size < names.length) problems.push("a property twice");
    if (names.includes("padding") && !/^t[dh]$/.test(name)) problems.push("padding outside of a cell");
    if (style.some(([property, value]) => property === "margin" && /auto|-/.test(value)))
      problems.push("margin");
    if (style.some(([property, value]) => property.includes("size") && !/^\d+(px)?$/.test(value)))
      problems.push("a size that is not in pixels");
    if (names.includes("line-height") !== names.includes("mso-line-height-rule"))
      problems.push("line-height");
    if (name === "table")
      for (const each of ["cellpadding", "cellspacing", "border"])
        if (attributes.get(each) !== "0") problems.push(each);
    // Tables inherit no font, so the cell or a block within it has one.
    const cell = parents.findLastIndex((parent) => /^t[dh]$/.test(parent.name));
    const around = [...parents.slice(Math.max(0, cell)), element]
      .flatMap(styleOf)
      .map(([property]) => property);
    if (text !== "" && text !== "&nbsp;" && parents.some((parent) => parent.name === "body"))
      for (const each of ["font-family", "font-size", "color"])
        if (!around.includes(each)) problems.push(`text without ${each}`);
    return problems.map((problem) => `${name}: ${problem}`);
  });
}

describe("classic Outlook draws each mail as all others do:", () => {
  test.each(["confirmation", "everything"])("%s", async (kind) => {
    const { id } = await on.confirmed("ada@client.example", "de");
    if (kind === "everything") {
      on.sent.length = 0;
      await on.queue(id, kind, { content: EVERYTHING });
      await on.run();
    }
    const { html = "" } = on.sent[0] ?? {};
    expect(ignoredIn(html)).toEqual([]);
    const tables = elementsOf(html).filter(({ name }) => name === "table");
    // The outer table has the ground, the next the mail, whose width no style repeats.
    expect(
      tables.slice(0, 2).map(({ attributes }) => [attributes.get("width"), attributes.has("bgcolor")]),
    ).toEqual([
      ["100%", true],
      ["600", true],
    ]);
    expect(html).not.toMatch(/max-width(?!:\d+px\){)/);
  });

  test("the check finds what Word ignores", () => {
    expect(
      ignoredIn('<body><p style="padding:1px">x</p><table style="max-width:1px"><tr><td>x</td></tr></table>'),
    ).toEqual([
      ...["p: padding outside of a cell", "p: text without font-family", "p: text without font-size"],
      ...[
        "p: text without color",
        "table: max-width",
        "table: cellpadding",
        "table: cellspacing",
        "table: border",
      ],
      ...["td: text without font-family", "td: text without font-size", "td: text without color"],
    ]);
  });
});

test("lines of a text stay lines, and bars have the width of their share", async () => {
  const { id } = await on.confirmed("ada@client.example", "de");
  on.sent.length = 0;
  await on.queue(id, "report", { content: EVERYTHING });
  await on.run();
  const { html = "" } = on.sent[0] ?? {};
  expect(html).toContain("First line<br>second line");
  const bars = Array.from(html.matchAll(/<td width="(\d+)%" bgcolor="#a8431f"/g), ([, width]) => width);
  expect(bars).toEqual(["100", "37", "1"]);
});
