import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { STEP_UP_SLIDING_MS } from '@vezne/domain/console-session';
import { ACTION_RULES, PERMISSIONS } from '@vezne/domain/permissions';
import type { Permission } from '@vezne/domain/permissions';
import { placesFor } from '../../web/src/console/features/shell/places.ts';
import { en } from '../../web/src/shared/i18n/en.ts';

const TEXT = readFileSync(new URL('../../docs/administrators.md', import.meta.url), 'utf8');

/** What the guide is about. */
const NOUNS = new Set([
  'partner',
  'partner_person',
  'terms',
  'credentials',
  'webhook',
  'bank_account',
  'limits',
  'platform',
  'block',
  'staff',
]);

/** What is done at the portal, by its people or by whoever looks as they do, and what only the command line does. */
const ELSEWHERE: ReadonlySet<AuditAction> = new Set([
  'partner.open_look',
  'partner_person.remove',
  'platform.restore',
]);

const HANDS = { alone: 'one', two: 'two', depends: 'depends' } as const;

test('docs/administrators.md says of every action of the administration how many people it takes', () => {
  const said = [...TEXT.matchAll(/^\| [^|]+ \| `([a-z_.]+)` \| (\w+) \|$/gm)].map(([, action, hands]) => [
    action,
    hands,
  ]);
  const ruled = AUDIT_ACTIONS.filter(
    (action) => NOUNS.has(action.split('.')[0] ?? '') && !ELSEWHERE.has(action),
  ).map((action) => [action, HANDS[ACTION_RULES[action].hands]]);
  assert.ok(ruled.length > 30, 'they were found');
  assert.deepEqual(said.toSorted(), ruled.toSorted());
});

/** Whom a row names, and so what they must be allowed; without a name it is for administrators. */
const NAMED: readonly (readonly [RegExp, Permission])[] = [
  [/\(operators\)$/, 'decide'],
  [/\(senior operators\)$/, 'supervise'],
  [/\(everybody who reads them\)$/, 'read_everything'],
  [/\(senior operators and finance too\)$/, 'look_as_partner'],
  [/./, 'ask_change'],
];

test('docs/administrators.md says of every action whose it is', () => {
  for (const [, what = '', action = ''] of TEXT.matchAll(/^\| ([^|]+) \| `([a-z_.]+)` \| \w+ \|$/gm)) {
    const [, permission] = NAMED.find(([words]) => words.test(what)) ?? assert.fail();
    assert.equal(ACTION_RULES[action as AuditAction].asks, permission, `${what}: ${action}`);
  }
});

test('docs/administrators.md lists what can be pressed at the console, and nothing else', () => {
  const said = [...TEXT.matchAll(/^\| [^|]+ \| `([a-z_.]+)` \| \w+ \|$/gm)].map(([, action]) => action);
  const routes: readonly ConsoleRoute[] = Object.values(CONSOLE_API);
  const pressed = routes.flatMap(({ action }) => (action === undefined ? [] : [action]));
  // Of many events at once, a file, or a link: routes of their own kind.
  assert.ok(CONSOLE_API.replayUndelivered.method === 'POST');
  const others = ['webhook.replay', 'bank_account.export', 'partner.look'];
  assert.deepEqual(said.toSorted(), [...new Set([...pressed, ...others])].toSorted());
});

test('docs/administrators.md has the lists of requests, the name of the file and the minutes of the console', () => {
  const { to_confirm: forMe, mine, all } = en.requests;
  for (const list of [forMe, mine, all]) assert.ok(TEXT.includes(`**${list.toLowerCase()}**`), list);
  const [, file] = /`(\w+\.env)`/.exec(TEXT) ?? [];
  assert.ok(file !== undefined && en.told_once.download.includes(file), file);
  assert.equal(STEP_UP_SLIDING_MS, 10 * 60_000);
  assert.ok(TEXT.includes('within ten minutes'));
});

test('docs/administrators.md calls the button of a second person as the console does', () => {
  assert.ok(TEXT.includes(`"${en.administration.ask}"`));
  assert.ok(TEXT.includes(`"${en.requests.title}"`));
  assert.ok(TEXT.includes(`under "${en.nav_groups.administration}"`));
});

test('docs/administrators.md has a section for each screen, in the order of the navigation, with its address and its keys', () => {
  const person = { id: '', handle: '', name: '', roles: [] };
  const places = placesFor({ environment: 'production', person, permissions: [...PERMISSIONS] });
  const screens = places.filter(({ group, name }) => group === 'administration' || name === 'requests');
  assert.ok(screens.length > 5, 'they were found');
  const headings = [...TEXT.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const names = screens.map(({ name }) => en.nav[name]);
  assert.deepEqual(
    headings.filter((heading) => names.includes(heading)),
    names,
  );
  for (const { name, path, key } of screens) {
    assert.ok(TEXT.includes(`\n| ${en.nav[name]} | \`${path}\` | ${key.toUpperCase()} | `), name);
    const section = TEXT.split(`\n## ${en.nav[name]}\n`)[1] ?? '';
    assert.ok(section.startsWith(`\n\`${path}\``), `${name} begins with its address`);
  }
});
