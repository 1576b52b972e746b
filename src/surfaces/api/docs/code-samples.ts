import type { Samples } from "./blocks.ts";
import { type ClientCall, clientSample } from "./client-sample.ts";

/** A request to show in each language. */
export interface SampleRequest {
  method: string;
  origin: string;
  /** Path and query; `$LINK_ID` is a placeholder. */
  path: string;
  /** Headers besides the API key and the content type. */
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body?: unknown;
  /** A file instead of JSON. */
  upload?: { mediaType: string; file: string } | undefined;
}

/** A request in each language. */
export const samplesOf = (request: SampleRequest, call: ClientCall | null): Samples => ({
  sh: curlSample(request),
  ts: call ? clientSample(request.origin, call) : fetchSample(request),
  python: pythonSample(request),
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function headersOf({ headers, body, upload }: SampleRequest): [string, string][] {
  const type = upload?.mediaType ?? (body === undefined ? null : "application/json");
  return [...(type === null ? [] : [["Content-Type", type] as [string, string]]), ...Object.entries(headers)];
}

/** A request with `fetch`, for operations without a method of the client. */
function fetchSample(request: SampleRequest): string {
  const { method, origin, path, body } = request;
  const headers = headersOf(request).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  const sent = body === undefined ? null : `JSON.stringify(${json(body)})`;
  return [
    `const response = await fetch(\`${origin}${path.replaceAll("$LINK_ID", "\x24{process.env.LINK_ID}")}\`, {`,
    `  method: "${method}",`,
    "  headers: {",
    '    "X-Service-API-Key": process.env.KEY ?? "",',
    ...headers,
    "  },",
    ...(sent === null ? [] : [`  body: ${sent},`]),
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    "console.log(await response.json());",
  ].join("\n");
}

/** A request with curl. The URL is quoted if the shell would interpret its characters. */
function curlSample(request: SampleRequest): string {
  const { method, origin, path, body, upload } = request;
  const data = upload
    ? `--data-binary @${upload.file}`
    : body !== undefined && `-d '${json(body).replaceAll("'", "\\u0027")}'`;
  const url = origin + path;
  const lines = [
    `curl ${method === (data ? "POST" : "GET") ? "" : `-X ${method} `}${/[?&$]/.test(url) ? `"${url}"` : url}`,
    `-H "X-Service-API-Key: $KEY"`,
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data ? [data] : []),
  ];
  return lines.join(" \\\n  ");
}

const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

/** A request with Python's standard library. */
function pythonSample(request: SampleRequest): string {
  const { method, origin, path, body, upload } = request;
  const usesLink = path.includes("$LINK_ID");
  const url = usesLink
    ? `f"${origin}${path.replaceAll("$LINK_ID", "{os.environ['LINK_ID']}")}"`
    : `"${origin}${path}"`;
  const headers = [
    `"X-Service-API-Key": os.environ["KEY"]`,
    ...headersOf(request).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  return [
    "import json, os, urllib.request",
    "",
    ...(body === undefined ? [] : [`body = ${pythonValue(body, "")}`]),
    "request = urllib.request.Request(",
    `    ${url},`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    "    headers={",
    ...headers.map((header) => `        ${header},`),
    "    },",
    ...(body === undefined ? [] : ["    data=json.dumps(body).encode(),"]),
    ...(upload ? [`    data=open(${JSON.stringify(upload.file)}, "rb").read(),`] : []),
    ")",
    "with urllib.request.urlopen(request) as response:",
    '    print(json.load(response)["data"])',
  ].join("\n");
}

/** A JSON value as a Python literal. */
function pythonValue(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}    `;
  const [open, close, parts] = Array.isArray(value)
    ? ["[", "]", value.map((each) => pythonValue(each, deeper))]
    : [
        "{",
        "}",
        Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, deeper)}`),
      ];
  const short = `${open}${parts.join(", ")}${close}`;
  if (short.length + indent.length <= 72 && !short.includes("\n")) return short;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}
