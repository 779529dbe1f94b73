import type pg from 'pg';
import type { Kysely } from 'kysely';
import type { SignedInPerson } from '@vezne/domain/actor';
import { can, permissionToDecline } from '@vezne/domain/permissions';
import { operationPosting } from '@vezne/domain/postings';
import type { Posting } from '@vezne/domain/postings';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import {
  findEndedRequestRecords,
  findOpenRequestRecords,
  findRequestRecord,
  findSubjectNames,
} from '../../db/read/requests/request-rows.ts';
import type { RequestRecord } from '../../db/read/requests/request-rows.ts';
import { findReceipts, findSenderDetails } from '../../db/read/transactions/sender-details.ts';
import type { Database } from '../../db/schema.ts';
import { planAct } from '../confirmation/acts.ts';
import { prepareOperation } from '../confirmation/operations.ts';
import type { Confirmation } from '../confirmation/prepared.ts';
import { depositWarnings } from '../deposits/bank-sighting.ts';
import type { DepositWarning } from '../deposits/bank-sighting.ts';
import { BULK_REQUEST } from '../deposits/approve-in-bulk.ts';
import type { OperationRequest } from '../ledger/operation-request.ts';
import { payoutIdOf } from '../ledger/misdirected.ts';
import { readOperation } from '../ledger/operation-details.ts';
import { OPERATION_REQUEST } from '../ledger/post.ts';
import { RefusedError, refused } from '../refusal.ts';
import { findAskedTerms } from './asked-terms.ts';
import type { AskedTerms } from './asked-terms.ts';
import { judgeRequests, maySee } from './judge.ts';
import type { Judged } from './judge.ts';
import { noIssuer } from './issuer.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What fits below what is open. */
const SHOWN_ENDED = 100;

export interface RequestLists {
  open: Judged[];
  ended: Judged[];
}

/** What waits for a second person, and what became of the latest, as far as this person may know of it. */
export async function listRequests(pool: pg.Pool, viewer: SignedInPerson): Promise<RequestLists> {
  const open = await findOpenRequestRecords(pool, OPTIONS);
  const ended = await findEndedRequestRecords(pool, SHOWN_ENDED, OPTIONS);
  const seenBy = (records: RequestRecord[]): RequestRecord[] =>
    records.filter((record) => maySee(record, viewer));
  return {
    open: await judgeRequests(pool, seenBy(open), viewer),
    ended: await judgeRequests(pool, seenBy(ended), viewer),
  };
}

/** How many this person may confirm now. */
export async function countToConfirm(pool: pg.Pool, viewer: SignedInPerson): Promise<number> {
  const open = await findOpenRequestRecords(pool, OPTIONS);
  const judged = await judgeRequests(
    pool,
    open.filter((record) => maySee(record, viewer)),
    viewer,
  );
  return judged.filter(({ obstacle }) => obstacle === undefined).length;
}

/** One request with all that a second person looks at. */
export interface RequestDetail extends Judged {
  /** The transaction that it is about, as it is now; of a misdirected payout, the payout. */
  row: DecisionRow | undefined;
  /** What partners and our accounts are called, by their ids. */
  names: ReadonlyMap<string, string>;
  warnings: DepositWarning[];
  /** What the player said of a deposit. */
  senderName: string | null;
  receipts: number;
  /** The deposits of a bulk, each with why it can't be approved as it is now. */
  bulk: { row: DecisionRow; refusal: string | undefined }[];
  operation: OperationRequest | undefined;
  posting: Posting | undefined;
  /** Of a change of terms that can be done as things are. */
  terms: AskedTerms | undefined;
  mayDecline: boolean;
  mayWithdraw: boolean;
  /** How it is confirmed where the console can't. */
  command: string | undefined;
}

