/** Two people at the console who make every secret that is told once. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { ROLES } from '@vezne/domain/permissions';
import type { Browser, ConsoleAnswer } from '../../harness/console.ts';
import { madeUpName } from '../../harness/made-up-name.ts';
import { codeAt, insertPerson } from '../../harness/staff.ts';
import type { RouteName } from '../../http/console/second-person/routes.ts';
import type { World } from './world.ts';

const CODE_MS = 30_000;
const TERMS = { basisPoints: 300, fixedCents: 0, mode: 'deduct_from_amount' };

export interface Triple {
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

export interface Administrators {
  /** Each may everything, so that nothing is kept from them that a page shows. */
  first: Browser;
  second: Browser;
  /** Every answer of the console since, as it came. */
  answers: string[];
  /** Calls and keeps the answer. */
  call: (page: Browser, name: RouteName, body?: object, id?: string) => Promise<ConsoleAnswer>;
  /** Asked by the first, confirmed by the second, who presses twice. Returns what the first confirmation tells. */
  byTwo: (name: RouteName, body: object, id?: string) => Promise<Record<string, unknown>>;
}

async function signIn(world: World): Promise<Browser> {
  const { owner, noteConsole } = world;
  const person = await insertPerson(owner, { roles: ROLES });
  const page = world.browser();
  const nowMs = Date.now();
  noteConsole(await page.call('signIn', { handle: person.handle, password: person.password }));
  noteConsole(await page.call('signInWithCode', { code: codeAt(person, nowMs) }));
  const proof = await page.call('stepUp', { code: codeAt(person, nowMs + CODE_MS) });
  assert.equal(noteConsole(proof).status, 200, proof.text);
  return page;
}

export async function administratorsOf(world: World): Promise<Administrators> {
  const [first, second] = [await signIn(world), await signIn(world)];
  const answers: string[] = [];
  const call: Administrators['call'] = async (page, name, body, id = '') => {
    const answer = world.noteConsole(await page.call(name, body, { id }));
    answers.push(answer.text, JSON.stringify([...answer.headers]));
    return answer;
  };
  return {
    first,
    second,
    answers,
    call,
    async byTwo(name, body, id) {
      const press = { pressId: randomUUID(), ...body };
      const asked = await call(first, name, press, id);
      assert.deepEqual(asked.body, { outcome: 'asked', requestId: press.pressId }, asked.text);
      const confirm = async () => await call(second, 'confirmRequest', { marksRead: [] }, press.pressId);
      const confirmed = await confirm();
      assert.equal(confirmed.status, 200, confirmed.text);
      // The answer was lost: the same person presses again, and is told that it is done.
      const nothing = { enrolment: null, credentials: null, webhookSecret: null };
      assert.deepEqual((await confirm()).body, { status: 'confirmed', ...nothing });
      // And so does whoever asked.
      assert.deepEqual((await call(first, name, press, id)).body, asked.body);
      return confirmed.body;
    },
  };
}

export interface Made {
  partnerId: string;
  /** Of a new partner, one more, and the one of a rotation. */
  triples: Triple[];
  webhookSecrets: string[];
  /** The secret part of a link to enrol. */
  link: string;
  /** The endpoints of the partner. */
  endpointIds: string[];
}

/** Everything that is told once: keys of a partner, secrets of its webhooks, and the link of a new person. */
export async function makeSecrets(
  world: World,
  { first, byTwo, call }: Administrators,
  { development, receiver }: { development: string; receiver: string },
): Promise<Made> {
  const events = ['deposit.approved'];
  const name = madeUpName('New');
  const created = await byTwo('createPartner', { name, deposit: TERMS, withdrawal: TERMS });
  const { rows } = await world.owner.query<{ id: string }>('select id from partner where name = $1', [name]);
  const partnerId = rows[0]?.id ?? assert.fail();
  const triples = [
    created,
    await byTwo('createPartnerCredentials', {}, partnerId),
    await byTwo('rotatePartnerCredentials', { overlapHours: 1 }, partnerId),
  ].map(({ credentials }) => credentials as Triple);

  const addition = { url: 'https://hooks.example/vezne', events, sinceBeginning: true };
  const added = await byTwo('addPartnerEndpoint', addition, partnerId);
  const { rows: endpoints } = await world.owner.query<{ id: string }>(
    'select id from webhook_endpoint where partner_id = $1',
    [partnerId],
  );
  const endpointId = endpoints[0]?.id ?? assert.fail();
  const rotated = await byTwo('rotateEndpointSecret', { overlapHours: 1 }, endpointId);

  // On a developer's machine one person is enough, and is told at once.
  const there = first.at(development);
  const local = { pressId: randomUUID(), url: receiver, events, sinceBeginning: true };
  const alone = await call(there, 'addPartnerEndpoint', local, partnerId);
  assert.equal(alone.body['outcome'], 'done', alone.text);
  const again = await call(there, 'addPartnerEndpoint', local, partnerId);
  assert.deepEqual(again.body, { outcome: 'done', isChanged: false, webhookSecret: null });
  const turn = { pressId: randomUUID(), overlapHours: 1 };
  const turned = await call(there, 'rotateEndpointSecret', turn, local.pressId);
  assert.equal(turned.body['outcome'], 'done', turned.text);

  const handle = `n${randomBytes(6).toString('hex')}`;
  const invited = await byTwo('addStaff', { handle, name: 'Deniz Ak', roles: ['operator'] });
  const { url } = invited['enrolment'] as { url: string };
  return {
    partnerId,
    triples,
    webhookSecrets: [added, rotated, alone.body, turned.body].map(({ webhookSecret }) =>
      String(webhookSecret),
    ),
    link: url.slice(url.indexOf('#') + 1),
    endpointIds: [endpointId, local.pressId],
  };
}
