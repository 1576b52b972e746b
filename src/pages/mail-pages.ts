import { Hono } from "hono";
import { html, raw } from "hono/html";
import { isToken, tokenHash } from "../core/token.ts";
import type { AppContext, AppEnv } from "../http/context.ts";
import { filled, MAIL_MESSAGES } from "../mail/mail-messages.ts";
import type { LinkedMail } from "../mail/recipient-store.ts";
import { attemptOf } from "../platform/failed-attempts.ts";
import { STYLE } from "../short-links/page.ts";
import { messageResponse, styledResponse } from "./message-page.ts";

/** The button looks like the links of these pages, as their style is the same. */
const FORM_STYLE =
  "form{margin-top:1.5rem}button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border:0;border-radius:.375rem;" +
  "background:var(--accent);color:var(--ground);cursor:pointer}";

/** What the links in mails do. Mail programs open links before people do, so only a form changes something. */
const PAGES = ["confirm", "unsubscribe", "resume"] as const;
type Page = (typeof PAGES)[number];

const textsOf = (page: Page, { language, organizationName: name }: LinkedMail) => {
  const messages = MAIL_MESSAGES[language];
  const [title, ask, done] = {
    confirm: [messages.confirm, messages.confirmText, messages.confirmed],
    unsubscribe: [messages.unsubscribe, messages.unsubscribeText, messages.unsubscribed],
    resume: [messages.resume, messages.unsubscribed, messages.confirmed],
  }[page] as [string, string, string]; // as written above
  return { title, ask: filled(ask, name), done: filled(done, name), resume: messages.resume };
};

/**
 * The pages that links in mails open, below /mail, without sign-in. `POST …/unsubscribe` is the one click of RFC 8058, and
 * `…/resume` undoes it. Clients that guess tokens are limited like those that guess short links.
 */
export const mailPages = new Hono<AppEnv>();
for (const page of PAGES) {
  mailPages
    .get(`/:token/${page}`, (c) => withMail(c, page, async () => "ask"))
    .post(`/:token/${page}`, (c) =>
      withMail(c, page, async (hash) => {
        const { recipients, now } = c.var.dependencies;
        await recipients[page](hash, now());
        return "done";
      }),
    );
}

/** Responds about the mail with the token in the path. There are no confirmations but of mails that ask for them. */
async function withMail(
  c: AppContext,
  page: Page,
  act: (hash: string) => Promise<"ask" | "done">,
): Promise<Response> {
  const { recipients } = c.var.dependencies;
  const attempt = attemptOf(c.env.UNKNOWN_LINK_RATE_LIMIT, c.req.raw);
  const token = c.req.param("token") ?? "";
  await attempt.begin();
  const hash = isToken(token) ? await tokenHash(token) : null;
  const mail = hash === null ? null : await recipients.findByToken(hash);
  if (hash === null || !mail || (page === "confirm" && mail.kind !== "confirmation")) {
    await attempt.recordFailure();
    return messageResponse({ status: 404, problem: "unknown", request: c.req.raw });
  }
  attempt.recordSuccess();
  const texts = textsOf(page, mail);
  const isDone = (await act(hash)) === "done";
  const style = STYLE + FORM_STYLE;
  const document = html`<!doctype html><html lang="${mail.language}"><head><meta charset="utf-8"><title>${texts.title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<style>${raw(style)}</style></head>
<body><main><h1>${texts.title}</h1><p dir="auto">${isDone ? texts.done : texts.ask}</p>${formOf(page, isDone, texts)}</main></body></html>`;
  const response = await styledResponse({ html: document, style }, 200, [], {
    "Referrer-Policy": "no-referrer",
  });
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  response.headers.set("Content-Security-Policy", policy.replace("form-action 'none'", "form-action 'self'"));
  return response;
}

/** The button that does what a page asks for or, once a recipient has unsubscribed, undoes it. */
function formOf(page: Page, isDone: boolean, { title, resume }: ReturnType<typeof textsOf>) {
  if (!isDone) return html`<form method="post"><button>${title}</button></form>`;
  return (
    page === "unsubscribe" && html`<form method="post" action="resume"><button>${resume}</button></form>`
  );
}
