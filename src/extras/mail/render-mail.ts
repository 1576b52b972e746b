import { html } from "hono/html";
import { CONFIRMATION, type MailBlock, type MailContent } from "./mail.ts";
import { filled, mailMessages } from "./mail-messages.ts";
import type { TokenMail } from "./mail-store.ts";

/** A mail in both of its forms. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** The accent of mails without a brand. */
const ACCENT = "#0b6b3a";
/** Mail programs ignore style sheets, so each element has its style. */
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const CELL = "padding:6px 0;border-bottom:1px solid #dddcd6;font-size:15px;line-height:20px";
const FIRST = `${CELL};width:100%`;
const NUMBER = `${CELL};padding-left:16px;text-align:right;white-space:nowrap`;
const BUTTON =
  "display:inline-block;padding:10px 18px;border-radius:6px;background:#1d1f1c;color:#ffffff;text-decoration:none;font-weight:600";

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

/** The mail as HTML, without pictures and with all texts escaped, and as plain text. */
export async function renderMail(mail: TokenMail, token: string, unsubscribe: string): Promise<RenderedMail> {
  const { language, organizationName } = mail;
  const isAsking = mail.cause === CONFIRMATION;
  const { subject, brand, heading, blocks } = isAsking ? confirmationOf(mail) : mail.content;
  const messages = mailMessages[language];
  const accent = brand?.accent ?? ACCENT;
  const reason = isAsking ? "" : filled(messages.reason, organizationName);
  const document = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;background:#f6f5f1">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-top:4px solid ${accent};${FONT};color:#1d1f1c">
<tr><td style="padding:24px">
${brand && html`<p style="margin:0 0 8px;font-weight:600;color:#5d615a" dir="auto">${brand.name}</p>`}
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px" dir="auto">${heading}</h1>
${blocks.map(
  (block) =>
    html`${block.title && html`<h2 style="margin:28px 0 8px;font-size:17px;line-height:22px">${block.title}</h2>`}${htmlOf(block, accent, token)}`,
)}
</td></tr></table>
<p style="max-width:600px;margin:16px auto 0;${FONT};font-size:13px;line-height:18px;color:#5d615a">${reason && html`${reason}<br>`}
<a href="${unsubscribe}" style="color:#5d615a">${messages.unsubscribe}</a></p>
</td></tr></table></body></html>
`;
  const parts = [
    ...(brand ? [brand.name] : []),
    heading,
    ...blocks.flatMap((block) => [
      ...(block.title ? [`${block.title}\n${"-".repeat(block.title.length)}`] : []),
      textOf(block, token),
    ]),
    ["-- ", ...(reason ? [reason] : []), `${messages.unsubscribe}: ${unsubscribe}`].join("\n"),
  ];
  return { subject: oneLine(subject), html: String(await document), text: `${parts.join("\n\n")}\n` };
}

function htmlOf(block: MailBlock, accent: string, token: string): Html {
  switch (block.type) {
    case "text":
      return html`<p style="margin:0 0 16px;font-size:16px;line-height:24px;white-space:pre-line" dir="auto">${block.text}</p>`;
    case "table":
      return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
<tr>${block.columns.map((name, index) => html`<th scope="col" align="${index === 0 ? "left" : "right"}" style="${index === 0 ? FIRST : NUMBER};color:#5d615a;font-weight:400">${name}</th>`)}</tr>
${block.rows.map((row) => html`<tr>${row.map((cell, index) => html`<td style="${index === 0 ? FIRST : NUMBER}" dir="auto">${cell}</td>`)}</tr>`)}</table>`;
    case "bars":
      return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${block.rows.map(
        ({ label, value, share }) =>
          html`<tr><td style="padding:2px 12px 2px 0;font-size:13px;line-height:18px;white-space:nowrap">${label}</td>
<td width="100%" style="padding:2px 0">${share > 0 && html`<div style="width:${Math.max(1, Math.round(share * 100))}%;height:12px;background:${accent};border-radius:2px"></div>`}</td>
<td style="padding:2px 0 2px 12px;font-size:13px;line-height:18px;text-align:right;white-space:nowrap">${value}</td></tr>`,
      )}</table>`;
    case "list":
      return html`<ul style="margin:0 0 16px;padding-left:20px;font-size:15px;line-height:22px">${block.items.map(
        ({ text, url }) =>
          html`<li dir="auto">${url === undefined ? text : html`<a href="${url}" style="color:${ACCENT}">${text}</a>`}</li>`,
      )}</ul>`;
    case "button":
      return html`<p style="margin:24px 0 8px"><a href="${withToken(block.url, token)}" style="${BUTTON}">${block.text}</a></p>`;
  }
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
