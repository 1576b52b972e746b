import { Hono } from "hono";
import { html, raw } from "hono/html";
import { CONFIRMATION, filled, mailMessages } from "../../extras/mail/mail.ts";
import type { TokenMail } from "../../extras/mail/mail-store.ts";
import { STYLE } from "../../features/short-links/page.ts";
import { isToken, tokenHash } from "../../ground/core/ids.ts";
import { attemptOf } from "../../ground/platform/failed-attempts.ts";
import type { AppContext, AppEnv } from "../http/context.ts";
import { messageResponse, styledResponse } from "./message-page.ts";

/** The button looks like the links of these pages, as their style is the same. */
const FORM_STYLE =
  "form{margin-top:1.5rem}button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border:0;border-radius:.375rem;" +
  "background:var(--accent);color:var(--ground);cursor:pointer}";

/** What the links in mails do. Mail programs open links before people do, so only a form changes something. */
const PAGES = ["confirm", "unsubscribe", "resume"] as const;
type Page = (typeof PAGES)[number];

/**
 * The pages that links in mails open, below /mail, without sign-in. `POST …/unsubscribe` is the one click of RFC 8058, and
 * `…/resume` undoes it. Clients that guess tokens are limited like those that guess short links.
 */
export const mailPages = new Hono<AppEnv>();
for (const page of PAGES) mailPages.on(["GET", "POST"], `/:token/${page}`, (c) => respond(c, page));

/** Does what a form asks for, and responds with what is so now. Only mails that ask for a confirmation have one. */
async function respond(c: AppContext, page: Page): Promise<Response> {
  const { mails, recipients, now } = c.var.dependencies;
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  const token = c.req.param("token") ?? "";
  await attempt.begin();
  const hash = isToken(token) ? await tokenHash(token) : "";
  const find = async () => {
    const mail = await mails.findByToken(hash);
    return page === "confirm" && mail?.cause !== CONFIRMATION ? null : mail;
  };
  let mail = await find();
  if (mail && c.req.method === "POST") {
    await recipients[page](mail, now());
    mail = await find();
  }
  if (!mail) {
    await attempt.recordFailure();
    return messageResponse({
      status: 404,
      problem: "unknown",
      request: c.req.raw,
      correlationId: c.var.correlationId,
    });
  }
  attempt.recordSuccess();
  const { title, content } = contentOf(page, mail);
  const style = STYLE + FORM_STYLE;
  const document = html`<!doctype html><html lang="${mail.language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<style>${raw(style)}</style></head>
<body><main><h1 dir="auto">${title}</h1>${content}</main></body></html>`;
  const response = await styledResponse({ html: document, style }, 200, [], {
    "Referrer-Policy": "no-referrer",
  });
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  response.headers.set("Content-Security-Policy", policy.replace("form-action 'none'", "form-action 'self'"));
  return response;
}

/** What a page says and offers, by whether its reader gets mail: a link that was used before shows what came of it. */
function contentOf(page: Page, { problem, language, organizationName: name }: TokenMail) {
  const messages = mailMessages[language];
  const form = (action: Page, label: string) =>
    html`<form method="post" action="${action}"><button>${label}</button></form>`;
  if (problem === "unsubscribed")
    return { title: filled(messages.unsubscribed, name), content: form("resume", messages.resume) };
  // Nothing that its reader could do would bring mail.
  if (problem === "bounced" || problem === "not_member")
    return { title: filled(messages.unsubscribed, name), content: "" };
  if (page === "unsubscribe") {
    const ask = html`<p dir="auto">${filled(messages.unsubscribeText, name)}</p>`;
    return { title: messages.unsubscribe, content: [ask, form("unsubscribe", messages.unsubscribe)] };
  }
  if (problem !== null) {
    const ask = html`<p dir="auto">${filled(messages.confirmText, name)}</p>`;
    return { title: filled(messages.confirmSubject, name), content: [ask, form(page, messages.confirm)] };
  }
  const undo = html`<p><a href="unsubscribe">${messages.unsubscribe}</a></p>`;
  return { title: filled(messages.confirmed, name), content: undo };
}