export async function readRequest(
  { pool, db }: { pool: pg.Pool; db: Kysely<Database> },
  id: string,
  viewer: SignedInPerson,
): Promise<RequestDetail> {
  const record = await findRequestRecord(pool, id, OPTIONS);
  if (record === undefined || !maySee(record, viewer)) throw refused('request_not_found', { requestId: id });
  const [first] = await judgeRequests(pool, [record], viewer);
  if (first === undefined) throw refused('request_not_found', { requestId: id });
  const judged = await examine({ pool, db }, first);
  const operation = record.action === OPERATION_REQUEST ? readOperation(record.details) : undefined;
  const [plan] = judged.planned;
  const planned = plan instanceof RefusedError || record.action === BULK_REQUEST ? undefined : plan;
  const row = await rowOf(pool, record, operation);
  const declines = permissionToDecline(record.action);
  const isOpen = record.status === 'open';
  return {
    ...judged,
    row,
    bulk: record.action === BULK_REQUEST ? await bulkOf(pool, judged) : [],
    warnings: row?.type === 'deposit' ? depositWarnings(row) : [],
    ...(row?.type === 'deposit' ? await saidOf(pool, row.id) : { senderName: null, receipts: 0 }),
    names: await findSubjectNames(pool, OPTIONS),
    operation,
    posting: operation === undefined ? planned?.change.posting : operationPosting(operation),
    terms: judged.refusal === undefined ? await findAskedTerms(db, record) : undefined,
    mayDecline: isOpen && !judged.isMine && declines !== undefined && can(viewer, declines),
    mayWithdraw: isOpen && record.askedById === viewer.id,
    command:
      isOpen && judged.obstacle === 'confirmed_at_command_line'
        ? `vezne request confirm ${id} --as ${viewer.name}`
        : undefined,
  };
}

async function saidOf(
  pool: pg.Pool,
  depositId: string,
): Promise<{ senderName: string | null; receipts: number }> {
  const details = await findSenderDetails(pool, depositId, OPTIONS);
  const receipts = await findReceipts(pool, depositId, OPTIONS);
  return { senderName: details?.senderName ?? null, receipts: receipts.length };
}

/** Whether an operation or a change could be done as things are. Decisions are judged by what they plan. */
async function examine(
  { pool, db }: { pool: pg.Pool; db: Kysely<Database> },
  judged: Judged,
): Promise<Judged> {
  const { record, obstacle } = judged;
  if (obstacle !== undefined && obstacle !== 'own_request') return judged;
  const confirmation: Confirmation = {
    pool,
    db,
    actor: { kind: 'command_line', id: ' somebody else ', name: ' somebody else ' },
    issuer: noIssuer,
    consoleUrl: () => '',
    portalUrl: () => '',
    asked: record,
    isPreview: true,
  };
  try {
    await prepareOperation(confirmation);
    if (obstacle === undefined) await planAct(confirmation);
    return judged;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const refusal = error.refusal.code;
    return { ...judged, refusal, obstacle: obstacle ?? 'refused' };
  }
}

async function bulkOf(pool: pg.Pool, { record, planned }: Judged): Promise<RequestDetail['bulk']> {
  const { deposits } = record.details as { deposits: { transactionId: string }[] };
  const ids = deposits.map(({ transactionId }) => transactionId);
  const rows = await findDecisionRows(pool, ids, OPTIONS);
  return ids.flatMap((id, index) => {
    const row = rows.get(id);
    const plan = planned[index];
    return row === undefined
      ? []
      : [{ row, refusal: plan instanceof RefusedError ? plan.refusal.code : undefined }];
  });
}

async function rowOf(
  pool: pg.Pool,
  { subjectType, subjectId }: RequestRecord,
  operation: OperationRequest | undefined,
): Promise<DecisionRow | undefined> {
  const id = operation === undefined ? subjectId : payoutIdOf(operation);
  if (id === null || (operation === undefined && subjectType !== 'transaction')) return undefined;
  return (await findDecisionRows(pool, [id], OPTIONS)).get(id);
}
