import { InvalidArgumentError, Option } from 'commander';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import type { PayoutMark } from '@vezne/domain/payout-marks';

/** The explicit word that a mark was read. */
export function readOption(): Option {
  return new Option('--read <mark>', 'a mark of the payout that you have read; once for each').argParser(
    (text: string, before: readonly PayoutMark[] | undefined): PayoutMark[] => {
      const mark = PAYOUT_MARKS.find((one) => one === text);
      if (mark === undefined) throw new InvalidArgumentError(`Marks are ${PAYOUT_MARKS.join(', ')}.`);
      return [...(before ?? []), mark];
    },
  );
}
