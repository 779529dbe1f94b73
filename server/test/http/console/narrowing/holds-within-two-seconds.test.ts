/** What closes something is one person's: pressed at the console, it holds in the real processes within two seconds. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { ACTION_RULES, ROLES, can } from '@vezne/domain/permissions';
import type { Role } from '@vezne/domain/permissions';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import { startApiProcess } from '../../../harness/api-process.ts';
import { openConsoleDesk } from '../../../harness/console-desk.ts';
import type { Operator } from '../../../harness/console-desk.ts';
import { startWorkerProcess } from '../../../harness/worker-process.ts';
import { DESK_SAMPLES } from './desk-samples.ts';
import { PARTNER_SAMPLES } from './partner-samples.ts';
import { PEOPLE_SAMPLES } from './people-samples.ts';
import { PLATFORM_SAMPLES } from './platform-samples.ts';
import type { Sample } from './sample.ts';
import { webhookSamples } from './webhook-samples.ts';

const HOLDS_WITHIN_MS = 2_000;

/** What one person does at the console and closes nothing, each with the reason. */
const NOT_NARROWING: Readonly<Partial<Record<AuditAction, string>>> = {
  'bank_account.resume': 'ends a pause, which senior operators may alone',
  'partner.resume': 'ends a pause, which senior operators may alone',
  'platform.resume': 'ends a pause, which senior operators may alone',
  'webhook.resume': 'sends what has waited, to the address that two people chose',
  'partner.set_logo': 'a picture',
  'partner.remove_logo': 'a picture',
  'webhook.test': 'sends a test to the address that two people chose',
  'webhook.add': 'alone only on the machine of a developer',
  'webhook.enable': 'alone only on the machine of a developer',
  'webhook.rotate': 'alone only on the machine of a developer',
  'staff.add': 'alone only at the command line, below two administrators',
};

const samplesFor = (t: TestContext): readonly Sample[] => [
  ...PARTNER_SAMPLES,
  ...PLATFORM_SAMPLES,
  ...PEOPLE_SAMPLES,
  ...DESK_SAMPLES,
  ...webhookSamples(t),
];

test('every change that one person may make is tried here, or closes nothing', (t) => {
  const tried = new Set<string>(samplesFor(t).map(({ action }) => action));
  const atConsole = new Set<string>(
    Object.values(CONSOLE_API).flatMap((route) => ('action' in route ? [route.action] : [])),
  );
  const ofOne = AUDIT_ACTIONS.filter((one) => ACTION_RULES[one].hands !== 'two' && atConsole.has(one));
  assert.deepEqual([...tried, ...Object.keys(NOT_NARROWING)].toSorted(), ofOne.toSorted());
});

test('what closes something is done by one person, and holds within two seconds', async (t) => {
  const desk = await openConsoleDesk(t);
  const { url: api } = await startApiProcess(t, desk.database);
  await startWorkerProcess(t, desk.database, { VEZNE_ENV: 'development' });
  const staff: Partial<Record<Role, Operator>> = {};
  for (const sample of samplesFor(t)) {
    await t.test(`${sample.action}${sample.what === undefined ? '' : `: ${sample.what}`}`, async (each) => {
      const { asks } = ACTION_RULES[sample.action];
      assert.ok(asks !== 'signed_in');
      const role = ROLES.find((one) => can({ roles: [one] }, asks)) ?? assert.fail();
      const { page } = (staff[role] ??= await desk.operator({ roles: [role] }));
      const press = await sample.prepare({ desk, api });
      try {
        await press.opened();
        const body = { pressId: randomUUID(), ...press.body };
        const answer = await page.call(sample.route, body, { id: press.id ?? '' });
        assert.deepEqual(answer.body, { outcome: 'done', isChanged: true }, answer.text);
        const stillOpenMs = await press.stillOpenMs();
        each.diagnostic(`open for ${Math.round(stillOpenMs)} ms after the answer`);
        assert.ok(stillOpenMs <= HOLDS_WITHIN_MS, `open for ${stillOpenMs} ms`);
      } finally {
        await press.restore?.();
      }
    });
  }
});
