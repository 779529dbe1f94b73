import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { useTranslation } from 'react-i18next';

export type Act = keyof PayoutDetail['obstacles'];

/** Whether the page shows a button for it at all: at its step, to people who may do something here. */
export function isShown({ obstacles }: PayoutDetail, act: Act, isHand: boolean): boolean {
  const why = obstacles[act];
  return why !== 'state_conflict' && (isHand || why !== 'not_permitted');
}

/** Why somebody can't do it, in a sentence; undefined: they can. */
export function useObstacleText(payout: PayoutDetail): (act: Act) => string | undefined {
  const { t } = useTranslation();
  return (act) => {
    const why = payout.obstacles[act];
    if (why === null) return undefined;
    return t(`withdrawals.obstacle.${why}`, { name: payout.taker?.name ?? t('withdrawals.nobody') });
  };
}

/** Whether its authorisation becomes a request. Whoever did not take it is the second person already. */
export function isForSecond({ twoPeopleReasons, taker }: PayoutDetail): boolean {
  return twoPeopleReasons.length > 0 && taker?.isMe === true;
}
