import type { Command } from 'commander';
import type { KeyUse } from '../../db/read/installation/key-usage.ts';
import { partnersText } from '../../processes/key-texts.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { readKeyUsage } from '../../usecases/keys/usage.ts';
import type { KeyUsage } from '../../usecases/keys/usage.ts';
import { action } from '../action.ts';
import { defineCommand } from '../define-command.ts';
import { table, timeText } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { withBooks } from '../with-database.ts';

const HEADINGS = ['key', 'version', 'known since', 'first had by', 'started with by', 'used by'];

export function addUsage(keys: Command): void {
  defineCommand(keys, {
    name: 'usage',
    description: 'which versions of the keys are known, and what still needs each of them',
    notes: [
      'A version that nothing uses can be taken out of the configuration. It counts all deposits, so on a long history it takes a\n' +
        'while. The key for reference codes stays for ever.',
    ],
    examples: ['vezne keys usage', 'vezne keys usage --json'],
  }).action(
    action(async (options: Output) => {
      await withBooks(async ({ pool }) => {
        const usage = await readKeyUsage(pool);
        print(options, usageValues(usage), usageLines(usage));
      });
    }),
  );
}

function usageValues({ registered, ...uses }: KeyUsage): object {
  const keys = registered.map(({ fingerprint, ...key }) => ({
    ...key,
    fingerprint: fingerprint.toString('hex'),
  }));
  return plainValues({ keys, ...uses });
}

function usageLines(usage: KeyUsage): string[] {
  const known = usage.registered.map(({ purpose, version, registeredAt, registeredBy, heldBy }) => [
    purpose,
    String(version),
    timeText(registeredAt),
    registeredBy,
    heldBy.join(', '),
    usesText(usage, purpose, version),
  ]);
  // A version that no process of ours has registered is in use all the same if a row says so.
  const unknown = unregistered(usage).map(({ purpose, version }) => [
    purpose,
    String(version),
    'never',
    '',
    '',
    usesText(usage, purpose, version),
  ]);
  const rows = [...known, ...unknown];
  return rows.length === 0 ? ['No process has started with a key yet.'] : table(HEADINGS, rows);
}

function unregistered(usage: KeyUsage): { purpose: string; version: number }[] {
  const used = {
    secret: [...usage.credentials, ...usage.webhookSecrets, ...usage.totpSecrets],
    page: usage.deposits,
    portal: usage.portalTotpSecrets,
  };
  return Object.entries(used).flatMap(([purpose, uses]) =>
    [...new Set(uses.map(({ version }) => version))]
      .filter(
        (version) => !usage.registered.some((key) => key.purpose === purpose && key.version === version),
      )
      .map((version) => ({ purpose, version })),
  );
}

function usesText(usage: KeyUsage, purpose: string, version: number): string {
  if (purpose === 'reference_code') return 'every reference code';
  const used = usesOf(usage, purpose, version).filter((text) => text !== '');
  return used.length === 0 ? 'nothing' : used.join('; ');
}

function usesOf(usage: KeyUsage, purpose: string, version: number): string[] {
  if (purpose === 'portal') return [useText('authenticator apps', usage.portalTotpSecrets, version)];
  if (purpose === 'secret')
    return [
      useText('credentials', usage.credentials, version),
      useText('webhook secrets', usage.webhookSecrets, version),
      useText('authenticator apps', usage.totpSecrets, version),
    ];
  const deposits = usage.deposits.find((page) => page.version === version)?.deposits ?? 0;
  return [useText('open pages', usage.openPages, version), deposits === 0 ? '' : `deposits: ${deposits}`];
}

function useText(what: string, uses: readonly KeyUse[], version: number): string {
  const own = uses.filter((use) => use.version === version);
  const total = own.reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? '' : `${what}: ${total} (${partnersText(own)})`;
}
