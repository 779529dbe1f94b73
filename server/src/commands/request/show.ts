import type { Command } from 'commander';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { formatIban } from '@vezne/domain/iban';
import { readConsoleUrl, readPortalUrl } from '../../config/addresses.ts';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import { findFourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import type { FourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { previewRequest } from '../../usecases/confirmation/confirm.ts';
import { marksOf } from '../../usecases/decisions/marks.ts';
import type { Preview } from '../../usecases/confirmation/confirm.ts';
import { payoutIdOf } from '../../usecases/ledger/misdirected.ts';
import { readOperation } from '../../usecases/ledger/operation-details.ts';
import { OPERATION_REQUEST } from '../../usecases/ledger/post.ts';
import { toTransactionId } from '../../ids.ts';
import { stateText } from '../state-text.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { refused } from '../../usecases/refusal.ts';
import { action } from '../action.ts';
import { readIssuer, withBooks } from '../with-database.ts';
import type { Books } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { amountText, indented, timeText } from '../layout.ts';
import { readNames } from '../names.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { isStaffRefusal, refusalText } from '../refusal-texts.ts';
import { transactionValues } from '../transaction/transaction-rows.ts';
import { askAgainCommand } from './ask-again.ts';
import { reasonsText } from './asked-lines.ts';
import { previewLines } from './preview-lines.ts';
import { needsSenderIban, postingOf, requestText, requestValues } from './request-text.ts';

/** What is over changes nothing any more. */
const NOTHING_PLANNED: Preview = { planned: [] };

export function addShow(request: Command): void {
  defineCommand(request, {
    name: 'show <id>',
    description:
      'all about one request: who asks for what, why it takes two, and what changes if it is confirmed',
    examples: ['vezne request show 01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708'],
  }).action(
    action(async (id: string, options: Output) => {
      await withBooks(async (books) => {
        const found = await getRequest(books, id);
        const names = await readNames(books.db);
        const isOpen = found.status === 'open';
        const { objection, planned } = isOpen
          ? await previewRequest(
              { ...books, issuer: readIssuer, consoleUrl: readConsoleUrl, portalUrl: readPortalUrl },
              found.id,
            )
          : NOTHING_PLANNED;
        const reason =
          objection !== undefined && isStaffRefusal(objection) ? refusalText(objection) : undefined;
        const posting = postingOf(found) ?? planned[0]?.change.posting ?? null;
        print(
          options,
          plainValues({
            request: requestValues(found),
            refused: objection?.code ?? null,
            posting: planned.length > 1 ? null : posting,
            deposits: planned.length > 1 ? planned.map(({ row }) => transactionValues(row)) : null,
          }),
          [
            `Request ${found.id}`,
            ...indented([['what', requestText(found, names)], ...peopleRows(found)]),
            ...(await payoutLines(books, found)),
            ...previewLines(found, planned, names),
            ...(isOpen ? nextLines(found, { objection: reason, planned }) : overLines(found)),
          ],
        );
      });
    }),
  );
}

/** Of money that went to a wrong account: the payout, and the account that is the right one. */
async function payoutLines({ pool }: Books, { action: asked, details }: FourEyesRequest): Promise<string[]> {
  const payoutId = asked === OPERATION_REQUEST ? payoutIdOf(readOperation(details)) : null;
  if (payoutId === null) return [];
  const row = (await findDecisionRows(pool, [payoutId], STATEMENT_OPTIONS)).get(payoutId);
  if (row === undefined) return [];
  return [
    'The payout, and where it belongs',
    ...indented([
      ['id', toTransactionId(payoutId)],
      ['state', stateText(row)],
      ['player is paid', amountText(row.playerAmountCents)],
      ['holder', row.payoutHolderName ?? ''],
      ['IBAN', row.payoutIban === null ? '' : formatIban(row.payoutIban)],
    ]),
  ];
}

/** The request with this id; fails with a sentence when there is none. */
export async function getRequest({ db }: Pick<Books, 'db'>, id: string): Promise<FourEyesRequest> {
  const found = await findFourEyesRequest(db, id);
  if (found !== undefined) return found;
  throw refused('request_not_found', { requestId: id });
}

function peopleRows(request: FourEyesRequest): string[][] {
  const { note, reasons, askedBy, askedAt, status, decidedBy, decidedAt, decisionNote } = request;
  return [
    ['takes two because', reasonsText(reasons as TwoPeopleReason[])],
    ...(note === null ? [] : [['note', note]]),
    ['asked', `${timeText(askedAt)} by ${askedBy}`],
    ['status', decidedAt === null ? status : `${status} ${timeText(decidedAt)} by ${decidedBy}`],
    ...(decisionNote === null ? [] : [['because', decisionNote]]),
    ...(status === 'open' ? [['may be confirmed until', timeText(request.expiresAt)]] : []),
  ];
}

/** What was confirmed is done. Anything else can be asked anew. */
function overLines(request: FourEyesRequest): string[] {
  return request.status === 'confirmed' ? [] : [`To ask anew: ${askAgainCommand(request)}`];
}

function nextLines(
  request: FourEyesRequest,
  { objection, planned }: { objection: string | undefined; planned: Preview['planned'] },
): string[] {
  const { id, askedBy } = request;
  const iban = needsSenderIban(request) ? ' --iban IBAN' : '';
  const marks = planned.flatMap(({ row }) => marksOf(row)).map((mark) => ` --read ${mark}`);
  const steps = [
    ['if it is wrong', `vezne request decline ${id} --reason TEXT --as NAME`],
    [`only ${askedBy}`, `vezne request withdraw ${id}`],
  ];
  if (objection !== undefined) {
    const anew = ['to ask anew', askAgainCommand(request)];
    return [`It can't be confirmed as things are. ${objection}`, ...indented([...steps, anew])];
  }
  const confirm = ['if all of it is right', `vezne request confirm ${id}${marks.join('')}${iban} --as NAME`];
  return [`What can be done now, by another person than ${askedBy}`, ...indented([confirm, ...steps])];
}
