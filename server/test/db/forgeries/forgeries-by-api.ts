import { changed, EVENT, STEP, MOVE, FEED, bareStep } from './forged-writes.ts';
import { NO_RIGHT } from './forgers-house.ts';
import type { Case } from './forgers-house.ts';
import { CANCEL, CONFIRM_SENT, bareEventSql, createSql, moveSql } from './honest-writes.ts';

/** Every value of an event that a partner reads, as a forger would have it. */
const TOLD: Readonly<Record<string, string>> = {
  player_amount_cents: '999999999999',
  amount_cents: '999999999999',
  commission_cents: '1',
  balance_impact_cents: '99999',
  external_reference: `'somebody-elses'`,
  currency: `'EUR'`,
  reference_code: `'ACDEFHJK'`,
  actual_amount_cents: '5',
  original_transaction_id: 'moved.id',
  step_no: 'moved.step_count - 1',
  feed_no: 'feed.last_no + 5',
};

export const API_CASES: readonly Case[] = [
  {
    honest: () => moveSql(CANCEL),
    of: ({ queued }) => queued,
    forgeries: {
      ...Object.fromEntries(
        Object.entries(TOLD).map(([column, value]) => {
          // Several rules may notice: that a refund is the amount, and that what moves is told with a number of its feed.
          const rule = /^(step_no|feed_no|amount_cents|player_amount_cents)$/.test(column)
            ? /^(event|transaction_moves)_/
            : EVENT;
          return [
            `a cancellation is told with another ${column}`,
            [rule, () => changed(CANCEL, { event: { [column]: value } })],
          ];
        }),
      ),
      'the refund of 9,999,999,999.99 that nobody asked for': [
        EVENT,
        ({ queued }) => bareEventSql(queued, { amount_cents: '999999999999' }),
      ],
      'a refund of the right amount, while the payout goes on': [
        EVENT,
        ({ queued }) => bareEventSql(queued, {}),
      ],
      'a refund whose amounts agree with each other and with nothing else': [
        EVENT,
        () =>
          changed(CANCEL, { event: { amount_cents: '999999999999', player_amount_cents: '999999999999' } }),
      ],
      'a cancellation told to another partner': [
        /^event_/,
        ({ otherPartner }) => changed(CANCEL, { event: { partner_id: `'${otherPartner}'` } }),
      ],
      'a cancellation told as an approval': [
        NO_RIGHT,
        () =>
          changed(CANCEL, {
            event: { type: `'withdrawal.approved'`, status: `'approved'`, reason_code: 'null' },
          }),
      ],
      'a cancellation told of an hour ago': [
        NO_RIGHT,
        () => changed(CANCEL, { event: { occurred_at: `now() - interval '1 hour'` } }),
      ],
      'a cancellation that the partner does not hear of': [
        MOVE,
        () => moveSql({ ...CANCEL, event: undefined }),
      ],
      'a cancellation without its step': [
        MOVE,
        () =>
          moveSql(CANCEL).replace(
            'select moved.id, moved.step_count',
            'select moved.id, moved.step_count + 1',
          ),
      ],
      'a cancellation in the name of an operator': [
        NO_RIGHT,
        () => changed(CANCEL, { step: { actor_kind: `'staff'`, actor_id: `'ayse'`, actor: `'ayse'` } }),
      ],
      'a cancellation in the name of another partner': [
        STEP,
        ({ otherPartner }) => changed(CANCEL, { step: { actor: `'${otherPartner}'` } }),
      ],
      'a cancellation as a rejection': [NO_RIGHT, () => changed(CANCEL, { step: { trigger: `'reject'` } })],
      'a cancellation with words that nobody said': [
        NO_RIGHT,
        () => changed(CANCEL, { step: { said: `'{"senderSeen": "x"}'` } }),
      ],
      'a step of yesterday': [NO_RIGHT, () => changed(CANCEL, { step: { at: `now() - interval '1 day'` } })],
      'a feed that skips a number': [FEED, () => changed(CANCEL, { feed: 'f.last_no + 2' })],
      'a feed that goes back': [
        /^event_/,
        () => changed(CANCEL, { feed: 'f.last_no - 1', event: { feed_no: 'feed.last_no + 2' } }),
      ],
      'a feed that moves without an event': [
        FEED,
        () => 'update event_feed set last_no = last_no + 1 where $1::uuid is not null',
      ],
      'a feed that forgets its events': [
        FEED,
        () => 'update event_feed set last_no = 0 where last_no > 0 and $1::uuid is not null',
      ],
    },
  },
  {
    honest: () => moveSql(CONFIRM_SENT),
    of: ({ open }) => open,
    forgeries: {
      'the button pressed twice at once': [
        MOVE,
        () => changed(CONFIRM_SENT, { set: { step_count: 'step_count + 2' } }),
      ],
      'a step for a button that nobody pressed': [
        STEP,
        bareStep({ trigger: `'confirm_sent'`, actor_kind: `'player'`, actor: `'player'` }),
      ],
      'the button as a cancellation': [
        MOVE,
        () =>
          changed(CONFIRM_SENT, {
            step: { trigger: `'cancel'`, actor_kind: `'partner'`, actor: 'moved.partner_id::text' },
          }),
      ],
      'a step with another state than its deposit': [
        /^(step|transaction)_/,
        () => changed(CONFIRM_SENT, { step: { status: `'approved'` } }),
      ],
      'a number of steps without a step': [
        NO_RIGHT,
        () => 'update transaction set step_count = step_count + 1 where id = $1',
      ],
    },
  },
  {
    honest: ({ columns }) => createSql({ columns }),
    of: ({ queued }) => queued,
    forgeries: {
      'a withdrawal that has no first step': [
        'transaction_begins_with_its_step',
        ({ columns }) => createSql({ columns, step: { step_no: '2' } }),
      ],
      'a withdrawal with steps before it existed': [
        NO_RIGHT,
        ({ columns }) => createSql({ columns, row: { step_count: '7' } }),
      ],
      'a withdrawal of yesterday': [
        NO_RIGHT,
        ({ columns }) => createSql({ columns, row: { created_at: `now() - interval '1 day'` } }),
      ],
      'a withdrawal that another partner asked for': [
        'transaction_begins_with_its_step',
        ({ columns, otherPartner }) => createSql({ columns, step: { actor: `'${otherPartner}'` } }),
      ],
      'late money': [
        NO_RIGHT,
        ({ columns, approved }) => createSql({ columns, row: { original_transaction_id: `'${approved}'` } }),
      ],
    },
  },
];
