/** The groups of operations, in the order of the documents, and what each is about. */
export const TAGS = {
  Links:
    "Short links: create, preview, find and change them, and learn where they lead and who changed them.",
  "QR codes":
    "The codes of a link, told apart by their identifiers, and their images for screens and printers.",
  Visits:
    "How many people came, when, and from where: scans of codes and clicks, apart from robots and previews.",
  Projects: "The projects that a key reaches, and how their links look to shoppers.",
  Keys: "The API key that a request carries.",
  Events: "What happened to links, codes, pages, products, imports and keys.",
  Webhooks: "Where events are sent as they happen.",
  Retailers: "The stores of the delivery app, and how a link names one.",
  "Short links": "What shoppers open. No key is needed.",
  Service: "Whether the service runs, and its description for tools. No key is needed.",
} as const;

/** One group of operations. */
export type Tag = keyof typeof TAGS;
