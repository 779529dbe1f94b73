import { isConnectionLost } from '../../db/errors.ts';

/** A partner whose books can't be read, and why. A person must look. */
export interface LeftPartner {
  partnerId: string;
  error: unknown;
}

/** Does the work of one partner. One whose books can't be read is left, so that it never stops the others. */
export async function orLeave<T>(partnerId: string, work: () => Promise<T>): Promise<T | LeftPartner> {
  try {
    return await work();
  } catch (error) {
    // Without a database nobody's work can be done.
    if (isConnectionLost(error)) throw error;
    return { partnerId, error };
  }
}

/** For the alarm: it names every partner that was left, with the first reason. */
export function leftError(what: string, left: readonly LeftPartner[]): Error {
  const named = left.map(({ partnerId, error }) => `${partnerId} (${reasonOf(error)})`).join(', ');
  return new Error(`${what}: ${named}.`, { cause: left[0]?.error });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
