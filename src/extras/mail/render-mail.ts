import { html, raw } from "hono/html";
import { screenColor } from "../../ground/core/colors.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { CONFIRMATION, filled, type MailBlock, type MailContent, mailMessages } from "./mail.ts";
import type { TokenMail } from "./mail-store.ts";

/** A mail in both of its forms. */
interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** The accent of mails without a brand. */
const ACCENT = "#0b6b3a";
/**
 * Classic Outlook draws mails with Word's engine, which knows neither `max-width` nor the padding of anything but cells, and
 * inherits no font into tables. So tables hold the layout, and each cell has its style; phones get the width from `NARROW`.
 */
const WIDTH = 600;
const NARROW = `@media (max-width:${WIDTH + 24}px){.mail{width:100%!important}}`;
const TABLE = raw('cellpadding="0" cellspacing="0" border="0"');
const LAYOUT = raw(`role="presentation" ${TABLE}`);
const [GROUND, INK, QUIET] = ["#f6f5f1", "#1d1f1c", "#5d615a"];
const text = (size: number, line: number, color = INK): string =>
  `font-family:Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:${size}px;line-height:${line}px;mso-line-height-rule:exactly;color:${color}`;
/** A cell of a table of numbers. */
const cellStyle = (index: number, color = INK): string =>
  `padding:6px 0 6px ${index === 0 ? 0 : 16}px;border-bottom:1px solid #dddcd6;${text(15, 20, color)}`;
/** The end of the tag and the content of an empty cell, which no font makes higher. */
const empty = (height: number) =>
  raw(`height="${height}" style="font-size:0;line-height:${height}px;mso-line-height-rule:exactly">&nbsp;`);

type Html = ReturnType<typeof html>;

const withToken = (url: string, token: string): string => url.replace("{token}", token);

/** A subject is one line: other characters could end the header, or turn around what follows. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Bidi_Control}]/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** The mail that asks an address. The name of the organization is all that it has of its author. */
function confirmationOf({ language, organizationName: name, origin }: TokenMail): MailContent {
  const { confirmSubject, confirmText, confirm } = mailMessages[language];
  const subject = filled(confirmSubject, name);
  const blocks: MailBlock[] = [
    { type: "text", text: filled(confirmText, name) },
    { type: "button", text: confirm, url: `${origin}/mail/{token}/confirm` },
  ];
  return { subject, heading: subject, blocks };
}

/** What stands below a mail. */
interface Footer {
  /** Why the recipient gets the mail; empty: it says so itself. */
  reason: string;
  /** Its label and URL; null if the recipient asked for this mail alone. */
  unsubscribe: { label: string; url: string } | null;
}

/** A mail of a subscription, in both of its forms. */
export function renderMail(mail: TokenMail, token: string, unsubscribe: string): Promise<RenderedMail> {
  const { language, organizationName } = mail;
  const isAsking = mail.cause === CONFIRMATION;
  const messages = mailMessages[language];
  const reason = isAsking ? "" : filled(messages.reason, organizationName);
  const footer = { reason, unsubscribe: { label: messages.unsubscribe, url: unsubscribe } };
  return renderContent(isAsking ? confirmationOf(mail) : mail.content, language, footer, token);
}

