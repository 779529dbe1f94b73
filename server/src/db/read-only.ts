/**
 * Work on behalf of somebody who may only read. Whatever is called meanwhile, and whatever is written in years to come, runs in transactions
 * that PostgreSQL itself keeps from writing: see db/partner-scope.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const reading = new AsyncLocalStorage<true>();

export async function withoutWriting<T>(work: () => Promise<T>): Promise<T> {
  return await reading.run(true, work);
}

export function mayWrite(): boolean {
  return reading.getStore() === undefined;
}
