/** What the shop shows its players, and what it accepts from them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdTable, untilStatementWaits } from '../server/test/harness/hold-table.ts';
import { openBrowser } from './shop/test/browser.ts';
import type { Page } from './shop/test/browser.ts';
import { operatorsAt, passDeadline } from './shop/test/operators.ts';
import { ACCOUNT, deposit, newPlayer, paymentPage, playerWithMoney, withdraw } from './shop/test/steps.ts';
import { deliver, lastEvent, openWorld } from './shop/test/world.ts';
import { en } from './shop/web/texts/en.ts';
import { tr } from './shop/web/texts/tr.ts';

/** The heading, and the colour of the mark above it. */
function headingOf({ text }: Page): string {
  const [, colour = ''] = /class="mark (\w+)"/.exec(text) ?? assert.fail(text);
  const [, heading = ''] = /<h1>([^<]*)</.exec(text) ?? assert.fail(text);
  return `${colour}: ${heading}`;
}

const { deposit: DEPOSIT, withdrawal: WITHDRAWAL } = en.state;
const NO_MONEY = /received|No money/;

test('a player who comes back from the payment page', async (t) => {
  const world = await openWorld(t);
  const PAY = new RegExp(`<a class="button" href="[^"]*/pay/txn_[^"]*">${en.goToPayment}<`);

  await t.test('without having said that the transfer was sent can still pay', async () => {
    const player = await newPlayer(world);
    const { id, reference } = await deposit(world, player, '1000');
    const address = `/return?svcTransactionId=${id}&externalReference=${reference}`;
    for (const rest of [
      '',
      '&svcStatus=waiting_payment',
      '&svcStatus=approved',
      '&svcStatus=WAITING_CONFIRMATION',
    ]) {
      const page = await player.get(address + rest);
      assert.equal(headingOf(page), `waiting: ${DEPOSIT.open.heading}`, rest);
      assert.match(page.text, PAY, rest);
    }
    await passDeadline(world.desk, id);
    const page = await player.get(`${address}&svcStatus=waiting_payment`);
    assert.match(page.text, PAY, 'the service has not closed it yet');
  });

  await t.test('after having said so reads about the confirmation, if it is a waiting deposit', async () => {
    const player = await playerWithMoney(world);
    const paid = (await lastEvent(world)).externalReference;
    const { reference } = await deposit(world, player, '1000');
    const withdrawal = await withdraw(world, player, '100');
    const back = async (externalReference: string): Promise<Page> =>
      await player.get(`/return?svcStatus=waiting_confirmation&externalReference=${externalReference}`);
    const page = await back(reference);
    assert.equal(headingOf(page), `waiting: ${DEPOSIT.sent.heading}`);
    assert.doesNotMatch(page.text, PAY);
    const later = await paymentPage(player, reference);
    assert.equal(headingOf(later), `waiting: ${DEPOSIT.sent.heading}`, 'it is remembered');
    assert.match(later.text, new RegExp(`href="[^"]*/pay/txn_[^"]*">${en.addReceipt}<`));
    assert.match((await player.get('/')).text, new RegExp(`>${DEPOSIT.sent.short}<`));
    assert.equal(await player.balance(), 87_000n, 'it credits nothing');
    await world.killShop();
    await world.restartShop();
    assert.equal(headingOf(await paymentPage(player, reference)), `waiting: ${DEPOSIT.sent.heading}`);
    assert.equal(headingOf(await back(paid)), `approved: ${DEPOSIT.approved.heading}`);
    assert.equal(headingOf(await back(withdrawal.reference)), `waiting: ${WITHDRAWAL.open.heading}`);
  });
});

test('what a player said about a transfer', async (t) => {
  const world = await openWorld(t);
  const operators = operatorsAt(world.desk);
  const claim = (reference: string): string =>
    `/return?svcStatus=waiting_confirmation&externalReference=${reference}`;

  await t.test('is shown with its first time, and the webhook decides', async () => {
    const player = await newPlayer(world);
    const { id, reference } = await deposit(world, player, '1000');
    const saidRow = new RegExp(`<dt>${en.saidSent}</dt>\\s*<dd>([^<]*)</dd>`);
    assert.doesNotMatch((await paymentPage(player, reference)).text, saidRow);
    const said = saidRow.exec((await player.get(claim(reference))).text)?.[1] ?? assert.fail();
    await operators.reject('deposit', id);
    assert.equal(await deliver(world, await lastEvent(world)), 200);
    const page = await player.get(claim(reference));
    assert.equal(headingOf(page), `rejected: ${DEPOSIT.rejected.heading}`);
    assert.equal(saidRow.exec(page.text)?.[1], said);
    assert.equal(await player.balance(), 0n);
  });

  await t.test('can be said by nobody else, and not of a withdrawal', async () => {
    const player = await playerWithMoney(world);
    const { reference } = await deposit(world, player, '1000');
    const stranger = await newPlayer(world);
    assert.equal((await stranger.get(claim(reference))).status, 404);
    assert.equal(headingOf(await paymentPage(player, reference)), `waiting: ${DEPOSIT.open.heading}`);
    const withdrawal = await withdraw(world, player, '100');
    assert.doesNotMatch((await player.get(claim(withdrawal.reference))).text, new RegExp(en.saidSent));
  });
});

