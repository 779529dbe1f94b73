import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { Secret } from 'otpauth';
import { findDecisionRows } from '../../../src/db/read/desk/decision-rows.ts';
import { newId } from '../../../src/ids.ts';
import { CONSOLE_URL } from '../../harness/console.ts';
import { codeAt, insertEnrolment } from '../../harness/staff.ts';
import { letters } from './payment.ts';
import type { Paid } from './payment.ts';
import type { World } from './world.ts';

const CODE_MS = 30_000;

/** Our people's part: they come in by every way that needs no device, and decide. */
export async function work(world: World, paid: Paid): Promise<void> {
  const { owner, database, operator, keep, noteConsole, bankAccount } = world;
  const page = world.browser();
  const { handle, password } = operator;
  const mistyped = `mistyped-${randomBytes(9).toString('base64url')}`;
  keep('password', mistyped);
  noteConsole(await page.call('signIn', { handle, password: mistyped }));
  // Into the wrong field.
  noteConsole(await page.call('signIn', { handle: password, password: mistyped }));
  noteConsole(await page.call('signIn', { handle, password }));
  const nowMs = Date.now();
  const signedIn = noteConsole(await page.call('signInWithCode', { code: codeAt(operator, nowMs) }));
  assert.equal(signedIn.body['next'], 'signed_in', signedIn.text);
  noteConsole(await page.call('stepUp', { code: '000000' }));
  // Six digits alone would be found by chance.
  for (const atMs of [nowMs, nowMs + CODE_MS]) keep('code', `"${codeAt(operator, atMs)}"`);
  assert.equal(
    noteConsole(await page.call('stepUp', { code: codeAt(operator, nowMs + CODE_MS) })).status,
    200,
  );

  const pool = database.pool('vezne_console');
  const press = async (id: string): Promise<{ seen: string; decisionId: string }> => {
    const row = (await findDecisionRows(pool, [id], { timeoutMs: 5_000 })).get(id);
    return { seen: row?.fingerprint ?? assert.fail(), decisionId: randomUUID() };
  };
  const decide = async (
    name: 'approveDeposit' | 'takePayout' | 'authorisePayout' | 'approvePayout',
    id: string,
    more: object,
  ) => {
    const answer = noteConsole(await page.call(name, { ...(await press(id)), ...more }, { id }));
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body['outcome'], 'made', answer.text);
  };
  for (const query of [paid.name, paid.iban, paid.email])
    noteConsole(await page.call('search', { text: query }));
  await decide('approveDeposit', paid.depositId, {
    actualAmount: '1000.00',
    bankReference: `F-${letters()}`,
    senderSeen: paid.name,
  });
  await decide('takePayout', paid.payoutId, { bankAccountId: bankAccount.id });
  await decide('authorisePayout', paid.payoutId, { bankBalance: '900000.00' });
  await decide('approvePayout', paid.payoutId, { bankReference: `P-${letters()}` });

  // Somebody new, by a link, and then by a code from paper.
  const newcomer = { id: newId(), handle: `n${letters()}`, password: `${letters()} ${letters()}` };
  await owner.query(
    `insert into staff (id, handle, name, roles, created_by) values ($1, $2, 'Newcomer', '{operator}', 'test')`,
    [newcomer.id, newcomer.handle],
  );
  const link = await insertEnrolment(owner, newcomer.id);
  keep('link to enrol', link);
  keep('link to enrol', Buffer.from(link, 'base64url'));
  keep('password', newcomer.password);
  const theirs = world.browser();
  noteConsole(await theirs.call('lookAtEnrolment', { token: link }));
  assert.equal(
    noteConsole(await theirs.call('enrol', { token: link, password: newcomer.password })).status,
    200,
  );
  const { secret: totpSecret } = noteConsole(await theirs.call('beginTotp', {})).body;
  assert.ok(typeof totpSecret === 'string');
  keep('secret of an app', totpSecret);
  keep('secret of an app', Buffer.from(Secret.fromBase32(totpSecret).bytes));
  const confirmed = noteConsole(
    await theirs.call('confirmTotp', { code: codeAt({ totpSecret }, Date.now()) }),
  );
  const codes = confirmed.body['recoveryCodes'] as string[];
  for (const code of codes) {
    keep('recovery code', code);
    keep('recovery code', code.replaceAll('-', ''));
  }
  const again = world.browser();
  const { handle: newHandle, password: newPassword } = newcomer;
  noteConsole(await again.call('signIn', { handle: newHandle, password: newPassword }));
  assert.equal(noteConsole(await again.call('signInWithRecoveryCode', { code: codes[0] })).status, 200);
  noteConsole(await again.call('signInWithRecoveryCode', { code: codes[0] }));
  // A browser reports the whole address of its page.
  await theirs.send('/csp-report', {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({
      'csp-report': {
        'document-uri': `${CONSOLE_URL}/search/${encodeURIComponent(paid.name)}?q=${paid.iban}`,
        'blocked-uri': `https://elsewhere.example/${link}`,
        'effective-directive': 'script-src-elem',
        'script-sample': newcomer.password,
      },
    }),
  });
}
