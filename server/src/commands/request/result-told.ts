import { formatIban } from '@vezne/domain/iban';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { FourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import { toTransactionId } from '../../ids.ts';
import type { OpenedBankAccount } from '../../usecases/bank-accounts/change.ts';
import type { CreatedCredentials } from '../../usecases/credentials/create.ts';
import type { RotatedCredentials } from '../../usecases/credentials/rotate.ts';
import { REQUESTED_ACTIONS } from '../../usecases/decisions/requested-actions.ts';
import type { RequestedAction } from '../../usecases/decisions/requested-actions.ts';
import type { InvitedPartnerPerson } from '../../usecases/partner-people/invite-by-two.ts';
import type { CreatedPartner } from '../../usecases/partners/create.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import type { AddedStaff } from '../../usecases/staff/add.ts';
import type { ChangedStaff } from '../../usecases/staff/changed-staff.ts';
import type { ResetStaff } from '../../usecases/staff/reset.ts';
import type { AddedWebhookEndpoint } from '../../usecases/webhooks/add.ts';
import type { RotatedWebhookSecret } from '../../usecases/webhooks/rotate-secret.ts';
import { addedAccount } from '../bank-account/add.ts';
import { enabledAccount } from '../bank-account/disable-and-enable.ts';
import { createdCredentials } from '../credentials/create.ts';
import { rotatedCredentials } from '../credentials/rotate.ts';
import { approvedLine } from '../deposit/approve.ts';
import { amountText } from '../layout.ts';
import { createdPartner } from '../partner/create.ts';
import { invitedPartnerPerson } from '../partner/invite.ts';
import type { Told } from '../performed.ts';
import { addedStaff } from '../staff/add.ts';
import { wasReset } from '../staff/reset.ts';
import { changedStaff } from '../staff/staff-text.ts';
import { STATEMENT_OPTIONS } from '../transaction-options.ts';
import { OPERATION_REQUEST } from '../../usecases/ledger/post.ts';
import { transactionValues } from '../transaction/transaction-rows.ts';
import { addedEndpoint } from '../webhook/add.ts';
import { rotatedSecret } from '../webhook/rotate.ts';
import { authorisedLines } from '../withdrawal/authorise.ts';
import { returnedLines } from '../withdrawal/return.ts';
import type { Books } from '../with-database.ts';

type Tell = (result: never) => Told;

/** Of what is new, secrets, which exist in the open this once, and ids; of an account, what it means for players. */
const NEW_THINGS: Readonly<Record<string, Tell>> = {
  'bank_account.add': (account: BankAccountRecord) => addedAccount(account),
  'bank_account.enable': (opened: OpenedBankAccount) => enabledAccount(opened),
  'partner.create': (partner: CreatedPartner) => createdPartner(partner),
  'partner_person.invite': (invited: InvitedPartnerPerson) => invitedPartnerPerson(invited),
  'credentials.create': (created: CreatedCredentials) => createdCredentials(created),
  'credentials.rotate': (rotated: RotatedCredentials) => rotatedCredentials(rotated),
  'staff.add': (added: AddedStaff) => addedStaff(added),
  'staff.enable': (changed: ChangedStaff) => changedStaff(changed),
  'staff.reset': (reset: ResetStaff) => wasReset(reset),
  'staff.set_roles': (changed: ChangedStaff) => changedStaff(changed),
  'webhook.add': (added: AddedWebhookEndpoint) => addedEndpoint(added),
  'webhook.rotate': (rotated: RotatedWebhookSecret) => rotatedSecret(rotated),
};

/** The same sentences as after a decision by one person. */
const DECIDED: Readonly<Record<RequestedAction, (row: DecisionRow) => string[]>> = {
  'deposit.approve': (row) => [approvedLine(row)],
  'deposit.correct': (row) => [
    `${toTransactionId(row.id)} is corrected. The player should have been credited ${amountText(row.playerAmountCents)}.`,
  ],
  'withdrawal.correct': (row) => [
    `${toTransactionId(row.id)} is corrected. The books of both accounts are put right.`,
  ],
  'withdrawal.return_payout': returnedLines,
  'withdrawal.authorise': authorisedLines,
};

/** What a confirmation made, beyond that it is done. */
export async function resultTold(
  { pool }: Pick<Books, 'pool'>,
  { action, subjectId }: FourEyesRequest,
  result: unknown,
): Promise<Told | undefined> {
  // Each act returns what its own sentence takes.
  const tell = NEW_THINGS[action] as ((result: unknown) => Told) | undefined;
  if (tell !== undefined) return tell(result);
  if (action === OPERATION_REQUEST) return sentToTold(result as { operationId: string; sentTo?: string });
  const decided = REQUESTED_ACTIONS.find((one) => one === action);
  if (decided === undefined || subjectId === null) return undefined;
  const row = (await findDecisionRows(pool, [subjectId], STATEMENT_OPTIONS)).get(subjectId);
  if (row === undefined) return undefined;
  return { values: plainValues({ transaction: transactionValues(row) }), lines: DECIDED[decided](row) };
}

/** Only now does the whole IBAN stand anywhere. */
function sentToTold({ operationId, sentTo }: { operationId: string; sentTo?: string }): Told | undefined {
  if (sentTo === undefined) return undefined;
  return {
    values: { operationId, sentTo },
    lines: [`The money is to be sent to: ${formatIban(sentTo)}`],
  };
}
