import { textOf, type VariableName, type Variables } from "./text.ts";

/** The redirect imports this file, so it must not import zod or anything else that takes time to load. */

/** What short links need of the configuration. The rest of it is read by settings.ts, which takes these values over. */
export interface RedirectSettings {
  /** The configured origins, without a slash at the end; null where the variable is empty or wrong. */
  shortLinkOrigin: string | null;
  apiOrigin: string | null;
  /** The hosts of both, with their ports: no domains of organizations. */
  ownHosts: readonly string[];
  countsVisits: boolean;
  keepsTagOnScans: boolean;
  /** What is wrong with the origins; as long as one is, nothing is created. */
  originProblems: readonly string[];
  /** What is wrong with the variables of this file, those of the origins included. */
  problems: readonly string[];
}

/** Of this isolate: a Worker's bindings are one object for as long as it lives. */
const read = new WeakMap<Variables, RedirectSettings>();

/** The settings of short links in `env`, read once for each isolate. */
export function redirectSettings(env: Variables): RedirectSettings {
  let settings = read.get(env);
  if (!settings) {
    settings = readRedirectSettings(env);
    read.set(env, settings);
  }
  return settings;
}

function readRedirectSettings(env: Variables): RedirectSettings {
  const originProblems: string[] = [];
  const originIn = (name: VariableName): string | null => {
    const text = textOf(env, name);
    if (text === undefined) return null;
    const url = URL.parse(text);
    const isOrigin = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
    if (isOrigin && /^https?:\/\/[^/\\]+\/?$/i.test(text)) return url.origin;
    originProblems.push(`${name} is not an http or https origin, such as https://go.example.com`);
    return null;
  };
  const switchProblems: string[] = [];
  /** A switch that is not set, or set to another word, counts as `otherwise`. */
  const isOn = (name: VariableName, otherwise: boolean): boolean => {
    const text = textOf(env, name);
    if (text === "on" || text === "off") return text === "on";
    if (text !== undefined) switchProblems.push(`${name} is neither "on" nor "off"`);
    return otherwise;
  };
  const values = {
    shortLinkOrigin: originIn("SHORT_LINK_ORIGIN"),
    apiOrigin: originIn("API_ORIGIN"),
    countsVisits: isOn("COUNT_VISITS", true),
    keepsTagOnScans: isOn("AMAZON_TAG_ON_SCANS", false),
  };
  const ownHosts = [values.shortLinkOrigin, values.apiOrigin].flatMap((origin) =>
    origin === null ? [] : [new URL(origin).host],
  );
  return { ...values, ownHosts, originProblems, problems: [...originProblems, ...switchProblems] };
}
