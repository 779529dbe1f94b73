import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortBank } from '../src/console/features/desk/short-bank.ts';

test('a bank is called as people call it', () => {
  const called = {
    'Ziraat Bankası': 'Ziraat',
    'T.C. Ziraat Bankası A.Ş.': 'Ziraat',
    'İş Bankası': 'İş Bankası',
    'Türkiye İş Bankası A.Ş.': 'İş Bankası',
    'Garanti BBVA': 'Garanti BBVA',
    VakıfBank: 'VakıfBank',
    'Türkiye Finans': 'Türkiye Finans',
  };
  for (const [name, short] of Object.entries(called)) assert.equal(shortBank(name), short);
});
