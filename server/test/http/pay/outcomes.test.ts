import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { REASON_CODES } from '@vezne/domain/transaction-state';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { HostedDeposit } from '../../../src/db/read/transactions/hosted-deposits.ts';
import { outcomeOf } from '../../../src/http/pay/outcome.ts';
import { TEXTS } from '../../../src/http/pay/texts/texts.ts';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, newPage, setStatus, shownText } from './pages.ts';

type Where = keyof (typeof TEXTS)['tr']['where'];
type Next = keyof (typeof TEXTS)['tr']['next'];

/** Where the money is and what is to be done, for each reason, when none came. */
const WITHOUT_MONEY: Readonly<Record<Exclude<ReasonCode, 'expired'>, [Where, Next]>> = {
  no_money_seen: ['missing', 'look'],
  amount_mismatch: ['none', 'look'],
  third_party_sender: ['none', 'ownAccount'],
  duplicate: ['none', 'other'],
  suspected_fraud: ['none', 'ask'],
  player_request: ['none', 'again'],
  partner_cancelled: ['none', 'stop'],
  account_closed: ['none', 'stop'],
  payout_failed: ['none', 'ask'],
  payout_returned: ['none', 'ask'],
  other: ['none', 'ask'],
};

interface Answers {
  why: string;
  where: string;
  next: string;
}

function answersIn(html: string): Answers {
  const said = (name: string): string =>
    new RegExp(`<div class="${name}"><dt>[^<]+</dt><dd>(.*?)</dd></div>`).exec(html)?.[1] ??
    assert.fail(html);
  return { why: said('why'), where: said('where'), next: said('next') };
}

/** Without the partner's link, the words alone. */
function expected({ why, where, next }: Answers, api: TestApi, language: Language, more = {}): Answers {
  const partner = api.partner.name;
  const support = TEXTS[language].page.support.replace('{partner}', partner);
  const filled = (text: string): string => shownText(text, { partner, support, ...more });
  return { why: filled(why), where: filled(where), next: filled(next) };
}

async function keepMoney({ owner }: TestApi, seenCents: bigint, openCents: bigint): Promise<void> {
  await owner.query(
    `insert into refused_money (transaction_id, bank_account_id, amount_cents, open_cents)
     select id, bank_account_id, $1, $2 from transaction
     on conflict (transaction_id) do update set amount_cents = $1, open_cents = $2`,
    [seenCents, openCents],
  );
}

suite(
  'a payment that was rejected says why, where the money is and what happens next',
  { concurrency: 4 },
  () => {
    test('for every reason when no money came, in plain words and without blame', async (t) => {
      const api = await startTestApi(t);
      const path = await newPage(api);
      for (const reasonCode of REASON_CODES) {
        if (reasonCode === 'expired') continue;
        await setStatus(api.owner, 'rejected', reasonCode);
        const [where, next] = WITHOUT_MONEY[reasonCode];
        for (const language of LANGUAGES) {
          const texts = TEXTS[language];
          const { text } = await get(api, path, language);
          const said = answersIn(text);
          const answers: Answers = {
            why: texts.reasons[reasonCode],
            where: texts.where[where],
            next: texts.next[next],
          };
          assert.deepEqual(said, expected(answers, api, language), reasonCode);
          for (const label of Object.values(texts.answers)) assert.ok(text.includes(`<dt>${label}</dt>`));
          // What somebody wanted closed did not fail.
          const isWanted = ['player_request', 'partner_cancelled', 'duplicate'].includes(reasonCode);
          const title = isWanted ? texts.rejected.titleClosed : texts.rejected.title;
          assert.ok(text.includes(`<h1 tabindex="-1">${title}</h1>`), reasonCode);
          assert.doesNotMatch(
            Object.values(said).join(' '),
            /fraud|suspect|fake|dolandır|şüphe|sahte|_|[{}]/i,
          );
        }
      }
    });

    test('for every reason when money came: kept apart, in part, or gone again', async (t) => {
      const api = await startTestApi(t);
      const path = await newPage(api);
      for (const reasonCode of REASON_CODES) {
        if (reasonCode === 'expired' || reasonCode === 'no_money_seen') continue;
        await setStatus(api.owner, 'rejected', reasonCode);
        for (const [openCents, where, open] of [
          [95_000n, 'kept', { tr: '950,00 ₺', en: '₺950.00' }],
          [40_000n, 'part', { tr: '400,00 ₺', en: '₺400.00' }],
          [0n, 'gone', { tr: '0,00 ₺', en: '₺0.00' }],
        ] as const) {
          await keepMoney(api, 95_000n, openCents);
          const kept: Next = reasonCode === 'third_party_sender' ? 'ownAccount' : 'kept';
          for (const language of LANGUAGES) {
            const texts = TEXTS[language];
            const seen = language === 'tr' ? '950,00 ₺' : '₺950.00';
            const { text } = await get(api, path, language);
            assert.deepEqual(
              answersIn(text),
              expected(
                {
                  why: texts.reasons[reasonCode],
                  where: texts.where[where],
                  next: texts.next[openCents === 0n ? 'gone' : kept],
                },
                api,
                language,
                { seen, open: open[language] },
              ),
              `${reasonCode} ${where}`,
            );
            assert.ok(text.includes(`<dt>${texts.approved.received}</dt><dd>${seen}</dd>`), text);
            assert.ok(text.includes(`<h1 tabindex="-1">${texts.rejected.title}</h1>`), reasonCode);
          }
        }
      }
    });

    test('money that was refused before the books knew of it counts as with us', async (t) => {
      const api = await startTestApi(t);
      const path = await newPage(api);
      await setStatus(api.owner, 'rejected', 'amount_mismatch');
      await api.owner.query('update transaction set actual_amount_cents = 95000');
      assert.ok(answersIn((await get(api, path)).text).where.includes('950,00 ₺'));
    });

    test('and so do an expired, a reversed and a paused one', async (t) => {
      const api = await startTestApi(t);
      const path = await newPage(api);
      const isSaid = async (screen: 'expired' | 'reversed' | 'paused'): Promise<void> => {
        for (const language of LANGUAGES) {
          const { text } = await get(api, path, language);
          assert.deepEqual(answersIn(text), expected(TEXTS[language][screen].outcome, api, language), screen);
        }
      };
      await api.owner.query(`update bank_account set status = 'frozen'`);
      await isSaid('paused');
      await api.owner.query(`update transaction set expires_at = now() - interval '1 second'`);
      await isSaid('expired');
      await setStatus(api.owner, 'rejected', 'expired');
      await isSaid('expired');
      await api.owner.query(
        `update transaction set status = 'approved', reason_code = null, corrected_at = now(), actual_amount_cents = 0`,
      );
      await isSaid('reversed');
    });
  },
);

