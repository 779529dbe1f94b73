import { ENOUGH_CONFIRMERS } from '@vezne/contract/console/counts';
import type { Confirmers } from '@vezne/contract/console/counts';
import type { Permission } from '@vezne/domain/permissions';

export const CONFIRMING = [
  'confirm_decision',
  'confirm_large_decision',
  'confirm_operation',
  'confirm_change',
] as const satisfies readonly (keyof Confirmers)[];

export interface Confirmer {
  permission: (typeof CONFIRMING)[number];
  count: number;
  /** In words, below `presence` in the texts. */
  who: 'nobody' | 'only_you' | 'person';
  isEnough: boolean;
}

/** Who is there to confirm each kind of thing. The rows and the warning above them both say this, so they can't differ. */
export function whoConfirms(signedIn: Confirmers, own: readonly Permission[]): Confirmer[] {
  return CONFIRMING.map((permission) => {
    const count = signedIn[permission];
    const isOnlyYou = count === 1 && own.includes(permission);
    return {
      permission,
      count,
      who: count === 0 ? 'nobody' : isOnlyYou ? 'only_you' : 'person',
      isEnough: count >= ENOUGH_CONFIRMERS,
    };
  });
}