test('a decided payment', async (t) => {
  const world = await openWorld(t);
  const operators = operatorsAt(world.desk);

  await t.test('that was corrected to zero says so, and no longer claims that there is money', async () => {
    const player = await playerWithMoney(world);
    const { transactionId, externalReference } = await lastEvent(world);
    await operators.correctDeposit(transactionId, 0n);
    assert.equal(await deliver(world, await lastEvent(world)), 200);
    const page = await paymentPage(player, externalReference);
    assert.equal(headingOf(page), `rejected: ${DEPOSIT.corrected.heading}`);
    const home = await player.get('/');
    assert.match(home.text, new RegExp(`class="rejected">${DEPOSIT.corrected.short}<`));
    assert.doesNotMatch(home.text, /class="approved"/);
  });

  await t.test(
    'that was rejected and paid late shows its money, in whatever order the events come',
    async () => {
      const player = await newPlayer(world);
      const { id, reference } = await deposit(world, player, '300');
      await operators.reject('deposit', id);
      const rejected = await lastEvent(world);
      await operators.approveLateMoney(id, 30_000n);
      for (const event of [await lastEvent(world), rejected]) {
        assert.equal(await deliver(world, event), 200);
        const page = await paymentPage(player, reference);
        assert.equal(headingOf(page), `approved: ${DEPOSIT.approved.heading}`);
        assert.match(page.text, /₺291\.00/);
      }
      assert.match((await player.get('/')).text, new RegExp(`class="approved">${DEPOSIT.approved.short}<`));
    },
  );

  await t.test('that was rejected claims nothing about money that may have come', async () => {
    const player = await newPlayer(world);
    for (const reasonCode of ['third_party_sender', 'no_money_seen'] as const) {
      const { id, reference } = await deposit(world, player, '300');
      await operators.reject('deposit', id, reasonCode);
      assert.equal(await deliver(world, await lastEvent(world)), 200);
      const page = await paymentPage(player, reference);
      assert.equal(headingOf(page), `rejected: ${DEPOSIT.rejected.heading}`);
      assert.match(page.text, /It was not added to your balance\./);
      assert.doesNotMatch(page.text, NO_MONEY);
    }
  });

  await t.test('whose time is over says so', async () => {
    const player = await newPlayer(world);
    const { id, reference } = await deposit(world, player, '300');
    await operators.expire(id);
    assert.equal(await deliver(world, await lastEvent(world)), 200);
    assert.equal(headingOf(await paymentPage(player, reference)), `rejected: ${DEPOSIT.expired.heading}`);
    assert.match((await player.get('/')).text, new RegExp(DEPOSIT.expired.short));
    assert.equal(await player.balance(), 0n);
  });
});

