import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT, runScript, temporaryDirectory } from "./run-cli.ts";

// With stand-ins for the programs that the script calls; test/deploy/restore.test.ts has the commands themselves.
let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

const RECORDED =
  '#!/bin/sh\necho "$(basename "$0") $*" | sed "s;$BACKUPS/[^ ]*Z;FILE;g; s;$BACKUPS/old-visits;VISITS;g" >> "$LOG"\n';
const PROGRAMS: Record<string, string> = {
  npm: 'case $5 in --out) echo INSERT > "$6";; --old-visits) mkdir -p "$6"; echo VISITS > "$6/visits,acme,main,2024-1";; esac\n',
  age: 'cp "$5" "$4"\n',
  "copy-it": '[ -s "$3" ]\n',
};

/** Runs the script where the program `failing` ends with 7, and npm only if its arguments contain `when`. */
async function run(failing = "", when = "") {
  const bin = temporaryDirectory();
  try {
    for (const [name, work] of Object.entries(PROGRAMS)) {
      const fails = name === failing ? `case "$*" in *${when}*) echo broken >&2; exit 7;; esac\n` : "";
      writeFileSync(join(bin.path, name), RECORDED + fails + work);
      chmodSync(join(bin.path, name), 0o755);
    }
    const backups = join(place.path, "new/backups");
    const log = join(bin.path, "log");
    const { code, stderr } = await runScript(join(ROOT, "docs/scripts/nightly-backup.sh"), ["--env", "x"], {
      PATH: `${bin.path}:/usr/bin:/bin`,
      AGE_RECIPIENT: "age1key",
      BACKUP_COPY: "copy-it --to elsewhere",
      BACKUPS: backups,
      LOG: log,
    });
    const files = readdirSync(backups).map((file) => file.replace(/^[\dT-]+Z/, "FILE"));
    return { code, stderr, files, steps: readFileSync(log, "utf8").trimEnd().split("\n") };
  } finally {
    bin.remove();
  }
}

const STEPS = [
  "npm run --silent backup -- --out FILE.sql --env x",
  "age -r age1key -o FILE.sql.age.unfinished FILE.sql",
  "copy-it --to elsewhere FILE.sql.age",
  "npm run --silent backup -- --old-visits VISITS --env x",
  "age -r age1key -o VISITS/visits,acme,main,2024-1.age.unfinished VISITS/visits,acme,main,2024-1",
  "copy-it --to elsewhere VISITS/visits,acme,main,2024-1.age",
  "npm run --silent backup -- --record FILE.sql.age --env x",
];

test("a backup is encrypted, copied and recorded, and only the encrypted file stays", async () => {
  expect(await run()).toEqual({ code: 0, stderr: "", files: ["FILE.sql.age", "old-visits"], steps: STEPS });
});

test.each([
  ["npm", "--out", 1, []],
  ["age", "", 2, ["FILE.sql"]],
  ["copy-it", "", 3, ["FILE.sql", "FILE.sql.age"]],
  ["npm", "--old-visits", 4, ["FILE.sql.age"]],
  ["npm", "--record", 7, ["FILE.sql.age", "old-visits"]],
])(
  "where %s %s fails, the run ends with its code, and keeps what is there",
  async (program, when, step, files) => {
    expect(await run(program, when)).toEqual({
      code: 7,
      stderr: "broken\n",
      files,
      steps: STEPS.slice(0, step),
    });
  },
);

test.each(["AGE_RECIPIENT", "BACKUP_COPY"])("without %s, nothing is backed up", async (name) => {
  const env = {
    PATH: "/usr/bin:/bin",
    AGE_RECIPIENT: "a",
    BACKUP_COPY: "b",
    BACKUPS: place.path,
    [name]: "",
  };
  const { code, stderr } = await runScript(join(ROOT, "docs/scripts/nightly-backup.sh"), [], env);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`${name}: is missing`);
  expect(readdirSync(place.path)).toEqual([]);
});

test("a drill that a signal ends leaves nothing decrypted behind", async () => {
  const age = join(place.path, "age");
  writeFileSync(age, '#!/bin/sh\necho INSERT > "$5"\n[ -s "$5" ] && kill -TERM "$PPID"\n');
  chmodSync(age, 0o755);
  const { code } = await runScript(
    join(ROOT, "docs/scripts/restore-drill.sh"),
    ["backup.sql.age", "key.txt"],
    {
      PATH: `${place.path}:/usr/bin:/bin`,
      TMPDIR: place.path,
    },
  );
  expect([code, readdirSync(place.path)]).toEqual([1, ["age"]]);
});
