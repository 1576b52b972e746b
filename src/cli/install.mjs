// Installs the packages of package-lock.json where they are missing or others than it names, else does
// nothing. Runs before every npm script of ours on a bare clone: plain JavaScript for Node 20, no packages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../../..");

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage
 * @param {string} path
 * @returns {Record<string, LockedPackage>} packages by their place under the project
 */
const packagesOf = (path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;

/** Whether what npm noted after its last install is what the lock file asks for. Optional ones may be absent. */
function isInstalled() {
  // npm writes the note last. Node comes from a package's install script, which `--ignore-scripts` leaves out.
  const needed = ["node_modules/.package-lock.json", "node_modules/node/package.json"];
  const node = ["node_modules/node/bin/node", "node_modules/node/bin/node.exe"];
  const exists = (/** @type {string} */ path) => existsSync(join(root, path));
  if (!needed.every(exists) || !node.some(exists)) return false;
  const locked = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  const isAsLocked = (/** @type {string} */ place) =>
    installed[place]?.version === locked[place]?.version &&
    installed[place]?.integrity === locked[place]?.integrity;
  const places = Object.keys(locked).filter((place) => place !== "" && !locked[place]?.optional);
  return [...places, ...Object.keys(installed)].every(isAsLocked);
}

if (!isInstalled()) {
  process.stderr.write("Installing the packages of package-lock.json …\n");
  // Everything here is a development dependency, so NODE_ENV=production must not leave them out.
  const options = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath;
  // npm's words go to stderr: stdout belongs to the command that follows.
  const { status, error } = spawnSync(npm ? process.execPath : "npm", npm ? [npm, ...options] : options, {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (error) process.stderr.write(`npm could not be started: ${error.message}\n`);
  if (status === 0 && !isInstalled()) {
    process.stderr.write(
      "npm left packages out. Allow install scripts, or remove node_modules, and retry.\n",
    );
  }
  process.exitCode = status === 0 && isInstalled() ? 0 : 1;
}
