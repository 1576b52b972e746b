import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { withoutConnectionErrors } from "../../src/surfaces/cli/wrangler/quiet-errors.ts";

/** As workerd reports a request without a connection, through wrangler. */
const report = (cause: string) =>
  `\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1me = rust/worker/ffi.rs:104: failed: ${cause}\u001b[0m\n\n  stack: /workerd@3d4d979 /workerd@2b5edc0; wdErrId = n01isbi2\n\n\n`;

/** What is left of a text that arrives in pieces of `size` characters. */
const filtered = (all: string, size: number) =>
  text(
    Readable.from(all.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [], { objectMode: false }).pipe(
      withoutConnectionErrors(),
    ),
  );

test.each([1, 7, 10_000])(
  "only the runtime's reports of missing connections are left out, in pieces of %d",
  async (size) => {
    const ours = '✘ [ERROR] {"event":"job","cause":"Error: connection"}\n\n';
    const other = "✘ [ERROR] e = kj/memory.c++:1: failed: out of memory\n\n  stack: /workerd@1\n\n";
    const all = [
      "before\n",
      report("failed to lookup address information: Name or service not known"),
      report("connect(): Connection refused"),
      ours,
      report("DNS lookup failed."),
      other,
      "the end, without a line break",
    ];
    expect(await filtered(all.join(""), size)).toBe(
      ["before\n", ours, other, "the end, without a line break"].join(""),
    );
  },
);
