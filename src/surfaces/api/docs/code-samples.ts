import type { Samples } from "./blocks.ts";
import { type ClientCall, clientSample } from "./client-samples.ts";

/** A request to show in each language. */
interface SampleRequest {
  method: string;
  origin: string;
  /** Path and query, with environment variables such as `$LINK_ID`. */
  path: string;
  /** Headers besides the API key and the content type. Samples send a new Idempotency-Key, and the ETag of a read. */
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body?: unknown;
  /** A file instead of JSON. */
  upload?: { mediaType: string; file: string } | undefined;
}

/** An environment variable in a path or body. */
const VARIABLE = /\$[A-Z_]+/g;

/** A request in each language. */
export const samplesOf = (request: SampleRequest, call: ClientCall | null): Samples => ({
  sh: curlSample(request),
  ts: call ? clientSample(request.origin, call) : "",
  python: pythonSample(request),
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function headersOf({ headers, body, upload }: SampleRequest): [string, string][] {
  const type = upload?.mediaType ?? (body === undefined ? null : "application/json");
  return [...(type === null ? [] : [["Content-Type", type] as [string, string]]), ...Object.entries(headers)];
}

/** A request with curl. The URL is quoted if the shell would interpret its characters. */
function curlSample(request: SampleRequest): string {
  const { method, origin, path, headers, body, upload } = request;
  // JSON is in single quotes, and variables are not.
  const text = body !== undefined && json(body).replaceAll("'", "\\u0027").replace(VARIABLE, `'"$&"'`);
  const data = upload ? `--data-binary @${upload.file}` : text && `-d '${text}'`;
  const url = origin + path;
  const address = /[?&$]/.test(url) ? `"${url}"` : url;
  const own: Readonly<Record<string, string>> = {
    "Idempotency-Key": "$(openssl rand -hex 16)",
    "If-Match": "$ETAG",
  };
  const key = '-H "X-Service-API-Key: $KEY"';
  const lines = [
    `curl ${method === (data ? "POST" : "GET") ? "" : `-X ${method} `}${address}`,
    key,
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${own[name] ?? value}`)}`),
    ...(data ? [data] : []),
  ];
  const read = headers["If-Match"]
    ? [`ETAG=$(curl -s -o /dev/null -w '%header{etag}' ${address} ${key})`]
    : [];
  return [...read, lines.join(" \\\n  ")].join("\n");
}

const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

/** A request with Python's standard library. */
function pythonSample(request: SampleRequest): string {
  const { method, origin, path, body, upload } = request;
  const filled = path.replace(VARIABLE, (name) => `{os.environ['${name.slice(1)}']}`);
  const url = `${filled === path ? "" : "f"}"${origin}${filled}"`;
  const own: Readonly<Record<string, string>> = {
    "Idempotency-Key": "str(uuid.uuid4())",
    "If-Match": "etag",
  };
  const key = `"X-Service-API-Key": os.environ["KEY"]`;
  const headers = [
    key,
    ...headersOf(request).map(
      ([name, value]) => `${JSON.stringify(name)}: ${own[name] ?? JSON.stringify(value)}`,
    ),
  ];
  const read = [
    `read = urllib.request.Request(${url}, headers={${key}})`,
    "with urllib.request.urlopen(read) as response:",
    '    etag = response.headers["ETag"]',
  ];
  return [
    `import json, os, urllib.request${request.headers["Idempotency-Key"] ? ", uuid" : ""}`,
    "",
    ...(request.headers["If-Match"] ? read : []),
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
  if (typeof value === "string" && /^\$[A-Z_]+$/.test(value)) return `os.environ["${value.slice(1)}"]`;
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
