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
  /** Whether requests that repeat are sent by wrk. It knows whole seconds and no number of requests. */
  wrk: boolean;
}

/** Medians over the rounds of one side. */
export interface Figures extends Omit<Sample, "requests"> {
  /** Over all rounds. */
  requests: number;
  /** Of the workerd process, storage included, in microseconds; null where the system does not tell. */
  cpuPerRequest: number | null;
}

export interface Comparison {
  name: string;
  /** Null where none is set. */
  target: number | null;
  /** The median over the rounds of requests a second, the service's by the peer's. */
  ratio: number;
  /** The least and the greatest ratio of a round. */
  spread: [number, number];
  /** What sent the requests. */
  load: "wrk" | "undici";
  peer: Figures;
  service: Figures;
}

/**
 * Loads peer and service in turn, in short rounds: what else the machine does then falls on both. Both are started
 * anew after some rounds, as one process is up to 5 % faster than the next of the same Worker for as long as it runs.
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
      // Who goes first changes, so that neither always finds what the other left behind.
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

/** How a side is started and asked. */
interface Started extends Pick<Side, "worker" | "status">, Pick<Load, "next"> {
  bare: boolean;
  /** After how many requests wrk sends the same ones again; undefined where it does not send them. */
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
  // Checks the status of each answer, which wrk does not.
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
