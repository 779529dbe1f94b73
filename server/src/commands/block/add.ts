import { Option } from 'commander';
import type { Command } from 'commander';
import { block } from '../../usecases/blocks/block.ts';
import type { BlockSubject } from '../../usecases/blocks/block.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { timeValue } from '../option-values.ts';
import { print } from '../output.ts';
import { asActor } from '../with-database.ts';
import { partyText, untilText } from './block-rows.ts';

interface Options extends ChangeOptions {
  player?: string;
  partner?: string;
  iban?: string;
  reason: string;
  until?: Date;
}

export function addAdd(parent: Command): void {
  defineChange(parent, {
    name: 'add',
    description: 'refuse new transactions of a player, or payouts to an IBAN',
    notes: [
      'What exists already goes on: operators decide on it. A block that lasts longer replaces the one that is there.',
    ],
    examples: [
      'vezne block add --player player-1 --partner Acme --reason "Chargebacks at another site."',
      'vezne block add --player player-1 --partner Acme --reason "Asked for a break." --until 2026-12-01T00:00:00+03:00',
      'vezne block add --iban "TR33 0006 1005 1978 6457 8413 26" --reason "Reported by its bank."',
    ],
  })
    .option('--player <id>', "the player, by the partner's customer.id")
    .option('--partner <partner>', "the player's partner, by name or id")
    .addOption(
      new Option('--iban <iban>', 'an account that nothing is paid to').conflicts(['player', 'partner']),
    )
    .requiredOption('--reason <text>', 'why; only our own people see it')
    .option('--until <time>', 'when it ends by itself, as 2026-11-15T10:00:00Z (default: never)', timeValue)
    .action(
      action(async (options: Options, command: Command) => {
        const subject = subjectOf(options);
        if (subject === undefined) command.error('error: give --iban, or --player with --partner');
        const { reason, until = null } = options;
        await asActor(options, async (context) => {
          const added = await block(context, { subject, reason, until });
          print(options, plainValues({ block: added }), [
            `${partyText(added)} is blocked ${untilText(added)}.`,
            `To end it: vezne block remove ${added.id}`,
          ]);
        });
      }),
    );
}

function subjectOf({ iban, player, partner }: Options): BlockSubject | undefined {
  if (iban !== undefined) return { iban };
  return player === undefined || partner === undefined ? undefined : { partner, customerId: player };
}
