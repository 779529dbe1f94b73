import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type {
  StepTrigger,
  TransactionStatus,
  TransactionType,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import { actorTextSql } from './actor-text.ts';

export interface StoredStep {
  stepNo: number;
  trigger: StepTrigger;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  actorKind: string;
  actorId: string | null;
  /** The person in one line; null if there is no id. */
  actor: string | null;
  note: string | null;
  /** Who asked, when the actor confirmed. */
  askedById: string | null;
  /** What a person said of accounts and of what arrived. */
  said: Readonly<Record<string, string>> | null;
}

/** A transfer of a payout that is sent in parts. */
export interface StoredPart {
  number: number;
  amountCents: Cents;
  sentById: string;
}

export interface StoredEvent {
  stepNo: number;
  type: string;
  actualAmountCents: Cents | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
}

/** Accounts by the names that the domain gives them. */
export interface StoredTransfer {
  stepNo: number;
  kind: string;
  position: number;
  debit: string;
  credit: string;
  amountCents: Cents;
  refusedTransactionId: string | null;
}

export interface StoredMovement {
  stepNo: number;
  bankAccountId: string;
  amountCents: Cents;
}

export interface History {
  id: string;
  partnerId: string;
  /** For late money: the original deposit. */
  originalTransactionId: string | null;
  /** For late money that was refused before: the rejected deposit. */
  refusedTransactionId: string | null;
  type: TransactionType;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  bankAccountId: string | null;
  amountCents: Cents;
  actualAmountCents: Cents | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  basisPoints: number;
  fixedCents: Cents;
  settlementMode: SettlementMode;
  partsSentCents: Cents;
  isHeld: boolean;
  takenById: string | null;
  parts: StoredPart[];
  steps: StoredStep[];
  events: StoredEvent[];
  transfers: StoredTransfer[];
  movements: StoredMovement[];
}

/** The account before anybody corrected it: corrections of the account say which it was. */
export function firstAccountOf({ steps, bankAccountId }: History): string | null {
  const [first] = steps.flatMap(({ said }) => said?.['fromBankAccountId'] ?? []);
  return first ?? bankAccountId;
}

const TRANSACTIONS_SQL = `
select id, partner_id as "partnerId", original_transaction_id as "originalTransactionId",
  refused_transaction_id as "refusedTransactionId", type, status, stage,
  bank_account_id as "bankAccountId", amount_cents as "amountCents",
  actual_amount_cents as "actualAmountCents", commission_cents as "commissionCents", net_amount_cents as "netAmountCents",
  player_amount_cents as "playerAmountCents", balance_impact_cents as "balanceImpactCents",
  commission_basis_points as "basisPoints", commission_fixed_cents as "fixedCents", settlement_mode as "settlementMode",
  parts_sent_cents as "partsSentCents", held_until is not null as "isHeld", taken_by_id as "takenById"
from transaction where partner_id = any ($1)`;

/** An array, because a sub-select makes the planner read the whole table, which grows with every run. */
const OF_TRANSACTIONS = `transaction_id = any (array(select id from transaction where partner_id = any ($1)))`;

/** The text of the domain's accountKey. */
export function accountKeySql(alias: string): string {
  return `${alias}.kind || coalesce(':' || coalesce(${alias}.partner_id, ${alias}.bank_account_id), '')`;
}

const PARTS = {
  parts: `
    select transaction_id as "transactionId", number, amount_cents as "amountCents", sent_by_id as "sentById"
    from payout_transfer where ${OF_TRANSACTIONS} order by number`,
  steps: `
    select transaction_id as "transactionId", step_no as "stepNo", trigger, status, stage, actor_kind as "actorKind",
      actor_id as "actorId", ${actorTextSql('step')} as actor, note, asked_by_id as "askedById", said
    from transaction_step step where ${OF_TRANSACTIONS} order by step_no`,
  events: `
    select transaction_id as "transactionId", step_no as "stepNo", type, actual_amount_cents as "actualAmountCents",
      commission_cents as "commissionCents", net_amount_cents as "netAmountCents",
      player_amount_cents as "playerAmountCents", balance_impact_cents as "balanceImpactCents"
    from event where ${OF_TRANSACTIONS} order by step_no`,
  transfers: `
    select t.transaction_id as "transactionId", t.step_no as "stepNo", t.kind, t.position, ${accountKeySql('d')} as debit,
      ${accountKeySql('c')} as credit, t.amount_cents as "amountCents", t.refused_transaction_id as "refusedTransactionId"
    from ledger_transfer t join ledger_account d on d.id = t.debit_account_id join ledger_account c on c.id = t.credit_account_id
    where ${OF_TRANSACTIONS} order by t.step_no, t.position`,
  movements: `
    select transaction_id as "transactionId", step_no as "stepNo", bank_account_id as "bankAccountId",
      amount_cents as "amountCents"
    from bank_movement where ${OF_TRANSACTIONS} order by step_no, bank_account_id`,
};

/** Everything in the database about the partners' transactions. */
export async function readHistories(owner: pg.Pool, partnerIds: readonly string[]): Promise<History[]> {
  const read = async <Stored extends pg.QueryResultRow>(name: string, text: string): Promise<Stored[]> =>
    (await owner.query<Stored>({ name, text, values: [partnerIds] })).rows;
  const empty = { parts: [], steps: [], events: [], transfers: [], movements: [] };
  const rows = await read<History>('histories', TRANSACTIONS_SQL);
  const histories = new Map<string, History>(
    rows.map((row) => [row.id, { ...row, ...structuredClone(empty) }]),
  );
  for (const [part, text] of Object.entries(PARTS) as [keyof typeof PARTS, string][]) {
    for (const { transactionId, ...stored } of await read<{ transactionId: string }>(part, text)) {
      const known = histories.get(transactionId);
      if (known) (known[part] as unknown[]).push(stored);
    }
  }
  return [...histories.values()];
}
