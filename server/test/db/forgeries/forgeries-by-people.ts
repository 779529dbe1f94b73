import { randomUUID } from 'node:crypto';
import {
  changed,
  approvedWith,
  EVENT,
  STEP,
  MOVE,
  TRANSFER,
  ENTRY,
  BALANCE,
  bareTransfer,
  bareEntry,
} from './forged-writes.ts';
import { NO_RIGHT } from './forgers-house.ts';
import type { Case, House, Statement, Subject } from './forgers-house.ts';
import {
  CONFIRM_SENT,
  accountSql,
  approval,
  approvalSql,
  askSql,
  auditSql,
  confirmSql,
  correction,
  createSql,
  holding,
  moveSql,
  operationSql,
  postingSql,
} from './honest-writes.ts';
import type { Move, StepTransfer } from './honest-writes.ts';
import { KINDS_OF_DIFFERENCES, STOLEN, bankOf } from './stolen-money.ts';

function stolenBy(
  what: string,
  move: Move,
  added: (house: House) => StepTransfer[] = () => [],
): Record<string, readonly [string | RegExp, Statement]> {
  return Object.fromEntries(
    Object.entries(STOLEN).flatMap(([way, transfersOf]) =>
      KINDS_OF_DIFFERENCES.map((kind) => [
        `${what}, as ${kind}: ${way}`,
        [
          TRANSFER,
          (house: House) => postingSql(move, [...added(house), ...transfersOf(kind)(house)]),
        ] as const,
      ]),
    ),
  );
}

const corrected =
  ({ bank = bankOf, cents = 9_700 }: { bank?: Subject; cents?: number } = {}): ((
    house: House,
  ) => StepTransfer[]) =>
  (house) => [
    {
      kind: 'deposit_corrected',
      debit: accountSql('partner_balance', house.partner),
      credit: bank(house),
      cents,
    },
    {
      kind: 'deposit_corrected',
      debit: accountSql('partner_commission', house.partner),
      credit: bank(house),
      cents: 300,
    },
  ];

const DOORS = { vezne_console: 'staff', vezne_admin: 'command_line' } as const;

