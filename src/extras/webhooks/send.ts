import { exchange, retryAfter } from "../../ground/platform/fetch-json.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import { EVENTS } from "../events/catalog.ts";
import type { EventBody } from "../events/event.ts";

/** A chat service: the body that it accepts, or why it accepts no events at such a URL. */
interface Chat {
  /** Of its URLs without `https://`. */
  urls: RegExp;
  bodyOf?: (text: string) => object;
  refusal?: string;
}

const card = (text: string) => ({
  $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
  type: "AdaptiveCard",
  version: "1.4",
  body: [{ type: "TextBlock", text, wrap: true }],
});

/** The first with a URL counts. */
const CHATS: readonly Chat[] = [
  { urls: /^hooks\.slack(-gov)?\.com\//, bodyOf: (text) => ({ text }) },
  {
    urls: /^(\w+\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\/[^?]*\/slack\b/,
    bodyOf: (text) => ({ text }),
  },
  { urls: /^(\w+\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\//, bodyOf: (content) => ({ content }) },
  { urls: /^chat\.googleapis\.com\/v1\/spaces\//, bodyOf: (text) => ({ text }) },
  // Flows of Teams with an address of the new kind post the body itself, those of the old kind its attachments.
  { urls: /^[^/]+\.powerplatform\.(com|cn|microsoft\.us)[:/]/, bodyOf: card },
  {
    urls: /^[^/]+\.logic\.azure\.(com|us|cn)[:/]/,
    bodyOf: (text) => ({
      type: "message",
      attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card(text) }],
    }),
  },
  {
    urls: /^([^/]+\.webhook\.office\.com|outlook\.office(365)?\.com)[:/]/,
    refusal:
      "must not be a connector of Teams, because Microsoft has retired them. Add the workflow “Send webhook alerts to a channel” in Teams, and use its URL",
  },
  {
    urls: /^(([\w-]+\.)*(slack|discord|discordapp)\.com|teams\.(microsoft|live)\.com|teams\.cloud\.microsoft|(chat|mail)\.google\.com)[:/]/,
    refusal: "must be the URL of an incoming webhook: this is a page of the chat",
  },
  {
    urls: /^(api\.telegram\.org|graph\.facebook\.com|api\.pushover\.net|oapi\.dingtalk\.com|qyapi\.weixin\.qq\.com|open\.(feishu\.cn|larksuite\.com)|webexapis\.com)[:/]/,
    refusal: "is on a service that refuses our events. Connect it by a service such as Zapier, Make or n8n",
  },
];

/** The chat service with this URL, if any. */
export function chatOf(url: string): Chat | undefined {
  const { host, pathname } = new URL(url);
  return CHATS.find(({ urls }) => urls.test(host.replace(/\.$/, "") + pathname));
}

/** How much of a response is read, in bytes, and stored, in characters. */
const MAX_READ = 100_000;
const MAX_KEPT = 500;
/** Enough bytes for the stored characters. */
const KEPT_BYTES = 4 * MAX_KEPT;

/** The result of one attempt. */
export interface DeliveryAttempt {
  /** Null if no response began in time. */
  status: number | null;
  ms: number;
  /** The beginning of the response, or why there was none. */
  response: string;
  retryAfterMs?: number;
}

/** The body of a message: what chat services accept at their URLs, and the event for all others. */
export function messageFor(url: string, event: EventBody | TestBody): string {
  const chat = chatOf(url);
  if (!chat?.bodyOf) return JSON.stringify(event);
  const sentence = EVENTS.find(({ type }) => type === event.type)?.sentence ?? "This is a test.";
  return JSON.stringify(chat.bodyOf(`${event.type}: ${sentence} ${event.related.url}`));
}

/** The body of a test message. */
export type TestBody = Omit<EventBody, "type" | "related"> & {
  type: "webhook.test";
  related: { type: "webhook"; id: string; url: string };
};

/** Sends a message once. Bounded in time and size, as `exchange` is; never throws. */
export async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<DeliveryAttempt> {
  const started = Date.now();
  const kept: number[] = [];
  const read = async (response: Response): Promise<void> => {
    let read = 0;
    for await (const chunk of response.body ?? []) {
      kept.push(...chunk.subarray(0, Math.max(0, KEPT_BYTES - read)));
      read += chunk.byteLength;
      if (read >= MAX_READ) break;
    }
  };
  const init = { method: "POST", headers, body };
  // A response that began counts by its status, even if its body does not end in time.
  const { status, failure, ...sent } = await exchange(url, init, SERVICE_DEADLINES.webhook, read);
  const ms = Date.now() - started;
  if (status === null) {
    const late = `No response within ${SERVICE_DEADLINES.webhook / 1000} s.`;
    return { status, ms, response: failure === "timeout" ? late : "No connection." };
  }
  const text = Array.from(new TextDecoder().decode(new Uint8Array(kept)).replaceAll("\0", ""));
  return {
    status,
    ms,
    response: text.slice(0, MAX_KEPT).join(""),
    ...retryAfter(sent.headers, Date.now()),
  };
}
