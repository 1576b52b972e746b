import { jsx as element, Fragment } from "hono/jsx/jsx-runtime";

/** Makes an element of markup in the bundle, where children are arguments. */
export const jsx = (tag: Parameters<typeof element>[0], props: object | null, ...children: unknown[]) =>
  element(tag, {
    ...props,
    ...(children.length > 0 && { children: children.length > 1 ? children : children[0] }),
  });
export { Fragment };