test('forms', async (t) => {
  const world = await openWorld(t);
  const { owner } = world.desk;
  const count = async (type: string): Promise<number | null> =>
    (await owner.query('select from transaction where type = $1', [type])).rowCount;

  await t.test(
    'of a slow deposit that are sent twice create one deposit, and both lead to its payment page',
    async () => {
      const player = await newPlayer(world);
      const form: Record<string, string> = { ...(await player.hiddenFields('/deposit')), amount: '1000' };
      const letGo = await holdTable(owner);
      const clicks = [player.send('/deposit', form)];
      await untilStatementWaits(owner);
      clicks.push(player.send('/deposit', form));
      // Time for a second response, if it came without waiting for the first.
      for (const path of ['/', '/deposit', '/']) await player.get(path);
      await letGo();
      const locations = (await Promise.all(clicks)).map(({ location }) => location ?? '');
      assert.match(locations[0] ?? '', /\/pay\/txn_/);
      assert.equal(locations[1], locations[0]);
      assert.equal((await player.send('/deposit', form)).location, locations[0], 'a reload, later');
      assert.equal(await count('deposit'), 1);

      const other = await player.send('/deposit', { ...form, amount: '2000' });
      assert.equal(other.status, 422, 'another amount is another payment');
      assert.match(other.text, /value="2000"/);
      const stranger = await newPlayer(world);
      const stolen = {
        ...(await stranger.hiddenFields('/deposit')),
        amount: '1000',
        reference: form['reference'] ?? '',
      };
      const answer = await stranger.send('/deposit', stolen);
      assert.equal(answer.location, `/payments/${form['reference']}`);
      assert.equal((await stranger.get(answer.location ?? '')).status, 404);
      assert.equal(await count('deposit'), 1);
    },
  );

  await t.test('of a slow withdrawal that are sent twice take the money once', async () => {
    const player = await playerWithMoney(world);
    const form = { ...(await player.hiddenFields('/withdraw')), amount: '100', ...ACCOUNT };
    const click = async (): Promise<string> => {
      const { location } = await player.send('/withdraw', form);
      return headingOf(await player.get(location ?? ''));
    };
    const letGo = await holdTable(owner);
    const clicks = [click()];
    await untilStatementWaits(owner);
    clicks.push(click());
    for (const path of ['/', '/deposit', '/']) await player.get(path);
    await letGo();
    for (const heading of await Promise.all(clicks)) {
      assert.equal(
        heading,
        `waiting: ${WITHDRAWAL.open.heading}`,
        'no player reads that the outcome is unknown',
      );
    }
    assert.equal(await player.balance(), 87_000n);
    assert.equal(await count('withdrawal'), 1);
  });

  await t.test('say beside the field what is wrong with an amount, and keep what was typed', async () => {
    const player = await newPlayer(world);
    const { maxCents } = (await world.vezne.getLimits()).deposit;
    const { amountProblem: problem } = en;
    for (const [amount, sentence] of [
      ['', problem.missing],
      ['1,000', problem.ambiguous],
      [' abc ', problem.unreadable],
      ['-5', problem.unreadable],
      ['0,00', problem.zero],
      ['0,01', en.amountTooLow('₺')],
      [String(maxCents), en.amountTooHigh('₺')],
    ] as const) {
      const before = await count('deposit');
      const { status, text } = await player.submit('/deposit', { amount });
      assert.equal(status, 422);
      const input = /<input\s+id="amount"[^>]*>/.exec(text)?.[0] ?? assert.fail(text);
      assert.ok(input.includes(`value="${amount}"`), input);
      assert.match(input, /aria-describedby="amount-problem amount-hint" aria-invalid="true" autofocus/);
      const [, said = ''] = /<p id="amount-problem" class="field-problem">([^<]*)</.exec(text) ?? [];
      assert.ok(said.startsWith(sentence.replace(/\.$/, '')), `${amount}: ${said}`);
      assert.equal(await count('deposit'), before, 'nothing was sent');
    }
    for (const amount of ['1.000', '1.000,00', '₺1,000.00', '1 000,00']) {
      assert.match((await player.submit('/deposit', { amount })).location ?? '', /\/pay\/txn_/, amount);
      const { amountCents } = (await world.vezne.findTransactions({ limit: 1 })).transactions[0] ?? {};
      assert.equal(amountCents, 100_000, amount);
    }
  });

  await t.test('say everything that is wrong at once, and put the focus on the first of it', async () => {
    const player = await playerWithMoney(world);
    const before = await count('withdrawal');
    const typed = {
      amount: '100',
      bankName: ' ',
      holder: ' Ayşe ',
      iban: 'tr34 0006 1005 1978 6457 8413 26',
    };
    const { status, text } = await player.submit('/withdraw', typed);
    assert.equal(status, 422);
    const problems = [...text.matchAll(/<p id="(\w+)-problem" class="field-problem">([^<]*)</g)];
    assert.deepEqual(
      problems.map(([, name, sentence]) => [name, sentence]),
      [
        ['bankName', en.bankNameProblem],
        ['iban', en.ibanProblem.checksum],
      ],
    );
    const focused = [...text.matchAll(/<input\s+id="(\w+)"[^>]* autofocus/g)];
    assert.deepEqual(
      focused.map(([, name]) => name),
      ['bankName'],
    );
    for (const value of Object.values(typed)) assert.ok(text.includes(`value="${value}"`), value);
    assert.equal(await player.balance(), 97_000n);
    assert.equal(await count('withdrawal'), before);
  });

  await t.test('do not fill in what another site has sent', async () => {
    const player = await playerWithMoney(world);
    const forged = { formToken: 'forged', amount: '100', ...ACCOUNT, holder: 'Mallory' };
    const { status, text } = await player.send('/withdraw', forged);
    assert.equal(status, 422);
    assert.ok(text.includes(en.problem.expired));
    assert.doesNotMatch(text, /Mallory|TR33/);
  });

  await t.test('accept names as long as the service does, and no longer ones', async () => {
    const player = await playerWithMoney(world);
    const [bankName, holder] = ['Ş'.repeat(64), '😀'.repeat(128)];
    for (const [change, sentence] of [
      [{ bankName: `${bankName}Ş` }, en.tooLong(64)],
      [{ holder: `${holder}a` }, en.tooLong(128)],
      [{ bankName: ' ' }, en.bankNameProblem],
      [{ holder: '' }, en.holderProblem],
    ] as const) {
      const answer = await player.submit('/withdraw', { amount: '100', ...ACCOUNT, ...change });
      assert.equal(answer.status, 422);
      assert.ok(answer.text.includes(sentence));
    }
    assert.equal(await player.balance(), 97_000n);
    const before = await count('withdrawal');
    const taken = await player.submit('/withdraw', { amount: '100', ...ACCOUNT, bankName, holder });
    const page = await player.get(taken.location ?? '');
    assert.equal(headingOf(page), `waiting: ${WITHDRAWAL.open.heading}`, 'the service accepted it');
    assert.equal(await count('withdrawal'), (before ?? 0) + 1);
  });

  await t.test('refuse player names that the service would refuse', async () => {
    const visitor = openBrowser(world.shopUrl);
    const { formToken = '' } = await visitor.hiddenFields('/');
    const names = { username: 'a'.repeat(64), fullName: 'Ş'.repeat(128) };
    for (const [change, sentence] of [
      [{ username: 'a'.repeat(65) }, en.usernameProblem],
      [{ fullName: 'Ş'.repeat(129) }, en.fullNameProblem],
      [{ username: 'a b' }, en.usernameProblem],
      [{ fullName: ' ' }, en.fullNameProblem],
    ] as const) {
      const answer = await visitor.send('/player', { formToken, ...names, ...change });
      assert.equal(answer.status, 422);
      const problems = [...answer.text.matchAll(/class="field-problem">([^<]*)</g)];
      assert.deepEqual(
        problems.map(([, said]) => said),
        [sentence],
      );
      assert.ok(answer.text.includes(`value="${{ ...names, ...change }.fullName}"`), 'what was typed stays');
    }
    assert.equal((await visitor.send('/player', { formToken, ...names })).status, 303);
    const sent = await visitor.submit('/deposit', { amount: '1000' });
    assert.match(sent.location ?? '', /\/pay\/txn_/, 'the service accepted them');
  });
});

