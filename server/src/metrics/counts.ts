/**
 * What is counted where requests are served: plain numbers in memory. A library that looks a label object up for each of them would cost
 * more than the counting, so labels are made only when somebody asks (exposition).
 */

/** Numbers by a name, such as alarms by their name. The names that are known from the start are there with 0. */
export class Tally {
  readonly #numbers: Map<string, number>;

  /** A counter that first appears with 1 looks to Prometheus as if nothing had happened. */
  constructor(names: Iterable<string> = []) {
    this.#numbers = new Map(Array.from(names, (name) => [name, 0]));
  }

  add(name: string, count = 1): void {
    this.#numbers.set(name, (this.#numbers.get(name) ?? 0) + count);
  }

  get(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  entries(): Iterable<readonly [name: string, count: number]> {
    return this.#numbers;
  }
}

/** How often values came to lie at or below each bound. */
export class Distribution {
  readonly bounds: readonly number[];
  /** Of each bound alone, and at last of what lies above all. */
  readonly #counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let place = 0;
    // Most values are small, and there are about ten bounds: a search would be slower.
    while (place < this.bounds.length && value > (this.bounds[place] as number)) place += 1;
    this.#counts[place] = (this.#counts[place] as number) + 1;
    this.sum += value;
  }

  /** How many lie at or below each bound, and last all. */
  cumulative(): number[] {
    let total = 0;
    return this.#counts.map((count) => (total += count));
  }
}

/** From a fast read to the time after which partners give up. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
/** From a lone item to a full batch. */
export const ITEMS = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
/** From a webhook that goes at once to one that comes after the whole schedule of retries. */
export const LAG_SECONDS = [0.1, 0.5, 1, 5, 30, 120, 600, 3_600, 21_600, 86_400] as const;
