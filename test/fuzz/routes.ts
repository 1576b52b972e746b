import fc from "fast-check";
import { dashboardApp } from "../../src/dashboard-app.ts";
import type { There } from "./furnished.ts";
import { encodedHostile } from "./pages.ts";

/** Every route of the app itself with this method: a new route is tested automatically. */
export const routesOf = (method: "GET" | "POST"): string[] => [
  ...new Set(dashboardApp.routes.filter((route) => route.method === method).map(({ path }) => path)),
];

/** A path parameter, in Hono's syntax. */
const PARAMETER = /:(\w+)(?:\{([^}]*)\})?/g;

export const parametersOf = (route: string): string[] =>
  [...route.matchAll(PARAMETER)].map(([, name = ""]) => name);

/** The URL of a route with `standFor` as the value of each parameter. */
export const addressOf = (route: string, standFor: (name: string) => string): string =>
  route.replace(PARAMETER, (_, name: string) => standFor(name));

/** Whether this path is one of the route's. */
export const isOf = (route: string, path: string): boolean =>
  new RegExp(`^${route.replace(PARAMETER, "[^/]+")}$`).test(path);

/** A URL of a route, most often of an existing object. */
export const addressesOf = (route: string, there: There, elsewhere: There): fc.Arbitrary<string> => {
  const names = parametersOf(route);
  const fitting = fc
    .tuple(...names.map((name) => fc.constantFrom(...(there[name] ?? ["x"]))))
    .map((values) => Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])));
  const address = (values: Record<string, string>) => addressOf(route, (name) => values[name] ?? "");
  if (names.length === 0) return fc.constant(address({}));
  const wrong = fc.constantFrom(...names).chain((name) => {
    const ofOthers = (elsewhere[name] ?? ["x"]).map(encodeURIComponent);
    return fc
      .oneof(
        fc.constantFrom(...ofOthers),
        encodedHostile.filter((text) => text !== ""),
      )
      .map((value) => ({ [name]: value }));
  });
  return fc.oneof(
    { weight: 4, arbitrary: fitting.map(address) },
    { weight: 1, arbitrary: fc.tuple(fitting, wrong).map(([values, one]) => address({ ...values, ...one })) },
  );
};