test('the link to the other language shows the same page, and the choice is kept', async (t) => {
  const world = await openWorld(t);
  const player = await newPlayer(world);
  const { reference } = await deposit(world, player, '1000');
  const linkOn = async (path: string): Promise<string> => {
    const { text } = await player.get(path);
    const [, address = ''] = /<a href="([^"]*)" lang="\w\w">/.exec(text) ?? assert.fail(text);
    return address.replaceAll('&amp;', '&');
  };
  const back = `/return?externalReference=${reference}&svcStatus=waiting_confirmation`;
  assert.equal(await linkOn(back), `${back}&lang=tr`);
  assert.match((await player.get(await linkOn(back))).text, new RegExp(tr.state.deposit.sent.heading));
  assert.match(
    (await player.get(back)).text,
    new RegExp(tr.state.deposit.sent.heading),
    'the choice is kept',
  );
  assert.equal(await linkOn(`/payments/${reference}?lang=tr`), `/payments/${reference}?lang=en`);
  for (const path of ['//elsewhere.example/', '/\\elsewhere.example']) {
    assert.match(await linkOn(path), /^\/[a-z]/, path);
  }
  const refused = await player.submit('/deposit', { amount: 'x' });
  assert.match(refused.text, /<a href="\/deposit\?lang=en" lang="en">/);
  const visitor = openBrowser(world.shopUrl);
  const { formToken = '' } = await visitor.hiddenFields('/');
  const unnamed = await visitor.send('/player', { formToken, username: '', fullName: '' });
  assert.match(
    unnamed.text,
    /<a href="\/\?lang=tr" lang="tr">/,
    'nothing is shown at the address of that form',
  );
});
