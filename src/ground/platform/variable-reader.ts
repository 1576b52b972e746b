import { textOf, type VariableName, type Variables } from "./variables.ts";

/** Hosts to which credentials may be sent unencrypted: to this machine, for tests. */
const LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** Reads variables and secrets, and collects their problems in texts with the name but no value. */
export type VariableReader = ReturnType<typeof variableReader>;

export function variableReader(env: Variables) {
  const problems: string[] = [];
  const complain = (name: VariableName, problem: string): null => {
    problems.push(`${name} ${problem}`);
    return null;
  };
  const text = (name: VariableName): string | undefined => textOf(env, name);
  const secret = (name: VariableName): string | null => {
    const value = text(name);
    if (value === undefined) return null;
    return /^[\x21-\x7e]+$/.test(value) ? value : complain(name, "can't be sent in a header");
  };
  return {
    problems,
    complain,
    text,
    /** A secret that a header can carry; null if not set or unusable. */
    secret,
    /** A switch that is not set, or has another value, counts as `otherwise`. */
    isOn(name: VariableName, otherwise = true): boolean {
      const value = text(name);
      if (value === "on" || value === "off") return value === "on";
      if (value !== undefined) complain(name, 'is neither "on" nor "off"');
      return otherwise;
    },
    /** 32 bytes in base64; null if not set or invalid. */
    key(name: VariableName): Uint8Array<ArrayBuffer> | null {
      const value = text(name);
      if (value === undefined) return null;
      if (!/^[A-Za-z0-9+/]{43}=$/.test(value)) return complain(name, "is not 32 bytes in base64");
      return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
    },
    /** The base URL of a service that gets credentials, without a final slash; null if unusable. */
    serviceUrl(name: VariableName, otherwise: string): string | null {
      const url = URL.parse(text(name) ?? otherwise);
      const secure = url?.protocol === "https:" || (url && LOCAL_HOSTS.includes(url.hostname));
      if (!secure) return complain(name, "is not an https URL");
      if (url.username || url.password || url.search || url.hash)
        return complain(name, "is not a base URL without credentials, query and fragment");
      return url.href.replace(/\/+$/, "");
    },
    /** The https origin of a host name, or an origin of this machine; null for any other value. */
    hostOrigin(name: VariableName, example: string): string | null {
      const value = text(name) ?? "";
      const local = URL.parse(value);
      if (local && LOCAL_HOSTS.includes(local.hostname) && local.href === `${local.origin}/`)
        return local.origin;
      if (/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(value))
        return `https://${value.toLowerCase()}`;
      return complain(name, `is not a host name, such as ${example}`);
    },
    /** Null if none of the variables is set. Reports each variable that is missing beside another. */
    together<Name extends VariableName>(
      names: readonly Name[],
      read: (name: Name) => string | null,
    ): Record<Name, string> | null {
      const set = names.find((name) => text(name) !== undefined);
      if (set === undefined) return null;
      const values = names.map((name) => {
        if (text(name) === undefined) return complain(name, `is missing beside ${set}`);
        return read(name);
      });
      if (values.includes(null)) return null;
      // Each name has a value, and no value is null.
      return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Record<Name, string>;
    },
  };
}
