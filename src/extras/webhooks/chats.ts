/** A chat service: the body that it accepts, or why it accepts no events at such a URL. */
interface Chat {
  /** Of its URLs without `https://`. */
  urls: RegExp;
  bodyOf?: (text: string) => object;
  refusal?: string;
}

const card = (text: string) => ({
  ...{ $schema: "http://adaptivecards.io/schemas/adaptive-card.json", type: "AdaptiveCard", version: "1.4" },
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
