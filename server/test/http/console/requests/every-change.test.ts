/** Every change that can wait, asked for by its own use case and read as the second person reads it, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRequest } from '@vezne/contract/console/requests';
import type { RequestDetail, RequestLine } from '@vezne/contract/console/requests';
import { cents } from '@vezne/domain/money';
import { LANGUAGES } from '@vezne/domain/written';
import { lineWords } from '../../../../../web/src/console/features/requests/line-words.ts';
import { meaningOf } from '../../../../../web/src/console/features/requests/meaning.ts';
import { aboutOf, titleOf } from '../../../../../web/src/console/features/requests/row-words.ts';
import { textName } from '../../../../../web/src/console/features/requests/tongue.ts';
import type { Tongue } from '../../../../../web/src/console/features/requests/tongue.ts';
import { tongueOf } from '../../../../../web/test/tongue.ts';
import { createDatabase } from '../../../../src/db/kysely.ts';
import { shownRequest } from '../../../../src/http/console/requests/shown.ts';
import { addBankAccount } from '../../../../src/usecases/bank-accounts/add.ts';
import { CONFIRMABLE_ACTS } from '../../../../src/usecases/confirmation/acts.ts';
import { setPartner } from '../../../../src/usecases/partners/change.ts';
import { readRequest } from '../../../../src/usecases/request-desk/read.ts';
import { setWebhookEndpoint } from '../../../../src/usecases/webhooks/change.ts';
import { turkishIban } from '../../../harness/factories.ts';
import { insertEndpoint } from '../../../harness/webhook-endpoints.ts';
import { signedIn } from '../../../harness/signed-in.ts';
import { SCENARIOS } from '../../../usecases/four-eyes/every-scenario.ts';
import { AYSE, MEHMET, openHouse } from '../../../usecases/four-eyes/house.ts';
import type { House } from '../../../usecases/four-eyes/house.ts';

const ACTIONS = new Set<string>(CONFIRMABLE_ACTS.map(({ action }) => action));
const CHANGES = SCENARIOS.filter(({ action, hands }) => hands === 'two' && ACTIONS.has(action));

/** What people wrote, and names: these stay as they are in every language. */
const WRITTEN =
  /^(name|email|handle|bankName|holderName|partnerName|reason|blockedBy|customerId|url|supportAddress)$/;

const SHAPES: Readonly<Partial<Record<RequestLine['kind'], RegExp>>> = {
  amount: /₺/,
  percent: /%/,
  moment: /^\d{1,2}[. ].*\d{2}:\d{2}$/,
  iban: / /,
};

/** A time that is none: pages fall back to what was written. */
const BROKEN = { kind: 'moment', isNew: false, before: null, after: '2026-99-99T99:99' } as const;

async function read(house: House, requestId: string): Promise<RequestDetail> {
  const viewer = signedIn({ id: MEHMET.id, name: MEHMET.name });
  const desk = { pool: house.console, db: createDatabase(house.console) };
  return getRequest.response.parse(shownRequest(await readRequest(desk, requestId, viewer), viewer));
}

