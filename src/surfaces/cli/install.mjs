// Installs missing or outdated packages: those of package-lock.json, and where this machine's Node is too old, the Node of
// locked-node/package-lock.json. It runs before every command, also in a new clone, so it is plain JavaScript for Node 20
// without packages. `--check` installs nothing: it fails with a message if packages are missing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(fileURLToPath(import.meta.url), "../../../..");
const NODE = join(ROOT, "locked-node");

/** The packages in the lock file `path`: pairs of their place and their entry. */
const packagesIn = (path) =>
  existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, "utf8")).packages) : [];
const installedIn = (folder) => packagesIn(join(folder, "node_modules/.package-lock.json")); // npm writes it last

/** Whether the installed packages of a folder match its lock file. Optional packages may be absent. */
function isInstalled(folder) {
  const installed = new Map(installedIn(folder));
  // Without this project's own packages, which npm links: their new versions need no installation.
  const locked = packagesIn(join(folder, "package-lock.json")).filter(([place]) =>
    place.includes("node_modules/"),
  );
  return locked.every(([place, { version, optional }]) => {
    const found = installed.get(place);
    return found === undefined ? optional === true : found.version === version;
  });
}

/** The Node for everything: this machine's if it runs TypeScript, else the installed one, else null. */
function usableNode() {
  if (process.features.typescript && !process.execPath.startsWith(NODE)) return process.execPath;
  // Each platform has its own optional package.
  const [place, { bin } = {}] = installedIn(NODE).find(([, entry]) => entry.bin?.node) ?? [];
  const path = join(NODE, `${place}/${bin?.node}`);
  return isInstalled(NODE) && existsSync(path) ? path : null;
}

function runNpm(folder) {
  process.stderr.write(`Installing the packages of ${folder} …\n`);
  // NODE_ENV=production must not omit development dependencies. Install scripts of packages don't run: they may download
  // unlocked files, and nothing here needs them. Only errors, because some packages warn about the Node of npm, which is
  // not always the Node of our scripts.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const args = ["ci", "--include=dev", "--include=optional", "--ignore-scripts", ...quiet];
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  // npm's output goes to stderr, because stdout belongs to the following command.
  const { error } = spawnSync(command, [...first, ...args], { cwd: folder, stdio: ["ignore", 2, 2] });
  if (error) process.stderr.write(`npm could not be started: ${error.message}\n`);
}

/** Puts the installed Node on the path of npm's scripts. */
function linkNode(node) {
  const link = join(ROOT, "node_modules/.bin/node");
  if (node === process.execPath || existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), node), link);
}

/** Installs what is missing. The Node for everything, or null after a message and with a failing exit code. */
export function install() {
  if (!isInstalled(ROOT)) runNpm(ROOT);
  if (usableNode() === null) runNpm(NODE);
  const node = usableNode();
  if (node !== null && isInstalled(ROOT)) {
    linkNode(node);
    return node;
  }
  process.stderr.write(
    "npm left packages out. Remove node_modules and retry. Without Node 22.18 or later, Node is installed on Linux and macOS.\n",
  );
  process.exitCode = 1;
  return null;
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes("--check")) install();
  else if (!isInstalled(ROOT) || usableNode() === null) {
    process.stderr.write("Packages are missing or out of date: run `npm start` or `npm test` first.\n");
    process.exitCode = 1;
  }
}
