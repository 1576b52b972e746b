interface Entry<V> {
  readonly key: string;
  value: V;
  weight: number;
  until: number;
  older: Entry<V> | undefined;
  newer: Entry<V> | undefined;
}

/** The weight of an entry, and the maximum weight of all entries, in the same unit. */
interface Bounds<V> {
  weigh(value: V): number;
  maxWeight: number;
}

const UNWEIGHED: Bounds<unknown> = { weigh: () => 0, maxWeight: Number.POSITIVE_INFINITY };

/**
 * A cache of this isolate. When it is full, the least recently used value is dropped first.
 *
 * A linked list beside the map has the order. Deleting a key and setting it again would also renew its place in the map
 * and is shorter, but a map keeps deleted entries in its chains until it is rehashed: with 10,000 entries, reading one
 * popular key repeatedly then takes 30 µs instead of 0.1.
 */
export class Memory<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #capacity: number;
  readonly #ttl: number;
  readonly #bounds: Bounds<V>;
  #weight = 0;
  #oldest: Entry<V> | undefined;
  #newest: Entry<V> | undefined;

  /** `capacity` in entries, `ttl` in milliseconds; `bounds` also limits their total weight. */
  constructor(capacity: number, ttl: number, bounds: Bounds<V> = UNWEIGHED) {
    this.#capacity = capacity;
    this.#ttl = ttl;
    this.#bounds = bounds;
  }

  /** The value under `key`, or undefined if it is missing or has expired at `now`. */
  get(key: string, now: number): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until <= now) {
      this.#remove(entry);
      return undefined;
    }
    this.#renew(entry);
    return entry.value;
  }

  /** The value under `key`, however old, and whether it is still fresh at `now`. */
  find(key: string, now: number): { value: V; fresh: boolean } | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#renew(entry);
    return { value: entry.value, fresh: entry.until > now };
  }

  /** Caches `value` from `now` on. */
  set(key: string, value: V, now: number): void {
    const weight = this.#bounds.weigh(value);
    const until = now + this.#ttl;
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#weight += weight - known.weight;
      known.value = value;
      known.weight = weight;
      known.until = until;
      this.#renew(known);
    } else {
      const entry: Entry<V> = { key, value, weight, until, older: undefined, newer: undefined };
      this.#weight += weight;
      this.#entries.set(key, entry);
      this.#append(entry);
    }
    while (this.#oldest && this.#isFull()) this.#remove(this.#oldest);
  }

  #isFull(): boolean {
    return this.#entries.size > this.#capacity || this.#weight > this.#bounds.maxWeight;
  }

  #renew(entry: Entry<V>): void {
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#append(entry);
  }

  #remove(entry: Entry<V>): void {
    this.#entries.delete(entry.key);
    this.#weight -= entry.weight;
    this.#unlink(entry);
  }

  #append(entry: Entry<V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry<V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
