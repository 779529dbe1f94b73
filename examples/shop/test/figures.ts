import assert from 'node:assert/strict';
import { en as texts } from '../web/texts/en.ts';
import type { Browser } from './browser.ts';

/** What a page shows beside each label, in cents. */
export type Shown = Record<string, bigint>;

const LABELS: ReadonlySet<string> = new Set([
  texts.requested,
  texts.received,
  texts.commission,
  texts.commissionFromShop,
  texts.credited,
  texts.paidOut,
  texts.refunded,
]);

/** The amounts of a payment on its own page. The list has to show the same ones. */
export async function shownFigures(player: Browser, reference: string): Promise<Shown> {
  const { text } = await player.get(`/payments/${reference}`);
  const shown = figuresIn(text.matchAll(/<dt>(?<label>[^<]*)<\/dt>\s*<dd>(?<value>.*?)<\/dd>/gs));
  const home = (await player.get('/')).text;
  const [, item = assert.fail(home)] = home.split(`href="/payments/${reference}"`);
  const [listed = ''] = item.split('</li>');
  const rows = listed.matchAll(
    /class="quiet">(?<label>[^<]*)<\/span\s*>\s*<span>(?<value>.*?)<\/span\s*><\/span/gs,
  );
  assert.deepEqual(figuresIn(rows), shown, 'the list shows the same amounts');
  return shown;
}

function figuresIn(rows: Iterable<RegExpExecArray>): Shown {
  const shown: Shown = {};
  for (const { groups } of rows) {
    const label = groups?.['label'] ?? '';
    if (!LABELS.has(label)) continue;
    assert.ok(!(label in shown), `${label} is shown twice`);
    shown[label] = centsOf(groups?.['value'] ?? '');
  }
  return shown;
}

function centsOf(value: string): bigint {
  const [, minus, digits = ''] =
    /^(−?)₺([\d,]+\.\d\d)$/.exec(value.replaceAll(/<[^>]*>/g, '')) ?? assert.fail(value);
  const cents = BigInt(digits.replaceAll(/[,.]/g, ''));
  return minus === '' ? cents : -cents;
}
