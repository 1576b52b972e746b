/** The groups of operations with their descriptions, in the order of /docs. */
export const TAGS = {
  Links: "Create, preview, find and change short links, explain their destinations and list their changes.",
  "QR codes": "The QR codes of a link and their images for screen and print.",
  Visits: "Scans and clicks by time and origin, with robots and previews counted separately.",
  Projects: "Projects and the brand of their links.",
  Exports: "One archive with everything of an organization.",
  Keys: "The API key of the request.",
  Events: "What happened to links, codes, pages, products, imports and keys.",
  Webhooks: "URLs that receive events as they happen.",
  Retailers: "The stores of the delivery app.",
  "Short links": "The URLs that shoppers open. They need no API key.",
  Service: "Probes and the OpenAPI document. They need no API key.",
} as const;

export type Tag = keyof typeof TAGS;
