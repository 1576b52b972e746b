import type { Case, Side } from "./cases.ts";
import { type Load, runLoad, type Sample } from "./load.ts";
import { cpuMilliseconds } from "./processes.ts";
import { median } from "./statistics.ts";
import type { Stored } from "./storage.ts";
import type { Workers } from "./workers.ts";
import { runWrk } from "./wrk.ts";

export interface Settings {
  /** How often both Workers are started. */
  starts: number;
  /** Loads of each after a start. */
  rounds: number;
  /** Of each load; it ends at `requests` if that comes first. */
  seconds: number;
  requests: number;
  connections: number;
  /** Whether wrk sends repeating requests. It supports only whole seconds and no number of requests. */
  wrk: boolean;
}

/** Medians over the rounds of one side. */
export interface Figures extends Omit<Sample, "requests"> {
  /** Over all rounds. */
  requests: number;
  /** Of the workerd process, storage included, in microseconds; null if the system does not report it. */
  cpuPerRequest: number | null;
}

export interface Comparison {
  name: string;
  /** Null without a target. */
  target: number | null;
  /** The median over the rounds of requests a second, the service's by the peer's. */
  ratio: number;
  /** The minimum and maximum ratio of a round. */
  spread: [number, number];
  /** The load generator. */
  load: "wrk" | "undici";
  peer: Figures;
  service: Figures;
}

/**
 * Loads peer and service in turn, in short rounds, so that other load on the machine affects both. Both are restarted
 * after some rounds, because processes of the same Worker differ by up to 5 % for their whole life.
 */
export async function compare(
  { name, target, bare, repeats, peer, service }: Case,
  workers: Workers,
  stored: Stored,
  settings: Settings,
): Promise<Comparison> {
  const rounds: Record<"peer" | "service", Round[]> = { peer: [], service: [] };
  const repeated = settings.wrk ? repeats : undefined;
  const sides = { peer: sideOf(peer), service: sideOf(service) };
  for (let start = 0; start < settings.starts; start++) {
    const started = {
      peer: await prepare(sides.peer, workers, settings),
      service: await prepare(sides.service, workers, settings),
    };
    for (let round = 0; round < settings.rounds; round++) {
      // The order alternates, so that neither side always runs in the wake of the other.
      const order =
        (start + round) % 2 === 0 ? (["peer", "service"] as const) : (["service", "peer"] as const);
      for (const side of order) rounds[side].push(await started[side].measure());
    }
    await started.peer.stop();
    await started.service.stop();
  }
  const ratios = rounds.service.map(
    ({ perSecond }, index) => perSecond / (rounds.peer[index]?.perSecond ?? Number.NaN),
  );
  return {
    name,
    target,
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    peer: figuresOf(rounds.peer),
    service: figuresOf(rounds.service),
    load: repeated === undefined ? "undici" : "wrk",
  };

  function sideOf({ worker, requests, status }: Side) {
    return { worker, bare: bare ?? false, next: requests(stored), repeats: repeated, status };
  }
}

interface Round extends Sample {
  cpu: number | null;
}

/** How a side is started and requested. */
interface Started extends Pick<Side, "worker" | "status">, Pick<Load, "next"> {
  bare: boolean;
  /** After how many requests wrk repeats them; undefined without wrk. */
  repeats: number | undefined;
}

/** Starts a Worker and warms it up, with two rounds that are not measured. */
async function prepare(
  { worker, bare, next, repeats, status }: Started,
  workers: Workers,
  settings: Settings,
): Promise<{ measure: () => Promise<Round>; stop: () => Promise<void> }> {
  const { origin, pid, stop } = bare ? await workers.startBare(worker) : await workers.start(worker);
  const load: Load = { ...settings, origin, next, status };
  // Checks the status of each response, which wrk does not.
  await runLoad(load);
  const send = () => (repeats === undefined ? runLoad(load) : runWrk(load, repeats));
  const measure = async () => {
    const before = await cpuMilliseconds(pid);
    const sample = await send();
    const after = await cpuMilliseconds(pid);
    return { ...sample, cpu: before === null || after === null ? null : after - before };
  };
  await measure();
  return { measure, stop };
}

function figuresOf(rounds: readonly Round[]): Figures {
  const requests = sum(rounds.map((round) => round.requests));
  const cpu = rounds.every((round) => round.cpu !== null) ? sum(rounds.map((round) => round.cpu ?? 0)) : null;
  return {
    requests,
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
    cpuPerRequest: cpu === null ? null : (cpu * 1000) / requests,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
