/** Requests as the contract shows them. */
import type {
  RequestDetail as ShownDetail,
  RequestRow as ShownRow,
  RequestTransaction,
} from '@vezne/contract/console/requests';
import type { AccountName } from '@vezne/domain/accounts';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { Terms } from '@vezne/domain/commission';
import { withoutQueries } from '@vezne/domain/hidden-queries';
import { maskIban } from '@vezne/domain/iban';
import { parseAmount } from '@vezne/domain/money';
import { can } from '@vezne/domain/permissions';
import type { DecisionRow } from '../../../db/read/desk/decision-rows.ts';
import { BULK_REQUEST } from '../../../usecases/deposits/approve-in-bulk.ts';
import { marksOf } from '../../../usecases/decisions/marks.ts';
import { RefusedError } from '../../../usecases/refusal.ts';
import type { Judged } from '../../../usecases/request-desk/judge.ts';
import type { RequestDetail } from '../../../usecases/request-desk/read.ts';
import { shownRequestNote, wire, wireOrNull } from '../shown.ts';
import { shownChange } from './change-shown.ts';
import { linesOf } from './lines.ts';
import type { LineOptions } from './lines.ts';

type Values = Readonly<Record<string, unknown>>;

/** The amount in the title, by the first of its names that the request has. */
function amountIn(after: Values): number | null {
  const text = after['arrivedAmount'] ?? after['actualAmount'] ?? after['sum'] ?? after['amount'];
  // Nothing at all may have come, which is no amount that anybody asks for.
  if (text === '0.00') return 0;
  const amount = typeof text === 'string' ? parseAmount(text) : undefined;
  return amount === undefined ? null : wire(amount);
}

/** Something new is known by the name that it shall have, and a block by whom it is about. */
function nameIn({ subjectType, before, after }: Judged['record']): string | null {
  const values = (subjectType === 'block' ? before : after) as Values | null;
  const { name, handle, bankName, url, customerId, iban } = values ?? {};
  const account = typeof iban === 'string' ? `•• ${iban.slice(-4)}` : null;
  if (typeof bankName === 'string' && account !== null) return `${bankName} ${account}`;
  const shallBe = name ?? handle ?? bankName ?? url ?? (subjectType === 'block' ? customerId : undefined);
  if (typeof shallBe === 'string') return withoutQueries(shallBe);
  return subjectType === 'block' ? account : null;
}

/** What is asked to be added says its own name, whatever has the id that the page chose for it. */
const ADDS = /\.(add|create)$/;

function subjectNameOf(record: Judged['record']): string | null {
  const now = record.subjectName === null ? null : withoutQueries(record.subjectName);
  return ADDS.test(record.action) ? (nameIn(record) ?? now) : (now ?? nameIn(record));
}

/** Of a player who is blocked, or of an address that is not there yet and was asked for by the partner's name. */
function partnerIn({ partnerName, subjectType, before, details }: Judged['record']): string | null {
  if (partnerName !== null) return partnerName;
  const { partnerName: ofBlock } = (before ?? {}) as Values;
  const { partner: ofEndpoint } = (details ?? {}) as Values;
  const known =
    subjectType === 'block' ? ofBlock : subjectType === 'webhook_endpoint' ? ofEndpoint : undefined;
  return typeof known === 'string' ? known : null;
}

/** What neither moves money nor decides on a transaction. */
function isChange({ subjectType, action }: Judged['record']): boolean {
  return subjectType !== 'transaction' && subjectType !== 'ledger_operation' && action !== BULK_REQUEST;
}

function lineOptions(
  { subjectType }: Judged['record'],
  viewer: SignedInPerson,
  names: LineOptions['names'],
): LineOptions {
  // A block names an account of a player; auditors read none whole.
  return { names, areIbansMasked: subjectType === 'block' || !can(viewer, 'read_queues') };
}

const NO_NAMES: LineOptions['names'] = new Map();

export function shownRow(
  { record, isMine, permission, obstacle, refusal }: Judged,
  viewer: SignedInPerson,
): ShownRow {
  const after = (record.after ?? {}) as Values;
  const { kind } = (record.details ?? {}) as { kind?: string };
  const { decidedBy } = record;
  const changed = isChange(record) ? shownChange(record, lineOptions(record, viewer, NO_NAMES)).lines : [];
  const [headline = null, ...others] = changed.filter((line) => !line.isNew);
  return {
    id: record.id,
    action: record.action,
    operation: record.subjectType === 'ledger_operation' ? (kind ?? null) : null,
    subject: {
      type: record.subjectType ?? '',
      id: record.subjectId ?? '',
      name: subjectNameOf(record),
      partner: partnerIn(record),
      partnerId: record.partnerId,
      referenceCode: record.referenceCode,
    },
    amountCents: amountIn(after),
    deposits: record.action === BULK_REQUEST ? Number(after['deposits'] ?? 0) : null,
    headline,
    moreLines: others.length,
    askedBy: { handle: record.askedBy, name: record.askedByName ?? record.askedBy },
    isMine,
    askedAt: record.askedAt.toISOString(),
    expiresAt: record.expiresAt.toISOString(),
    status: record.status === 'open' && record.isExpired ? 'expired' : record.status,
    decidedBy: decidedBy === null ? null : { handle: decidedBy, name: record.decidedByName ?? decidedBy },
    decidedAt: record.decidedAt?.toISOString() ?? null,
    decisionNote: shownRequestNote(record.decisionNote),
    obstacle: obstacle ?? null,
    permission: permission ?? null,
    refusal: refusal ?? null,
  };
}

