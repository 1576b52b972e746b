import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDeployment } from "../../src/surfaces/cli/configuration/deployment.ts";
import { ROOT } from "../cli/run-cli.ts";

const { cloudflare, scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const described = Object.keys(cloudflare.bindings);

test("a deploy button's page describes exactly the Worker's bindings", async () => {
  const { bindings, variables } = await readDeployment({ remote: false });
  const bound = [
    bindings.d1_databases,
    bindings.kv_namespaces,
    bindings.r2_buckets,
    bindings.queues.producers ?? [],
  ];
  const names = bound.flatMap((part) => part.map(({ binding }) => binding));
  expect(described.toSorted()).toEqual([...names, ...Object.keys(variables)].toSorted());
  for (const { description } of Object.values<{ description: string }>(cloudflare.bindings))
    expect(description).toMatch(/^.{20,140}\.$/);
});

test("its builds have scripts, and need no secret", () => {
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["build", "deploy"]));
  const lines = readFileSync(join(ROOT, ".dev.vars.example"), "utf8").split("\n");
  expect(lines.filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
});
