/**
 * The histories that seeded transactions can have, as rows for PostgreSQL. A kind says which steps a transaction took, what its
 * partner was told, and what was posted; batch-sql.ts makes rows of it.
 */

interface Kind {
  /** In ten thousandths of all transactions. */
  share: number;
  type: 'deposit' | 'withdrawal';
  status: 'waiting_payment' | 'waiting_confirmation' | 'approved' | 'rejected';
  stage?: 'queued' | 'taken' | 'authorised';
  reason?: string;
  steps: readonly Step[];
  postings?: readonly Posting[];
}

type Step = readonly [
  trigger: string,
  actor: 'partner' | 'player' | 'staff' | 'system',
  state: string,
  afterSeconds: number,
  event?: string,
];

/** Amounts have the names of columns of seed_row. */
type Posting = readonly [stepNo: number, kind: string, debit: string, credit: string, amount: string];

const CREATED: Step = ['create', 'partner', 'waiting_payment', 0];
const PRESSED: Step = ['confirm_sent', 'player', 'waiting_confirmation', 60];
const QUEUED: Step = ['create', 'partner', 'queued', 0];
const TAKEN: Step = ['take', 'staff', 'taken', 60];
const AUTHORISED: Step = ['authorise', 'staff', 'authorised', 120];
const ENTERED: readonly Step[] = [
  ['create', 'staff', 'waiting_payment', 0],
  ['confirm_on_behalf', 'staff', 'waiting_confirmation', 0],
];

const credited = (stepNo: number): Posting[] => [
  [stepNo, 'deposit_approved', 'bank', 'balance', 'first_net'],
  [stepNo, 'deposit_approved', 'bank', 'commission', 'first_commission'],
];
const SET_ASIDE: Posting = [3, 'withdrawal_authorised', 'balance', 'reserved', 'cost'];
const PAID: readonly Posting[] = [
  SET_ASIDE,
  [4, 'withdrawal_approved', 'reserved', 'bank', 'paid'],
  [4, 'withdrawal_approved', 'reserved', 'commission', 'first_commission'],
];

const rejection = (trigger: string, actor: Step[1], afterSeconds: number, type: string): Step => [
  trigger,
  actor,
  'rejected',
  afterSeconds,
  `${type}.rejected`,
];

/** Whatever the shares leave over is approved as well. A late kind becomes an approved deposit where nothing stands before it. */
export const KINDS: Readonly<Record<string, Kind>> = {
  approved: {
    share: 7_000,
    type: 'deposit',
    status: 'approved',
    steps: [CREATED, PRESSED, ['approve', 'staff', 'approved', 300, 'deposit.approved']],
    postings: credited(3),
  },
  corrected: {
    share: 50,
    type: 'deposit',
    status: 'approved',
    steps: [
      CREATED,
      PRESSED,
      ['approve', 'staff', 'approved', 300, 'deposit.approved'],
      ['correct', 'staff', 'approved', 600, 'deposit.corrected'],
    ],
    postings: [
      ...credited(3),
      [4, 'deposit_corrected', 'balance', 'bank', 'net_less'],
      [4, 'deposit_corrected', 'commission', 'bank', 'commission_less'],
    ],
  },
  rejected: {
    share: 500,
    type: 'deposit',
    status: 'rejected',
    reason: 'no_money_seen',
    steps: [CREATED, PRESSED, rejection('reject', 'staff', 300, 'deposit')],
  },
  refused: {
    share: 20,
    type: 'deposit',
    status: 'rejected',
    reason: 'third_party_sender',
    steps: [CREATED, PRESSED, rejection('reject', 'staff', 300, 'deposit')],
    postings: [[3, 'deposit_refused', 'bank', 'unallocated', 'amount_cents']],
  },
  expired: {
    share: 580,
    type: 'deposit',
    status: 'rejected',
    reason: 'expired',
    steps: [CREATED, rejection('expire', 'system', 86_400, 'deposit')],
  },
  cancelled: {
    share: 100,
    type: 'deposit',
    status: 'rejected',
    reason: 'partner_cancelled',
    steps: [CREATED, rejection('cancel', 'partner', 60, 'deposit')],
  },
  waiting_confirmation: {
    share: 10,
    type: 'deposit',
    status: 'waiting_confirmation',
    steps: [CREATED, PRESSED],
  },
  late_approved: {
    share: 20,
    type: 'deposit',
    status: 'approved',
    steps: [...ENTERED, ['approve', 'staff', 'approved', 300, 'deposit.approved']],
    postings: credited(3),
  },
  // Nobody is told of these: a list of rejected ones that knows the events alone would leave them out.
  late_rejected: {
    share: 20,
    type: 'deposit',
    status: 'rejected',
    reason: 'duplicate',
    steps: [...ENTERED, ['reject', 'staff', 'rejected', 300]],
  },
  paid: {
    share: 800,
    type: 'withdrawal',
    status: 'approved',
    steps: [QUEUED, TAKEN, AUTHORISED, ['approve', 'staff', 'approved', 300, 'withdrawal.approved']],
    postings: PAID,
  },
  // Told twice: a list of approved ones that knows the events alone would still have them.
  returned: {
    share: 40,
    type: 'withdrawal',
    status: 'rejected',
    reason: 'payout_returned',
    steps: [
      QUEUED,
      TAKEN,
      AUTHORISED,
      ['approve', 'staff', 'approved', 300, 'withdrawal.approved'],
      rejection('payout_returned', 'staff', 900, 'withdrawal'),
    ],
    postings: [
      ...PAID,
      [5, 'payout_returned', 'bank', 'balance', 'paid'],
      [5, 'payout_returned', 'commission', 'balance', 'first_commission'],
    ],
  },
  not_paid: {
    share: 120,
    type: 'withdrawal',
    status: 'rejected',
    reason: 'account_closed',
    steps: [QUEUED, rejection('reject', 'staff', 300, 'withdrawal')],
  },
  called_back: {
    share: 20,
    type: 'withdrawal',
    status: 'rejected',
    reason: 'partner_cancelled',
    steps: [QUEUED, rejection('cancel', 'partner', 60, 'withdrawal')],
  },
  queued: { share: 8, type: 'withdrawal', status: 'waiting_confirmation', stage: 'queued', steps: [QUEUED] },
  taken: {
    share: 4,
    type: 'withdrawal',
    status: 'waiting_confirmation',
    stage: 'taken',
    steps: [QUEUED, TAKEN],
  },
  authorised: {
    share: 8,
    type: 'withdrawal',
    status: 'waiting_confirmation',
    stage: 'authorised',
    steps: [QUEUED, TAKEN, AUTHORISED],
    postings: [SET_ASIDE],
  },
  // Made of what would have expired, had its time passed.
  waiting_payment: { share: 0, type: 'deposit', status: 'waiting_payment', steps: [CREATED] },
};

