import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import { SETTING_RULES } from '@vezne/domain/widening';
import { readSettingsInForce } from '../../../src/db/read/partners/platform-settings.ts';
import { getBankAccount } from '../../../src/usecases/bank-accounts/get.ts';
import { CONFIRMABLE_ACTS } from '../../../src/usecases/confirmation/acts.ts';
import { getPartner } from '../../../src/usecases/partners/get.ts';
import { openHouse, AYSE } from './house.ts';

const USE_CASES = new URL('../../../src/usecases/', import.meta.url);

/**
 * What writes and is no person's action of its own: machinery that the actions are made of, and what partners, players and jobs
 * do. Whoever adds a file here says that nobody of ours can do anything new with it.
 */
const NOT_BY_PEOPLE = new Set([
  // What processes and commands say of their keys, and do with them.
  'keys/check.ts',
  // Machinery of people's actions.
  'bank-accounts/get.ts',
  'bank-accounts/move-open-deposits.ts',
  'blocks/get.ts',
  'confirmation/decisions.ts',
  'confirmation/operations.ts',
  'decisions/ask.ts',
  'decisions/decision-write.ts',
  'decisions/decisions.ts',
  'decisions/release-and-list.ts',
  'deposits/approve-in-bulk.ts',
  'four-eyes/act.ts',
  'four-eyes/end.ts',
  'ledger/operation.ts',
  'ledger/post.ts',
  'partners/new-credential.ts',
  'partners/taken-name.ts',
  'request-desk/end.ts',
  'restores/skip-codes.ts',
  'staff/enrolment.ts',
  'staff/people.ts',
  'webhooks/new-secret.ts',
  'webhooks/taken-url.ts',
  // Partners and players.
  'decisions/moneyless-steps.ts',
  'deposits/account-assignments.ts',
  'deposits/add-receipt.ts',
  'deposits/confirm-sent.ts',
  'deposits/create.ts',
  'deposits/give-sender-details.ts',
  'deposits/reference-codes.ts',
  'transactions/cancel.ts',
  'transactions/create.ts',
  'transactions/creations.ts',
  'transactions/delivered-answers.ts',
  'transactions/free-codes.ts',
  'withdrawals/create.ts',
  // Jobs.
  'audit/seal.ts',
  'bank-accounts/move-from-frozen.ts',
  'deposits/expire.ts',
  'four-eyes/expire.ts',
  'ledger/checkpoint.ts',
  'search/note-player-names.ts',
  'credentials/key-uses.ts',
  'keys/publish.ts',
  'partner-statements/close-months.ts',
  'partner-statements/count-days.ts',
  'partner-statements/count-decided-days.ts',
  'partner-statements/fix.ts',
  'partner-statements/forget.ts',
  'partner-statements/make.ts',
  // At the portal: what the database does for its people, it writes into the audit log by itself.
  'partner-keys/credentials.ts',
  'partner-keys/hand.ts',
  'partner-keys/networks.ts',
  'partner-keys/webhooks.ts',
  'partner-people/invite.ts',
  'partner-people/open-look.ts',
  'partner-people/owners-hand.ts',
  'partner-people/remove.ts',
]);

test('every use case that writes names the action that it is audited as, or is on the list of what no person does', () => {
  const writers = globSync('**/*.ts', { cwd: USE_CASES }).filter((file) =>
    /from '[./]*db\/write\//.test(readFileSync(new URL(file, USE_CASES), 'utf8')),
  );
  assert.ok(writers.length > 40, 'the use cases were found');
  assert.deepEqual(
    [...NOT_BY_PEOPLE].filter((file) => !writers.includes(file)),
    [],
    'the list names what exists',
  );
  const unknown = writers.filter((file) => {
    const text = readFileSync(new URL(file, USE_CASES), 'utf8');
    return !NOT_BY_PEOPLE.has(file) && !AUDIT_ACTIONS.some((action) => text.includes(`'${action}'`));
  });
  assert.deepEqual(unknown, []);
});

test('every act that can widen something can be confirmed', () => {
  const acts = globSync('**/*.ts', { cwd: USE_CASES }).flatMap((file) => [
    ...readFileSync(new URL(file, USE_CASES), 'utf8').matchAll(/^export const (\w+Act)\b/gm),
  ]);
  assert.equal(acts.length, CONFIRMABLE_ACTS.length, acts.map(([, name]) => name).join(' '));
});

test('every setting that is stored has a rule that says whether a change of it widens', async (t) => {
  const { context, partner, account } = await openHouse(t);
  const { db } = context(AYSE);
  const settingsOf = (record: object, ...others: string[]): string[] =>
    Object.keys(record)
      .filter((name) => !others.includes(name))
      .toSorted();
  const rulesOf = (noun: keyof typeof SETTING_RULES): string[] => Object.keys(SETTING_RULES[noun]).toSorted();
  assert.deepEqual(settingsOf(await getPartner(db, partner.id), 'id', 'createdAt'), rulesOf('partner'));
  const fixed = ['id', 'bankName', 'holderName', 'iban', 'currency', 'createdAt', 'openDeposits'];
  assert.deepEqual(settingsOf(await getBankAccount(db, account.id), ...fixed), rulesOf('bank_account'));
  const version = ['version', 'createdAt', 'createdBy'];
  assert.deepEqual(settingsOf(await readSettingsInForce(db), ...version), rulesOf('platform'));
});