export function shownRequest(detail: RequestDetail, viewer: SignedInPerson): ShownDetail {
  const { record, row, names, planned, operation, posting, terms } = detail;
  const options = lineOptions(record, viewer, names);
  const { lines, facts } = isChange(record)
    ? shownChange(record, options)
    : { lines: linesOf(record.before, record.after, options), facts: [] };
  const [first] = planned;
  const isBulk = record.action === BULK_REQUEST;
  const plan = isBulk || first instanceof RefusedError ? undefined : first;
  return {
    ...shownRow(detail, viewer),
    note: shownRequestNote(record.note),
    reasons: record.reasons,
    lines: lines.filter(({ field }) => operation === undefined || !IN_TRANSFERS.test(field)),
    facts,
    terms:
      terms === undefined
        ? null
        : { direction: terms.direction, before: wireTerms(terms.before), after: wireTerms(terms.after) },
    transaction: row === undefined ? null : shownTransaction(detail, row),
    outcome:
      plan === undefined
        ? null
        : {
            ...plan.change.to,
            actualAmountCents: wireOrNull(plan.change.actualAmountCents ?? plan.row.actualAmountCents),
            ...amountsAfter(plan),
          },
    bulk: shownBulk(detail),
    transfers: (posting?.transfers ?? []).map(({ debit, credit, amountCents }) => ({
      debit: shownBook(debit, names),
      credit: shownBook(credit, names),
      amountCents: wire(amountCents),
    })),
    needsSenderIban: operation?.kind === 'returned_to_sender' && record.status === 'open',
    mayDecline: detail.mayDecline,
    mayWithdraw: detail.mayWithdraw,
    command: detail.command ?? null,
  };
}

function wireTerms({ basisPoints, fixedCents, mode }: Terms): NonNullable<ShownDetail['terms']>['before'] {
  return { basisPoints, fixedCents: wire(fixedCents), mode };
}

/** What the transfers of an operation say better. */
const IN_TRANSFERS = /^(kind|debit\..*|credit\..*|.*[aA]ccount|partner)$/;

function amountsAfter({ row, change }: Extract<RequestDetail['planned'][number], { row: DecisionRow }>): {
  commissionCents: number;
  playerAmountCents: number;
  balanceImpactCents: number;
} {
  const { commissionCents, playerAmountCents, balanceImpactCents } = change.amounts ?? row;
  return {
    commissionCents: wire(commissionCents),
    playerAmountCents: wire(playerAmountCents),
    balanceImpactCents: wire(balanceImpactCents),
  };
}

function shownTransaction(
  { record, names, warnings, senderName, receipts }: RequestDetail,
  row: DecisionRow,
): RequestTransaction {
  const { payoutHolderName, payoutBankName, payoutIban } = row;
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    stage: row.stage,
    referenceCode: row.referenceCode,
    partner: { id: row.partnerId, name: row.partnerName },
    customer: { id: row.customerId, username: row.customerUsername, fullName: row.customerFullName },
    amountCents: wire(row.amountCents),
    actualAmountCents: wireOrNull(row.actualAmountCents),
    commissionCents: wire(row.commissionCents),
    playerAmountCents: wire(row.playerAmountCents),
    balanceImpactCents: wire(row.balanceImpactCents),
    terms: {
      basisPoints: row.basisPoints,
      fixedCents: wire(row.fixedCents),
      settlementMode: row.settlementMode,
    },
    bankAccount: row.bankAccountId === null ? null : (names.get(row.bankAccountId) ?? null),
    senderName,
    receipts,
    payee:
      payoutIban === null
        ? null
        : {
            holderName: payoutHolderName ?? '',
            bankName: payoutBankName ?? '',
            iban: maskIban(payoutIban),
          },
    marks: marksOf(row),
    warnings,
    takenBy: row.takenBy,
    hasChanged:
      record.subjectType === 'transaction' &&
      record.status === 'open' &&
      row.fingerprint !== record.fingerprint,
  };
}

function shownBulk({ bulk, names }: RequestDetail): ShownDetail['bulk'] {
  return bulk.map(({ row, refusal }) => ({
    id: row.id,
    referenceCode: row.referenceCode,
    customerFullName: row.customerFullName,
    partner: row.partnerName,
    bankName: names.get(row.bankAccountId ?? '') ?? null,
    amountCents: wire(row.amountCents),
    refusal: refusal ?? null,
  }));
}

function shownBook(
  account: AccountName,
  names: ReadonlyMap<string, string>,
): ShownDetail['transfers'][number]['debit'] {
  const owner = 'partnerId' in account ? account.partnerId : undefined;
  const id = 'bankAccountId' in account ? account.bankAccountId : owner;
  return { kind: account.kind, owner: id === undefined ? null : (names.get(id) ?? null) };
}
