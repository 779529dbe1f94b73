import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import { ACTION_RULES } from '@vezne/domain/permissions';
import { en } from '../../web/src/shared/i18n/en.ts';

const TEXT = readFileSync(new URL('../../docs/administrators.md', import.meta.url), 'utf8');

/** What the guide is about. */
const NOUNS = new Set([
  'partner',
  'terms',
  'credentials',
  'webhook',
  'bank_account',
  'limits',
  'platform',
  'block',
  'staff',
]);

const HANDS = { alone: 'one', two: 'two', depends: 'depends' } as const;

test('docs/administrators.md says of every action of the administration how many people it takes', () => {
  const said = [...TEXT.matchAll(/^\| [^|]+ \| `([a-z_.]+)` \| (\w+) \|$/gm)].map(([, action, hands]) => [
    action,
    hands,
  ]);
  const ruled = AUDIT_ACTIONS.filter((action) => NOUNS.has(action.split('.')[0] ?? '')).map((action) => [
    action,
    HANDS[ACTION_RULES[action].hands],
  ]);
  assert.ok(ruled.length > 30, 'they were found');
  assert.deepEqual(said.toSorted(), ruled.toSorted());
});

test('docs/administrators.md calls the button of a second person as the console does', () => {
  assert.ok(TEXT.includes(`"${en.administration.ask}"`));
  assert.ok(TEXT.includes(`"${en.requests.title}"`));
});
