// Installs the packages of package-lock.json if some are missing or have another version, else does nothing. It runs
// before every npm script, also in a new clone, so it is plain JavaScript for Node 20 without packages.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../../..");
/** The file in which npm records what it installed. npm writes it last. */
const NOTE = "node_modules/.package-lock.json";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, bin?: Record<string, string> }} LockedPackage
 * @param {string} path
 * @returns {Record<string, LockedPackage>} packages by their place under the project
 */
const packagesOf = (path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;

const exists = (/** @type {string} */ path) => existsSync(join(root, path));

/** Node's path among the installed packages. Each platform has its own package, so all of them are optional. */
function installedNode() {
  if (!exists(NOTE)) return null;
  const [place, { bin } = {}] = Object.entries(packagesOf(NOTE)).find(([, entry]) => entry.bin?.node) ?? [];
  const path = `${place}/${bin?.node}`;
  return exists(path) ? path : null;
}

/** Whether the packages that npm last installed are those of the lock file. Optional packages may be absent. */
function isInstalled() {
  if (installedNode() === null) return false;
  const locked = packagesOf("package-lock.json");
  const installed = packagesOf(NOTE);
  const isAsLocked = (/** @type {string} */ place) =>
    installed[place]?.version === locked[place]?.version &&
    installed[place]?.integrity === locked[place]?.integrity;
  const places = Object.keys(locked).filter((place) => place !== "" && !locked[place]?.optional);
  return [...places, ...Object.keys(installed)].every(isAsLocked);
}

/**
 * Puts the installed Node on the path of npm's scripts. npm 10 deletes its own link again: Node's packages for the
 * other platforms have a command of the same name, and npm 10 cleans up after each package that it leaves out.
 */
function linkNode() {
  const link = "node_modules/.bin/node";
  const node = installedNode();
  if (node === null || exists(link)) return;
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  rmSync(join(root, link), { force: true });
  symlinkSync(join("../..", node), join(root, link));
}

if (!isInstalled()) {
  process.stderr.write("Installing the packages of package-lock.json …\n");
  // NODE_ENV=production must not leave development dependencies out. Install scripts of packages are not run: they
  // may download what the lock file does not name, and nothing here needs them.
  // Some packages warn of the Node that npm runs with, but scripts run with the Node that is installed here: errors only.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const flags = ["--include=dev", "--include=optional", "--ignore-scripts", ...quiet];
  const npm = process.env.npm_execpath;
  const [command, words] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  // npm's output goes to stderr, as stdout belongs to the command that follows.
  const { status, error } = spawnSync(command, [...words, ...flags], { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) process.stderr.write(`npm could not be started: ${error.message}\n`);
  if (status === 0 && !isInstalled()) {
    process.stderr.write(
      "npm left packages out. Remove node_modules and retry. Node is locked for Linux and macOS.\n",
    );
  }
  process.exitCode = status === 0 && isInstalled() ? 0 : 1;
}
linkNode();
