import type { Samples } from "./blocks.ts";
import { type ClientCall, clientSample } from "./client-sample.ts";

/** A request as it is shown. */
export interface SampleRequest {
  method: string;
  /** The origin of the API. */
  origin: string;
  /** Path and query; `$LINK_ID` stands for the id of a link. */
  path: string;
  /** Besides those of the key and the body. */
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** The same request in each language. */
export const samplesOf = (request: SampleRequest, call: ClientCall): Samples => ({
  sh: curlSample(request),
  ts: clientSample(request.origin, call),
  python: pythonSample(request),
});

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function headersOf({ headers, body }: SampleRequest): [string, string][] {
  const type: [string, string][] = body === undefined ? [] : [["Content-Type", "application/json"]];
  return [...type, ...Object.entries(headers)];
}

/** For a shell. The address is quoted where a shell would read its characters as something else. */
function curlSample(request: SampleRequest): string {
  const { method, origin, path, body } = request;
  const address = origin + path;
  const lines = [
    `curl ${method === "POST" || method === "GET" ? "" : `-X ${method} `}${/[?&$]/.test(address) ? `"${address}"` : address}`,
    `-H "X-Service-API-Key: $KEY"`,
    ...headersOf(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d '${json(body).replaceAll("'", "\\u0027")}'`]),
  ];
  return lines.join(" \\\n  ");
}

const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

/** With nothing but Python's standard library. */
function pythonSample(request: SampleRequest): string {
  const { method, origin, path, body } = request;
  const usesLink = path.includes("$LINK_ID");
  const address = usesLink
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
    `    ${address},`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    "    headers={",
    ...headers.map((header) => `        ${header},`),
    "    },",
    ...(body === undefined ? [] : ["    data=json.dumps(body).encode(),"]),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    '    print(json.load(answer)["data"])',
  ].join("\n");
}

/** A value of JSON as Python writes it. */
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