export function casesOfPeople(role: keyof typeof DOORS): Case[] {
  const [own, foreign] = [`'${DOORS[role]}'`, role === 'vezne_console' ? `'command_line'` : `'staff'`];
  const by = approval(DOORS[role]);
  return [
    {
      honest: () => approvalSql(by),
      of: ({ waiting }) => waiting,
      forgeries: {
        'an approval told with more than was paid': [
          EVENT,
          () => approvedWith(by, { event: { player_amount_cents: '999999999999' } }),
        ],
        'an approval through another door': [
          NO_RIGHT,
          () => approvedWith(by, { step: { actor_kind: foreign } }),
        ],
        'an approval by two people of whom none confirmed': [
          STEP,
          () => approvedWith(by, { step: { asked_by: `'mehmet'`, asked_by_id: `'mehmet'` } }),
        ],
        'an approval as a rejection': [MOVE, () => approvedWith(by, { step: { trigger: `'reject'` } })],
        'a transfer of more than the deposit': [
          /^ledger_/,
          () => approvedWith(by, { transfer: { amount_cents: 'posted.cents + 1' } }),
        ],
        'a transfer with a number that nobody was given': [
          'ledger_transfer_has_its_number',
          ({ approved }) => bareTransfer(approved).replace(`nextval('ledger_transfer_id')`, '1000000'),
        ],
        'a second transfer for a deposit that was posted': [
          TRANSFER,
          ({ approved }) => bareTransfer(approved),
        ],
        'an entry more for a transfer that has its two': [ENTRY, ({ approved }) => bareEntry(approved)],
        'a balance without its entry': [
          /^ledger_(transfer|account)_/,
          () => approvedWith(by, { entries: `numbered.kind <> 'partner_balance'` }),
        ],
        'a balance that is higher than its entries': [
          BALANCE,
          () => approvedWith(by, { account: { balance_cents: 'last.balance_after_cents + 1' } }),
        ],
        'a balance that stays': [
          BALANCE,
          () =>
            approvedWith(by, { account: { balance_cents: 'a.balance_cents', entry_count: 'a.entry_count' } }),
        ],
        'an entry that does not follow from the one before': [
          BALANCE,
          () => approvedWith(by, { entry: { balance_after_cents: 'numbered.balance_after_cents + 1' } }),
        ],
        'an entry of another amount than its transfer': [
          BALANCE,
          () => approvedWith(by, { entry: { amount_cents: 'numbered.cents + 1' } }),
        ],
        'an entry with a number of the future': [
          BALANCE,
          () => approvedWith(by, { entry: { entry_no: 'numbered.entry_no + 100' } }),
        ],
        'a balance moved by hand': [
          BALANCE,
          () =>
            `update ledger_account set balance_cents = balance_cents + 100000 where kind = 'partner_balance' and entry_count > 0 and $1::uuid is not null`,
        ],
        'a deposit that is approved again': [
          MOVE,
          ({ approved }) =>
            approvalSql({ ...by, event: undefined, where: `id = '${approved}' and $1::uuid is not null` }),
        ],
        'an approval that the partner does not hear of': [
          MOVE,
          () => approvalSql({ ...by, event: undefined }),
        ],
        'a holding reason without a step': [
          MOVE,
          () =>
            `update transaction set held_until = now() + interval '1 day', hold_reason = 'bank_down' where id = $1`,
        ],
        'an amount changed after the approval': [
          MOVE,
          ({
            approved,
          }) => `update transaction set actual_amount_cents = 200000, commission_cents = 6000, net_amount_cents = 194000,
             player_amount_cents = 194000, balance_impact_cents = 194000 where id = '${approved}' and $1::uuid is not null`,
        ],
        'a deposit that no partner has asked for': [
          NO_RIGHT,
          ({ columns }) => createSql({ columns, step: { actor_kind: own, actor_id: `'ayse'` } }),
        ],
        'the word of a player': [
          NO_RIGHT,
          ({ open }) =>
            `${changed(CONFIRM_SENT, {})} where exists (select from transaction where id = '${open}')`.replace(
              'id = $1',
              `id = '${open}' and $1::uuid is not null`,
            ),
        ],
      },
    },
    ...(['hold', 'unhold'] as const).map((trigger): Case => ({
      honest: () => moveSql(holding(trigger, DOORS[role])),
      of: ({ waiting }) => waiting,
      forgeries: stolenBy(`money on a step "${trigger}"`, holding(trigger, DOORS[role])),
    })),
    {
      honest: (house) => postingSql(correction(DOORS[role]), corrected()(house)),
      of: ({ approved }) => approved,
      forgeries: {
        'a correction that takes more than the difference': [
          TRANSFER,
          (house) => postingSql(correction(DOORS[role]), corrected({ cents: 9_800 })(house)),
        ],
        'a correction that takes it from another bank account': [
          TRANSFER,
          (house) =>
            postingSql(
              correction(DOORS[role]),
              corrected({ bank: ({ frozen }) => accountSql('bank', frozen) })(house),
            ),
        ],
        ...stolenBy('a right correction and something besides', correction(DOORS[role]), corrected()),
      },
    },
    {
      honest: () => operationSql({}),
      of: () => randomUUID(),
      forgeries: {
        'an operation that posts another amount': [
          /^ledger_/,
          () => operationSql({ transfer: { amount_cents: '200' } }),
        ],
        'an operation that posts as another kind': [
          /^ledger_/,
          () => operationSql({ transfer: { kind: `'adjusted'` } }),
        ],
        'an operation that posts between other accounts': [
          /^ledger_/,
          () =>
            operationSql({
              operation: { kind: `'internal_transfer_sent'` },
              transfer: { kind: `'internal_transfer_sent'` },
            }),
        ],
        'an operation at another bank account': [
          /^ledger_/,
          () =>
            operationSql({
              operation: {
                bank_account_id: `(select id from bank_account where id <> bank.bank_account_id limit 1)`,
              },
            }),
        ],
        'an operation of yesterday': [
          NO_RIGHT,
          () => operationSql({ operation: { at: `now() - interval '1 day'` } }),
        ],
        'an operation that a second person has not confirmed': [
          NO_RIGHT,
          () => operationSql({ operation: { confirmed_by: `'mehmet'`, confirmed_by_id: `'mehmet'` } }),
        ],
        'an operation with one side': [
          /^ledger_/,
          () =>
            operationSql({
              credit: { account_id: `(select id from ledger_account where kind = 'in_transit')` },
            }),
        ],
      },
    },
    {
      honest: () => auditSql({ actor_kind: own }),
      of: ({ approved }) => approved,
      forgeries: {
        'an audit entry through another door': [NO_RIGHT, () => auditSql({ actor_kind: foreign })],
        'an audit entry of yesterday': [
          NO_RIGHT,
          () => auditSql({ actor_kind: own, at: `now() - interval '1 day'` }),
        ],
        'an audit entry that is sealed already': [
          NO_RIGHT,
          () => auditSql({ actor_kind: own, seal_no: '1' }),
        ],
        'an audit entry with a number of its own': [
          NO_RIGHT,
          () =>
            auditSql({ actor_kind: own, id: '999' }).replace(') select', ') overriding system value select'),
        ],
      },
    },
    {
      honest: () => askSql({ asked_by_kind: own }),
      of: () => randomUUID(),
      forgeries: {
        'a request that is confirmed from the start': [
          NO_RIGHT,
          () =>
            askSql({
              asked_by_kind: own,
              status: `'confirmed'`,
              decided_by: `'mehmet'`,
              decided_by_id: `'mehmet'`,
              decided_at: 'now()',
            }),
        ],
        'a request asked an hour ago': [
          NO_RIGHT,
          () => askSql({ asked_by_kind: own, asked_at: `now() - interval '1 hour'` }),
        ],
        'a request through another door': [NO_RIGHT, () => askSql({ asked_by_kind: foreign })],
        'a request by nobody': [NO_RIGHT, () => askSql({ asked_by_kind: 'null', asked_by_id: 'null' })],
        'a request that does not say what it changes': [
          NO_RIGHT,
          () => askSql({ asked_by_kind: own, after: 'null' }),
        ],
      },
    },
    {
      honest: () => confirmSql({ decided_by_kind: own }),
      of: ({ requests }) => requests[role],
      forgeries: {
        'a request confirmed by the one who asked': [
          'second_person_request_names',
          () => confirmSql({ decided_by_kind: own, decided_by_id: `'ayse'`, decided_by: `'Ayse '` }),
        ],
        'a request confirmed in the past': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: own, decided_at: `now() - interval '1 second'` }),
        ],
        'a request confirmed through another door': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: foreign }),
        ],
        'a request confirmed with another content': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: own, details: `'{"amount": "1.00"}'` }),
        ],
        'a request that asks for something else afterwards': [
          NO_RIGHT,
          () => confirmSql({ decided_by_kind: own, after: `'{"amount": "1.00"}'` }),
        ],
      },
    },
  ];
}