/** A text for people: no key, no blank that nobody filled in, no value of the program. */
function assertText(text: string, about: string): void {
  assert.notEqual(text.trim(), '', about);
  assert.doesNotMatch(text, /requests\.|\{\{|undefined|null|NaN|\[object/, about);
}

function assertLine(tongue: Tongue, { subject }: RequestDetail, line: RequestLine): void {
  const about = `${tongue.language} ${line.field}`;
  const { name, before, after } = lineWords(tongue).difference(line, subject.type);
  assert.ok(tongue.exists(`requests.fields.${textName(line.field)}`), `${about} has a name`);
  assertText(name, about);
  assert.ok(Array.isArray(after) || after !== null, about);
  for (const text of [before, after].flat()) {
    if (text === null) continue;
    assertText(text, about);
  }
  const shape = SHAPES[line.kind];
  if (shape !== undefined && line.after !== null) assert.match(String(after), shape, about);
  const last = line.field.slice(line.field.lastIndexOf('.') + 1);
  const isCode = line.kind === 'text' && typeof line.after === 'string' && !WRITTEN.test(last);
  if (isCode && !line.field.startsWith('refundNote') && tongue.language === 'tr')
    assert.notEqual(after, line.after, `${about} is a code that has words`);
  for (const entry of Array.isArray(line.after) ? line.after : []) {
    if (/^(roles|eventTypes|payoutCountries)$/.test(last))
      assert.ok(![after].flat().includes(entry), `${about} ${entry} is a code that has words`);
  }
}

function assertReads(tongue: Tongue, detail: RequestDetail): void {
  const about = `${tongue.language} ${detail.action}`;
  const title = titleOf(tongue, detail);
  assertText(title, about);
  assert.ok(!title.includes(detail.action), `${about} has a title`);
  assert.ok(
    detail.subject.type === 'platform' || detail.subject.name !== null,
    `${about} is called something`,
  );
  assert.ok(detail.lines.length > 0, `${about} changes something`);
  if (detail.lines.some(({ isNew }) => !isNew)) assertText(aboutOf(tongue, detail), about);
  for (const line of detail.lines) assertLine(tongue, detail, line);
  for (const fact of detail.facts) {
    assert.ok(tongue.exists(`requests.fields.${textName(fact.field)}`), `${about} ${fact.field}`);
    assertText(
      lineWords(tongue).value(fact, fact.value, detail.subject.type) ?? '',
      `${about} ${fact.field}`,
    );
  }
  const [effect, ...means] = meaningOf(tongue, detail);
  assert.notEqual(effect, tongue.t('requests.effect.other'), `${about} says what it brings about`);
  for (const sentence of [effect ?? '', ...means]) assertText(sentence, about);
}

test('every change that can wait for a second person is tried', () => {
  assert.deepEqual([...new Set(CHANGES.map(({ action }) => action))].toSorted(), [...ACTIONS].toSorted());
});

test('every change is read in words, before and after, in both languages', async (t) => {
  const house = await openHouse(t);
  const tongues = await Promise.all(LANGUAGES.map(tongueOf));
  for (const [index, scenario] of CHANGES.entries()) {
    await t.test(`${scenario.action} (${index})`, async () => {
      const trial = await scenario.prepare(house);
      try {
        const outcome = await trial.act(AYSE);
        const detail = await read(house, outcome.outcome === 'asked' ? outcome.requestId : '');
        assert.equal(detail.obstacle, null, String(detail.refusal));
        for (const tongue of tongues) assertReads(tongue, detail);
      } finally {
        await trial.restore?.();
      }
    });
  }
});

test('what a second person has to know stands beside what differs', async (t) => {
  const house = await openHouse(t);
  const factsOf = async (action: string): Promise<Record<string, unknown>> => {
    const scenario = CHANGES.find((one) => one.action === action) ?? assert.fail(action);
    const trial = await scenario.prepare(house);
    const outcome = await trial.act(AYSE);
    const { facts } = await read(house, outcome.outcome === 'asked' ? outcome.requestId : '');
    return Object.fromEntries(facts.map(({ field, value }) => [field, value]));
  };
  const { rows } = await house.owner.query<{ name: string }>('select name from partner where id = $1', [
    house.partner.id,
  ]);
  const partnerName = rows[0]?.name;
  assert.deepEqual(await factsOf('webhook.add'), { partnerName });
  assert.deepEqual(await factsOf('webhook.rotate'), { partnerName });
  assert.deepEqual((await factsOf('staff.enable'))['roles'], ['operator']);
  assert.deepEqual(Object.keys(await factsOf('staff.reset')).toSorted(), ['handle', 'roles']);
  assert.deepEqual(Object.keys(await factsOf('bank_account.set')).toSorted(), ['holderName', 'iban']);
  const block = await factsOf('block.remove');
  assert.deepEqual([block['kind'], block['reason'], block['blockedBy']], ['iban', 'reported', MEHMET.name]);
  assert.match(String(block['iban']), /\*/, 'an account of a player is never shown whole');
});

test('whoever confirms an address reads all of it, or that what is hidden of it differs', async (t) => {
  const house = await openHouse(t);
  const { id } = await insertEndpoint(house.owner, {
    partnerId: house.partner.id,
    url: 'https://shop.example/hook?token=one',
  });
  const asked = async (supportAddress: string) =>
    await setPartner(house.context(AYSE), { partner: house.partner.id, settings: { supportAddress } });
  const first = await asked('https://shop.example/go?to=/help');
  await house.owner.query('update partner set support_address = $1', ['https://shop.example/go?to=/help']);
  const second = await asked('https://shop.example/go?to=https://evil.example');
  const moved = await setWebhookEndpoint(house.context(AYSE), {
    endpoint: id,
    url: 'https://shop.example/hook?token=two',
    allowPrivate: false,
  });
  const lineOf = async (one: typeof first | typeof moved) =>
    (await read(house, one.outcome === 'asked' ? one.requestId : '')).lines[0] ?? assert.fail();
  assert.deepEqual((await lineOf(second)).before, 'https://shop.example/go?to=/help');
  assert.deepEqual((await lineOf(second)).after, 'https://shop.example/go?to=https://evil.example');
  const { before, after } = await lineOf(moved);
  for (const text of [before, after])
    assert.match(String(text), /^https:\/\/shop\.example\/hook\?…[0-9a-f]{8}$/);
  assert.notEqual(before, after);
});

test('a text that looks like a time or like an id is read as it was written, and hides no other request', async (t) => {
  const house = await openHouse(t);
  const tongues = await Promise.all(LANGUAGES.map(tongueOf));
  const account = {
    iban: turkishIban(77),
    bankName: '2026-99-99T99:99',
    holderName: house.account.id,
    dailyCapCents: null,
  };
  const asked = [
    await setPartner(house.context(AYSE), {
      partner: house.partner.id,
      settings: {
        name: '2026-99-99T99:99',
        creditLineCents: cents(200_000_000_000n),
        refundNote: { tr: '2026-99-99T00:00', en: '2026-01-01T00:00' },
      },
    }),
    await addBankAccount(house.context(AYSE), account),
  ];
  const details = await Promise.all(
    asked.map(async (one) => await read(house, one.outcome === 'asked' ? one.requestId : '')),
  );
  for (const tongue of tongues) {
    const { difference } = lineWords(tongue);
    for (const detail of details) {
      assert.doesNotThrow(() => aboutOf(tongue, detail));
      const texts = detail.lines.filter(({ kind }) => kind === 'text');
      for (const line of texts.filter(({ field }) => field !== 'status'))
        assert.equal(difference(line, detail.subject.type).after, line.after, line.field);
    }
    const [partner, bankAccount] = details.map(({ lines }) =>
      Object.fromEntries(lines.map(({ field, after }) => [field, after])),
    );
    assert.equal(partner?.['name'], '2026-99-99T99:99');
    assert.equal(partner['refundNote.en'], '2026-01-01T00:00');
    assert.equal(bankAccount?.['holderName'], house.account.id, 'and not the name of that account');
    assert.equal(difference({ ...BROKEN, field: 'expiresAt' }, 'block').after, BROKEN.after);
  }
});

test('what is to be added is called by its own name, also under an id that something else has', async (t) => {
  const house = await openHouse(t);
  const iban = turkishIban(78);
  const addition = { bankName: 'Yeni Banka', holderName: 'Vezne A.Ş.', iban, dailyCapCents: null };
  const context = { ...house.context(AYSE), pressId: house.account.id };
  await addBankAccount(context, addition);
  const { subject } = await read(house, house.account.id);
  assert.equal(subject.name, `Yeni Banka •• ${iban.slice(-4)}`);
});
