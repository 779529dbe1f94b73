import { changed, EVENT, STEP, MOVE, FEED, bareStep } from './forged-writes.ts';
import { NO_RIGHT } from './forgers-house.ts';
import type { Case } from './forgers-house.ts';
import { EXPIRE, accountChanged, bareEventSql, moveSql } from './honest-writes.ts';

export const WORKER_CASES: readonly Case[] = [
  {
    honest: () => moveSql(EXPIRE),
    of: ({ expired }) => expired,
    forgeries: {
      'an expiry that credits the player': [
        EVENT,
        () => changed(EXPIRE, { event: { player_amount_cents: '999999999999' } }),
      ],
      'an expiry of another amount': [EVENT, () => changed(EXPIRE, { event: { amount_cents: '1' } })],
      'an expiry told as a refused payout': [
        /^event_/,
        () =>
          changed(EXPIRE, {
            event: { type: `'withdrawal.rejected'`, player_amount_cents: 'moved.amount_cents' },
          }),
      ],
      'a refund of a payout that goes on': [
        EVENT,
        ({ queued }) => bareEventSql(queued, { reason_code: `'expired'` }),
      ],
      'an expiry in the name of a person': [
        NO_RIGHT,
        () => changed(EXPIRE, { step: { actor_kind: `'staff'`, actor_id: `'ayse'`, actor: `'ayse'` } }),
      ],
      'an approval by a job': [NO_RIGHT, () => changed(EXPIRE, { step: { trigger: `'approve'` } })],
      'an expiry that is not told': [MOVE, () => moveSql({ ...EXPIRE, event: undefined })],
      'a feed that skips a number': [FEED, () => changed(EXPIRE, { feed: 'f.last_no + 3' })],
    },
  },
  {
    honest: ({ frozen, enabled }) => moveSql(accountChanged(frozen, enabled)),
    of: ({ onFrozen }) => onFrozen,
    forgeries: {
      'a move that the history does not show': [
        MOVE,
        ({ frozen, enabled, open }) =>
          changed(accountChanged(frozen, enabled), { step: { transaction_id: `'${open}'` } }),
      ],
      'a move as an expiry': [
        MOVE,
        ({ frozen, enabled }) => changed(accountChanged(frozen, enabled), { step: { trigger: `'expire'` } }),
      ],
      'a move to the account it was on': [NO_RIGHT, ({ frozen }) => moveSql(accountChanged(frozen, frozen))],
      'a step without a move': [
        STEP,
        bareStep({ trigger: `'account_changed'`, actor_kind: `'system'`, actor: `'freeze'` }),
      ],
    },
  },
];
