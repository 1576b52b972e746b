/** Values that this isolate remembers for a while: bounded, least recently used out first. */
export class Memory<V> {
  readonly #entries = new Map<string, { value: V; until: number }>();
  readonly #capacity: number;
  readonly #ttl: number;

  /** `ttl` in milliseconds. */
  constructor(capacity: number, ttl: number) {
    this.#capacity = capacity;
    this.#ttl = ttl;
  }

  /** The value under `key`, or undefined where there is none younger than the time to live at `now`. */
  get(key: string, now: number): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= now) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: V, now: number): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#capacity) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(key, { value, until: now + this.#ttl });
  }
}
