import { html } from "hono/html";
import { document, type Html, pageResponse } from "./document.ts";

/** A page with one message. It is never cached, because the message may become wrong at any moment. */
export const messageResponse = (
  status: number,
  title: string,
  text: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  pageResponse(messagePage(title, text), status, { "Cache-Control": "no-store", ...headers });

const messagePage = (title: string, text: string): Html =>
  document({ title, main: html`<div class="inner message"><h1>${title}</h1><p>${text}</p></div>` });