test('money that came late, or was refused at first, is never said to be where it is not', () => {
  const { late, reversed, expired, where, next } = TEXTS.en;
  const rejected = { status: 'rejected', reasonCode: 'amount_mismatch', actualAmountCents: null } as const;
  const refusedMoney = (refusedCents: bigint | null, refusedOpenCents: bigint | null) => ({
    refusedCents,
    refusedOpenCents,
  });
  const none = refusedMoney(null, null);
  for (const [deposit, said] of [
    [{ ...rejected, ...none, lateCents: 40_000n }, late.outcome],
    // Approved late, and then corrected to nothing.
    [{ ...rejected, ...none, lateCents: 0n }, reversed.outcome],
    // All of what was refused was approved after all.
    [
      { ...rejected, ...refusedMoney(40_000n, 0n), lateCents: 40_000n },
      { ...late.outcome, why: late.afterAll },
    ],
    // A part of it is still with us.
    [
      { ...rejected, ...refusedMoney(75_000n, 25_000n), lateCents: 50_000n },
      { why: late.afterAll, where: where.part, next: next.kept },
    ],
    // It came after the time was over, and was refused.
    [
      { ...rejected, reasonCode: 'expired', ...refusedMoney(75_000n, 75_000n), lateCents: null },
      { why: expired.outcome.why, where: where.kept, next: next.kept },
    ],
    [{ ...rejected, reasonCode: 'expired', ...none, lateCents: null }, expired.outcome],
  ] as const)
    assert.deepEqual(outcomeOf(deposit as unknown as HostedDeposit, TEXTS.en), said);
});

suite("the partner's people", { concurrency: 4 }, () => {
  const REFUND = { tr: 'İadeler üç iş günü sürer.', en: 'Refunds take three working days.' };

  /** What each state says about whom to ask. */
  const STATES: readonly [what: string, prepare: (api: TestApi) => Promise<unknown>][] = [
    ['pay', async () => {}],
    ['checking', async ({ owner }) => await setStatus(owner, 'waiting_confirmation')],
    ['rejected', async ({ owner }) => await setStatus(owner, 'rejected', 'other')],
    ['expired', async ({ owner }) => await setStatus(owner, 'rejected', 'expired')],
    [
      'reversed',
      async ({ owner }) =>
        await owner.query(
          `update transaction set status = 'approved', reason_code = null, corrected_at = now(), actual_amount_cents = 0`,
        ),
    ],
  ];

  test('are a link with the code filled in wherever the page says to ask them, and refunds are explained', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    const { rows } = await api.owner.query<{ code: string }>(
      'select reference_code as code from transaction',
    );
    const code = rows[0]?.code ?? assert.fail();
    for (const [what, prepare] of STATES) {
      await prepare(api);
      for (const [address, link] of [
        ['mailto:help@shop.example', `mailto:help@shop.example?subject=${code}`],
        ['https://shop.example/?a=1&b#c', `https://shop.example/?a=1&amp;b&amp;reference=${code}#c`],
      ] as const) {
        await api.owner.query(
          'update partner set support_address = $1, refund_note_tr = $2, refund_note_en = $3',
          [address, REFUND.tr, REFUND.en],
        );
        for (const language of LANGUAGES) {
          const { text } = await get(api, path, language);
          const name = shownText(TEXTS[language].page.support, { partner: api.partner.name });
          assert.ok(text.includes(`<a class="support" href="${link}" rel="noreferrer">${name}</a>`), text);
          assert.equal(
            text.split(name).length,
            text.split('class="support"').length,
            `${what}: each is a link`,
          );
          assert.ok(text.includes(`<p class="small refund">${REFUND[language]}</p>`), what);
        }
      }
    }
  });

  test('are named without a link, and nothing is said of refunds, where the partner has set nothing', async (t) => {
    const api = await startTestApi(t);
    const path = await newPage(api);
    for (const [what, prepare] of STATES) {
      await prepare(api);
      const { text } = await get(api, path);
      assert.ok(text.includes(shownText(TEXTS.tr.page.support, { partner: api.partner.name })), what);
      assert.doesNotMatch(text, /class="support"|class="small refund"|undefined/);
      assert.ok(!text.includes('\0'), what);
    }
  });
});
