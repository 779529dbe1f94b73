/** Changes of settings that wait for a second person, and what a confirmation shows this once. */
import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { createDatabase } from '../../../server/src/db/kysely.ts';
import { createSealedSecrets } from '../../../server/src/keys/sealed-secrets.ts';
import type { CredentialContext } from '../../../server/src/usecases/admin-context.ts';
import { block } from '../../../server/src/usecases/blocks/block.ts';
import { unblock } from '../../../server/src/usecases/blocks/unblock.ts';
import { createCredentials } from '../../../server/src/usecases/credentials/create.ts';
import type { Performed } from '../../../server/src/usecases/four-eyes/act.ts';
import { setPartner } from '../../../server/src/usecases/partners/change.ts';
import { createPartner } from '../../../server/src/usecases/partners/create.ts';
import { setTerms } from '../../../server/src/usecases/partners/set-terms.ts';
import { addStaff } from '../../../server/src/usecases/staff/add.ts';
import type { StaffContext } from '../../../server/src/usecases/staff/context.ts';
import { insertPartner, turkishIban } from '../../../server/test/harness/factories.ts';
import { testKeys } from '../../../server/test/harness/keys.ts';
import { signedIn } from '../../../server/test/harness/signed-in.ts';
import { insertPerson } from '../../../server/test/harness/staff.ts';
import { enter, post } from '../console.ts';
import { dialog } from './screen.ts';
import type { Screen, World } from './screen.ts';

export type Asking = CredentialContext & StaffContext;

/** Blocks are the work of senior operators, everything else here that of administrators. */
const BOTH = ['administrator', 'senior_operator'] as const;

/** Somebody who asks for changes. */
export async function askerOf(owner: pg.Pool): Promise<Asking> {
  const { id, handle } = await insertPerson(owner, { name: 'Selin Tekin', roles: BOTH, factors: 'none' });
  return {
    db: createDatabase(owner),
    actor: signedIn({ id, name: handle }),
    sealedSecrets: createSealedSecrets(testKeys.secretKeys),
    cell: 'c1',
    consoleUrl: 'https://console.example',
    note: 'Kasım sözleşmesi imzalandı, ek-2.',
  };
}

export async function asked(performing: Promise<Performed<unknown>>): Promise<string> {
  const performed = await performing;
  assert.ok(performed.outcome === 'asked', 'this takes two people');
  return performed.requestId;
}

let names = 0;

/** A partner with a name that people read, and each time another one. */
async function shop(owner: pg.Pool): Promise<{ id: string }> {
  const { id } = await insertPartner(owner, {
    redirectHosts: ['mavioyun.example', 'oyun.mavioyun.example'],
    allowedNetworks: ['203.0.113.0/24'],
  });
  names += 1;
  await owner.query('update partner set name = $2 where id = $1', [id, `Mavi Oyun ${names}`]);
  return { id };
}

type Ask = (asking: Asking, owner: pg.Pool) => Promise<string>;

const TERMS = { basisPoints: 250, fixedCents: cents(100n), mode: 'deduct_from_amount' } as const;

const ASKS = {
  terms: async (asking, owner) => {
    const { id: partner } = await shop(owner);
    const changes = { basisPoints: 250, mode: 'fee_on_top' } as const;
    return await asked(setTerms(asking, { partner, direction: 'deposit', changes }));
  },
  partner: async (asking, owner) => {
    const { id: partner } = await shop(owner);
    const settings = {
      creditLineCents: cents(25_000_000n),
      redirectHosts: ['mavioyun.example', 'kampanya.mavioyun.example'],
      allowedNetworks: [],
      settlementAccount: { iban: turkishIban(8_000_002), holderName: 'Mavi Oyun Bilişim A.Ş.' },
    };
    return await asked(setPartner(asking, { partner, settings }));
  },
  newPartner: async (asking) => {
    names += 1;
    const settings = { name: `Turuncu Oyun ${names}`, redirectHosts: ['turuncu.example'] };
    return await asked(createPartner(asking, { settings, terms: { deposit: TERMS, withdrawal: TERMS } }));
  },
  block: async (asking) => {
    names += 1;
    const subject = { iban: turkishIban(8_100_000 + names) };
    const reason = 'Banka şikâyet bildirdi';
    const { id } = await block(asking, { subject, reason, until: null });
    return await asked(unblock(asking, id));
  },
  credentials: async (asking, owner) => await asked(createCredentials(asking, (await shop(owner)).id)),
  person: async (asking) => {
    names += 1;
    const addition = { handle: `zeynep${names}`, name: 'Zeynep Ak', roles: ['operator'] };
    return await asked(addStaff(asking, addition));
  },
} satisfies Record<string, Ask>;

/** Asked for by one administrator, and open in the browser of another, who has just proved that it is them. */
async function open(page: Page, { development: { url, owner } }: World, ask: Ask): Promise<void> {
  const second = await insertPerson(owner, { name: 'Murat Şen', roles: BOTH, factors: 'none' });
  const requestId = await ask(await askerOf(owner), owner);
  await enter(page, url, second);
  await post(page, url, '/api/session/step-up', { password: second.password });
  await page.goto(`${url}/requests/${requestId}`);
  await page.locator('footer button').first().waitFor();
}

/** Confirmed, with what is shown this once. */
async function confirmed(page: Page, world: World, ask: Ask): Promise<void> {
  await open(page, world, ask);
  await page.keyboard.press('a');
  await dialog(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('checkbox').waitFor();
}

export const CHANGE_SCREENS: readonly Screen[] = [
  {
    name: 'request-terms',
    inDocs: 'change-request',
    open: async (page, world) => await open(page, world, ASKS.terms),
  },
  {
    name: 'request-partner',
    heightPx: 1_200,
    open: async (page, world) => await open(page, world, ASKS.partner),
  },
  {
    name: 'request-new-partner',
    heightPx: 1_200,
    open: async (page, world) => await open(page, world, ASKS.newPartner),
  },
  { name: 'request-block', open: async (page, world) => await open(page, world, ASKS.block) },
  {
    name: 'request-secrets',
    inDocs: 'told-once',
    open: async (page, world) => await confirmed(page, world, ASKS.credentials),
  },
  { name: 'request-link', open: async (page, world) => await confirmed(page, world, ASKS.person) },
];