/** The content as HTML, without pictures and with all texts escaped, and as plain text. */
export async function renderContent(
  { subject, brand, heading, blocks }: MailContent,
  language: PageLanguage,
  { reason, unsubscribe }: Footer,
  token = "",
): Promise<RenderedMail> {
  const accent = screenColor(brand?.accent ?? ACCENT);
  const row = (content: Html, below = 16) =>
    html`<tr><td style="padding:0 24px ${below}px">${content}</td></tr>`;
  const document = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${subject}</title><style>${raw(NARROW)}</style></head>
<body bgcolor="${GROUND}" style="margin:0">
<table ${LAYOUT} width="100%" bgcolor="${GROUND}"><tr><td align="center" style="padding:24px 12px">
<table ${LAYOUT} width="${WIDTH}" bgcolor="#ffffff" class="mail">
<tr><td bgcolor="${accent}" ${empty(4)}</td></tr>
<tr><td ${empty(24)}</td></tr>
${brand && row(html`<p style="margin:0;${text(16, 24, QUIET)};font-weight:600" dir="auto">${brand.name}</p>`, 8)}
${row(html`<h1 style="margin:0;${text(24, 30)}" dir="auto">${heading}</h1>`)}
${blocks.map(({ title, ...block }) =>
  row(
    html`${title && html`<h2 style="margin:12px 0 8px;${text(17, 22)}">${title}</h2>`}${htmlOf(block, accent, token)}`,
  ),
)}
<tr><td ${empty(8)}</td></tr>
</table>
<table ${LAYOUT} width="${WIDTH}" class="mail"><tr><td style="padding:16px 24px 0;${text(13, 18, QUIET)}">${reason && html`${reason}<br>`}
${unsubscribe && html`<a href="${unsubscribe.url}" style="color:${QUIET}">${unsubscribe.label}</a>`}</td></tr></table>
</td></tr></table></body></html>
`;
  const parts = [
    ...(brand ? [brand.name] : []),
    heading,
    ...blocks.flatMap((block) => [
      ...(block.title ? [`${block.title}\n${"-".repeat(block.title.length)}`] : []),
      textOf(block, token),
    ]),
    ...(unsubscribe
      ? [["-- ", ...(reason ? [reason] : []), `${unsubscribe.label}: ${unsubscribe.url}`].join("\n")]
      : []),
  ];
  return { subject: oneLine(subject), html: String(await document), text: `${parts.join("\n\n")}\n` };
}

function htmlOf(block: MailBlock, accent: string, token: string): Html {
  switch (block.type) {
    case "text":
      return html`<p style="margin:0;${text(16, 24)}" dir="auto">${block.text
        .split("\n")
        .map((line, index) => html`${index > 0 && raw("<br>")}${line}`)}</p>`;
    case "table":
      return html`<table ${TABLE} width="100%">
<tr>${block.columns.map((name, index) => html`<th scope="col" align="${index === 0 ? "left" : "right"}" style="${cellStyle(index, QUIET)};font-weight:400">${name}</th>`)}</tr>
${block.rows.map((row) => html`<tr>${row.map((cell, index) => html`<td ${raw(index === 0 ? 'width="100%" dir="auto"' : 'align="right" nowrap')} style="${cellStyle(index)}">${cell}</td>`)}</tr>`)}</table>`;
    case "bars":
      return html`<table ${LAYOUT} width="100%">${block.rows.map(
        ({ label, value, share }) =>
          html`<tr><td nowrap style="padding:2px 12px 2px 0;${text(13, 18)}">${label}</td>
<td width="100%" style="padding:2px 0">${bar(share, accent)}</td>
<td align="right" nowrap style="padding:2px 0 2px 12px;${text(13, 18)}">${value}</td></tr>`,
      )}</table>`;
    case "list":
      return html`<table ${LAYOUT} width="100%">${block.items.map(
        (item) =>
          html`<tr><td valign="top" style="padding:0 8px 8px 0;${text(15, 22)}">&bull;</td>
<td width="100%" style="padding:0 0 8px;${text(15, 22)}" dir="auto">${item.url === undefined ? item.text : html`<a href="${item.url}" style="color:${ACCENT}">${item.text}</a>`}</td></tr>`,
      )}</table>`;
    case "button":
      return html`<table ${LAYOUT}><tr><td bgcolor="${INK}" style="padding:10px 18px;${text(16, 24, "#ffffff")}">
<a href="${withToken(block.url, token)}" style="color:#ffffff;text-decoration:none;font-weight:600">${block.text}</a></td></tr></table>`;
  }
}

/** A bar of a plot: a cell with a color beside an empty one. */
function bar(share: number, accent: string): Html | undefined {
  if (share <= 0) return undefined;
  const width = Math.max(1, Math.round(share * 100));
  return html`<table ${LAYOUT} width="100%"><tr><td width="${width}%" bgcolor="${accent}" ${empty(12)}</td>${
    width < 100 && html`<td width="${100 - width}%" ${empty(12)}</td>`
  }</tr></table>`;
}

function textOf(block: MailBlock, token: string): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "table":
      return block.rows
        .map(([first = "", ...cells]) =>
          [first, ...cells.map((cell, index) => `${block.columns[index + 1] ?? ""} ${cell}`.trim())].join(
            " | ",
          ),
        )
        .join("\n");
    case "bars":
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "list":
      return block.items.map(({ text, url }) => `* ${text}${url === undefined ? "" : ` ${url}`}`).join("\n");
    case "button":
      return `${block.text}: ${withToken(block.url, token)}`;
  }
}
