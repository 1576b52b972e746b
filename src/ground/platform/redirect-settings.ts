import { textOf, type VariableName, type Variables } from "./variables.ts";

/** The redirect imports this file, so it must not import zod or other slow modules. */

/** The configuration of short links. settings.ts reads the rest, and takes these values over. */
interface RedirectSettings {
  /** The configured origins, without a final slash; null if the variable is empty or invalid. */
  shortLinkOrigin: string | null;
  apiOrigin: string | null;
  /** The hosts of both, with ports. They can't be domains of organizations. */
  ownHosts: readonly string[];
  countsVisits: boolean;
  /** The problems of the origins. While there are any, nothing is created. */
  originProblems: readonly string[];
  /** All problems of these variables, including the origins. */
  problems: readonly string[];
}

/** Per isolate: a Worker's bindings are the same object for its lifetime. */
const read = new WeakMap<Variables, RedirectSettings>();

/** The settings of short links in `env`, read once per isolate. */
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
  const counts = textOf(env, "COUNT_VISITS");
  const isSwitch = counts === undefined || counts === "on" || counts === "off";
  const values = {
    shortLinkOrigin: originIn("SHORT_LINK_ORIGIN"),
    apiOrigin: originIn("API_ORIGIN"),
    countsVisits: counts !== "off",
  };
  const ownHosts = [values.shortLinkOrigin, values.apiOrigin].flatMap((origin) =>
    origin === null ? [] : [new URL(origin).host],
  );
  const problems = isSwitch ? originProblems : [...originProblems, 'COUNT_VISITS is neither "on" nor "off"'];
  return { ...values, ownHosts, originProblems, problems };
}
