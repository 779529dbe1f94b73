import { isReferenceCodeTaken } from '../../db/write/transactions/transactions.ts';

/** Each leaves at least one block of codes behind, and two if the next was there already: so far can a counter be behind. */
const MAX_RENEWALS = 20;

/**
 * Runs an insert, and again with other codes while those of its rows are in use. That happens when blocks were given out twice, such as after
 * a failover that lost the word of who had them. The partner can do nothing about it, so it must not hear of it. When there are no codes to be
 * had, what needs one is left out, and the rest is inserted.
 */
export async function withFreeCodes<Result>({
  insert,
  renew,
  isOver,
  leaveOut,
}: {
  insert: () => Promise<Result>;
  renew: (collision: unknown) => Promise<void>;
  isOver: () => boolean;
  leaveOut: () => void;
}): Promise<Result> {
  for (let renewals = 0; ; renewals += 1) {
    try {
      return await insert();
    } catch (error) {
      if (!isReferenceCodeTaken(error)) throw error;
      const isRenewed = renewals < MAX_RENEWALS && !isOver() && (await succeeds(renew(error)));
      if (!isRenewed) leaveOut();
    }
  }
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}
