import type { Command } from 'commander';
import { revokeCredential } from '../../usecases/credentials/revoke.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { count } from '../layout.ts';
import { print, warn } from '../output.ts';

export function addRevoke(credentials: Command): void {
  defineChange(credentials, {
    name: 'revoke <api-key>',
    description: 'end a triple at once; no process takes it after five seconds',
    examples: ['vezne credentials revoke vzk_c1_abcdefghijklmnopqrstuvwxyz'],
  }).action(
    action(async (apiKey: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        const revoked = await revokeCredential(context, apiKey);
        const { partner, liveCredentials } = revoked;
        print(options, revoked, [
          `${apiKey} is revoked. Partner ${partner.name} has ${count(liveCredentials, 'live triple')} left.`,
        ]);
        if (liveCredentials === 0) {
          warn(
            `${partner.name} can't sign any request now. Make new credentials with: vezne credentials create ${partner.id}`,
          );
        }
      });
    }),
  );
}
