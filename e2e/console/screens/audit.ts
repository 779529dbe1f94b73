/** Every screen of the audit log, and how one gets there. */
import type { Page } from 'playwright-core';
import { createDatabase } from '../../../server/src/db/kysely.ts';
import { sealNextEntries } from '../../../server/src/usecases/audit/seal.ts';
import type { RunningConsole } from '../console.ts';
import { fillMorning } from '../morning.ts';
import { dialog, goTo } from './screen.ts';
import type { Screen, World } from './screen.ts';

const filled = new WeakMap<RunningConsole, Promise<void>>();

/** A day's work: decisions, requests, changes, and somebody who verified the chain. */
async function fill({ owner }: RunningConsole): Promise<void> {
  const { firstId } = await fillMorning(owner);
  const { rows } = await owner.query<{ partner: string; account: string }>(
    `select partner_id as partner, bank_account_id as account from transaction where id = $1`,
    [firstId],
  );
  const { partner = '', account = '' } = rows[0] ?? {};
  const entries: [kind: string, actor: string, action: string, type: string, id: string, details: object][] =
    [
      ['command_line', 'murat', 'bank_account.freeze', 'bank_account', account, { depositsMoved: 34 }],
      ['staff', 'elif', 'deposit.take_over', 'transaction', firstId, { from: 'burak' }],
      [
        'staff',
        'elif',
        'request.ask',
        'second_person_request',
        firstId,
        {
          action: 'partner.set',
          subjectType: 'partner',
          subjectId: partner,
          before: { creditLine: '0.00' },
          after: { creditLine: '500000.00' },
          reasons: ['always'],
        },
      ],
      ['system', 're_sum_ledger', 'ledger.verify', 'ledger_checkpoint', firstId, { digest: 'a'.repeat(64) }],
      [
        'staff',
        'murat',
        'partner.set',
        'partner',
        partner,
        {
          before: { creditLine: '0.00', withdrawalsPaused: true, iban: 'TR330006100519786457841326' },
          after: { creditLine: '500000.00', withdrawalsPaused: false, iban: null },
          note: 'Sözleşme yenilendi',
          askedBy: 'elif',
          requestId: firstId,
          session: firstId,
          address: '10.20.4.7',
          version: 3,
        },
      ],
      ['staff', 'elif', 'deposit.approve', 'transaction', firstId, { amount: '1200.00' }],
      ['staff', 'elif', 'session.sign_in', 'staff', firstId, { by: 'passkey' }],
    ];
  for (const [kind, actor, action, type, id, details] of entries) {
    await owner.query(
      `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
       values ($1, $2, $2, $3, $4, $5, $6)`,
      [kind, actor, action, type, id, JSON.stringify(details)],
    );
  }
  const worker = createDatabase(owner);
  while ((await sealNextEntries(worker)) !== undefined);
  await owner.query(
    `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
     values ('command_line', 'nihal', 'nihal', 'audit.verify', 'audit_log', 'chain', $1)`,
    [{ result: 'proven', seals: '1', entries: '9', upToSeal: '1', provenSeal: '1' }],
  );
}

async function log(page: Page, world: World, path = ''): Promise<void> {
  const filling = filled.get(world.production) ?? fill(world.production);
  filled.set(world.production, filling);
  await filling;
  await goTo(page, world, `/audit${path}`);
}

const LISTED = /\/api\/audit(\?|$)/;
const ENTRY = /\/api\/audit\/entries\/\d+$/;

export const AUDIT_SCREENS: readonly Screen[] = [
  {
    name: 'audit',
    open: async (page, world) => {
      await log(page, world);
      await page.locator('[role=rowgroup] [role=row]').first().waitFor();
    },
  },
  {
    name: 'audit-entry',
    inDocs: 'audit',
    open: async (page, world) => {
      await log(page, world, '?action=partner.set');
      await page.locator('[role=rowgroup] [role=row]').first().click();
      await page.getByRole('complementary').locator('section').nth(4).waitFor();
    },
  },
  {
    name: 'audit-chain',
    open: async (page, world) => {
      await log(page, world);
      await page.getByRole('button', { name: /Zincir|Chain/ }).click();
      await dialog(page);
    },
  },
  {
    name: 'audit-nothing',
    open: async (page, world) => {
      await log(page, world, '?subject=nobody');
      await page.getByRole('button', { name: /^(Filtreleri kaldır|Remove the filters)/ }).waitFor();
    },
  },
  {
    name: 'audit-no-entry',
    open: async (page, world) => {
      await log(page, world, '/999999');
      await page.getByText(/Böyle bir kayıt yok|There is no such entry/).waitFor();
    },
  },
  {
    name: 'audit-loading',
    open: async (page, world) => {
      // Never answered: the page shows the shape of what comes.
      await page.route(LISTED, async () => undefined);
      await page.route(ENTRY, async () => undefined);
      await log(page, world, '/1');
      await page.locator('[role=grid][aria-busy=true]').first().waitFor();
      await page.getByRole('complementary').locator('[aria-busy=true]').first().waitFor();
    },
  },
  {
    name: 'audit-entry-failed',
    open: async (page, world) => {
      await page.route(ENTRY, async (route) => await route.abort());
      await log(page, world, '/1');
      await page.getByRole('complementary').getByRole('alert').waitFor();
    },
  },
  {
    name: 'audit-failed',
    open: async (page, world) => {
      await page.route(LISTED, async (route) => await route.abort());
      await log(page, world);
      await page.locator('main').getByRole('alert').first().waitFor();
    },
  },
];
