import type { Command } from 'commander';
import { plainValues } from '../../usecases/plain-values.ts';
import { revokeOlderWebhookSecrets } from '../../usecases/webhooks/revoke-secret.ts';
import { action } from '../action.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { print } from '../output.ts';
import { SAMPLE_ENDPOINT } from './webhook-options.ts';

export function addRevoke(webhook: Command): void {
  defineChange(webhook, {
    name: 'revoke <endpoint>',
    description: 'end the older secret of a rotation now; the newest stays',
    notes: ['If the newest must go: rotate with --overlap-hours 0.'],
    examples: [`vezne webhook revoke ${SAMPLE_ENDPOINT}`],
  }).action(
    action(async (idOrUrl: string, options: ChangeOptions) => {
      await asActor(options, async (context) => {
        const revoked = await revokeOlderWebhookSecrets(context, idOrUrl);
        print(options, plainValues(revoked), [
          `The older secret of ${revoked.endpoint.url} has ended. Only the newest signs, within two seconds.`,
        ]);
      });
    }),
  );
}