/** The kinds that late money can follow: deposits that have ended. */
export const ENDED_DEPOSITS = ['approved', 'rejected', 'expired', 'cancelled'] as const;

interface KindRow {
  kind: string;
  share_from: number;
  share_to: number;
  type: string;
  status: string;
  stage: string | undefined;
  reason_code: string | undefined;
  step_count: number;
}

/** Which kinds are drawn: all by their shares, those that have ended, those that wait for somebody, or deposits that wait for an operator. */
export type DrawnKinds = 'all' | 'ended' | 'open' | 'to_confirm';

/** What waits on a busy day, in ten thousandths: most of it for the player. */
const OPEN_SHARES: Readonly<Record<string, number>> = {
  waiting_payment: 6_000,
  waiting_confirmation: 3_000,
  queued: 600,
  taken: 200,
  authorised: 200,
};

function shareOf(kind: string, drawn: DrawnKinds): number {
  if (drawn === 'to_confirm') return kind === 'waiting_confirmation' ? 10_000 : 0;
  if (drawn === 'open') return OPEN_SHARES[kind] ?? 0;
  return drawn === 'ended' && kind in OPEN_SHARES ? 0 : (KINDS[kind]?.share ?? 0);
}

export function kindRows(drawn: DrawnKinds): KindRow[] {
  let from = 0;
  return Object.entries(KINDS).map(([kind, { type, status, stage, reason, steps }]) => {
    const shareFrom = from;
    from += shareOf(kind, drawn);
    return {
      kind,
      share_from: shareFrom,
      share_to: from,
      type,
      status,
      stage,
      reason_code: reason,
      step_count: steps.length,
    };
  });
}

const STAGES = new Set(['queued', 'taken', 'authorised']);

export function stepRows(): Record<string, unknown>[] {
  return Object.entries(KINDS).flatMap(([kind, { steps }]) =>
    steps.map(([trigger, actorKind, state, afterSeconds, event], index) => ({
      kind,
      step_no: index + 1,
      trigger,
      actor_kind: actorKind,
      status: STAGES.has(state) ? 'waiting_confirmation' : state,
      stage: STAGES.has(state) ? state : undefined,
      after_seconds: afterSeconds,
      event,
    })),
  );
}

export function postingRows(): Record<string, unknown>[] {
  return Object.entries(KINDS).flatMap(([kind, { postings = [] }]) =>
    postings.map(([stepNo, name, debit, credit, amount], index) => ({
      kind,
      step_no: stepNo,
      position: 1 + postings.slice(0, index).filter(([of]) => of === stepNo).length,
      name,
      debit,
      credit,
      amount,
    })),
  );
}
