import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOf } from '../../web/test/pages-of.ts';
import { dialogsOf } from './dialogs.ts';
import { DOOR_SCREENS } from './screens/door.ts';
import { KEY_SCREENS } from './screens/keys.ts';
import { LOOK_SCREENS } from './screens/look.ts';
import { PEOPLE_SCREENS } from './screens/people.ts';
import { PROFILE_SCREENS } from './screens/profile.ts';
import { SHELL_SCREENS } from './screens/shell.ts';
import { WEBHOOK_SCREENS } from './screens/webhooks.ts';

const SCREENS = [
  ...DOOR_SCREENS,
  ...KEY_SCREENS,
  ...LOOK_SCREENS,
  ...PEOPLE_SCREENS,
  ...PROFILE_SCREENS,
  ...SHELL_SCREENS,
  ...WEBHOOK_SCREENS,
];

test('every dialog that the portal can open is a screen that is looked at', () => {
  const drawn = dialogsOf(sourcesOf('portal'));
  const lookedAt = new Set(SCREENS.flatMap(({ dialog }) => dialog ?? []));
  assert.ok(drawn.size > 20);
  assert.deepEqual([...drawn].toSorted(), [...lookedAt].toSorted());
});

test('a dialog is found wherever it is drawn, also by a part that is given its name', () => {
  const found = dialogsOf(
    new Map([
      [
        'ui.tsx',
        'function Dialog({ title }) { return <Modal.Root><Modal.Content aria-label={title} /></Modal.Root>; }',
      ],
      [
        'ask.tsx',
        'export function Ask({ question, isOpen }) { return <Dialog isOpen={isOpen} title={question}>x</Dialog>; }',
      ],
      [
        'page.tsx',
        `function Page() { return <><Ask
          onClose={() => { close(); }}
          question={isSelf ? t('people.leave') : t('people.remove', { name })} /><Dialog title={eventType}>x</Dialog></>; }`,
      ],
    ]),
  );
  assert.deepEqual(found, new Set(['people.leave', 'people.remove', 'eventType']));
});
