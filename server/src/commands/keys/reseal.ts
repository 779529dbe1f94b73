import type { Command } from 'commander';
import { resealSecrets } from '../../usecases/keys/reseal.ts';
import type { Resealed } from '../../usecases/keys/reseal.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { count } from '../layout.ts';
import { fail, print, progress } from '../output.ts';
import { asKeyHolder } from '../with-database.ts';

export function addReseal(keys: Command): void {
  defineChange(keys, {
    name: 'reseal',
    description: "seal partners' secrets with the first version in VEZNE_SECRET_KEYS",
    notes: [
      'It needs the versions that they are sealed with now, too. All processes must have the new version before. It may be\n' +
        'interrupted and run again at any time, while everything else goes on.',
    ],
    examples: ['vezne keys reseal --as ayse'],
  }).action(
    action(async (options: ChangeOptions) => {
      await asKeyHolder(options, async (context) => {
        const resealed = await resealSecrets(context, (moved, total) => progress(`${moved} of ${total}`));
        print(options, resealed, resealedLines(resealed));
        if (resealed.left > 0) fail(leftText(resealed));
      });
    }),
  );
}

function resealedLines({ toVersion, credentials, webhookSecrets, left }: Resealed): string[] {
  if (credentials + webhookSecrets + left === 0) return [`Everything is sealed with version ${toVersion}.`];
  return [
    `${count(credentials, 'credential')} and ${count(webhookSecrets, 'webhook secret')} are sealed with version ${toVersion} now.`,
  ];
}

function leftText({ left, unreadable, toVersion }: Resealed): string {
  const broken =
    unreadable.length === 0
      ? ''
      : ` No key opens ${unreadable.join(', ')}: give their partners new secrets (vezne credentials rotate, vezne webhook rotate).`;
  return `${count(left, 'secret')} of another version than ${toVersion} left.${broken} Run it again for what was in use or is new.`;
}
