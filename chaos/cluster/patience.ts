/** How long a client tries. */

/** Longer than any fault lasts, and so often that it was not this process that had no time. */
const GIVE_UP_AFTER_MS = 120_000;
const LEAST_TRIES = 10;

/** The tries, from 1. */
export function* untilGivenUp(): Generator<number> {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (let attempt = 1; attempt <= LEAST_TRIES || Date.now() < giveUpAt; attempt += 1) yield attempt;
}
