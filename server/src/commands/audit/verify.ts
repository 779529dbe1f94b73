import { open } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { AdminError } from '../../usecases/admin-error.ts';
import { problemOfHead, problemOfHeads } from '../../usecases/audit/check-heads.ts';
import { verifyAuditLog } from '../../usecases/audit/verify.ts';
import type { Verification } from '../../usecases/audit/verify.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { count } from '../layout.ts';
import { fail, print } from '../output.ts';
import type { Output } from '../output.ts';

interface Options extends Output {
  head?: Buffer;
  heads?: string;
}

export function addVerify(audit: Command): void {
  defineCommand(audit, {
    name: 'verify',
    description: 'compute the chain of seals anew, and say whether an entry or a seal was changed',
    examples: [
      'vezne audit verify',
      'vezne audit verify --heads /var/log/vezne/audit-heads',
      `vezne audit verify --head ${'5e'.repeat(32)}`,
    ],
    notes: [
      'A chain that somebody with all rights made anew is intact in itself: only a head that was published outside the\n' +
        'database tells it from the true one. Ends with 1 when the chain is broken or a published head is not in it.',
    ],
  })
    .option('--head <hex>', 'a hash that was published; it must be in the chain', hashValue)
    .option(
      '--heads <file>',
      'a copy of the file that workers publish to; each of its heads must be in the chain',
    )
    .action(
      action(async (options: Options) => {
        await withDatabase(async (db) => {
          const verification = await verifyAuditLog(db);
          const published = await checkPublished(db, options);
          const problem = verification.broken?.message ?? published.problem ?? null;
          const { headsChecked } = published;
          print(
            options,
            { isIntact: problem === null, problem, ...plainValues({ ...verification, headsChecked }) },
            linesOf(verification, headsChecked),
          );
          if (problem !== null) fail(`THE AUDIT LOG IS BROKEN. ${problem}`);
        });
      }),
    );
}

function hashValue(text: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('Write the 64 hex digits of a hash.');
  return Buffer.from(text, 'hex');
}

async function checkPublished(
  db: Kysely<Database>,
  { head, heads }: Options,
): Promise<{ headsChecked: number; problem: string | undefined }> {
  const problem = head === undefined ? undefined : await problemOfHead(db, head);
  if (problem !== undefined) return { headsChecked: 0, problem };
  const ofFile = heads === undefined ? undefined : await problemOfHeads(db, linesOfFile(heads));
  return {
    headsChecked: (head === undefined ? 0 : 1) + (ofFile?.headsChecked ?? 0),
    problem: ofFile?.problem,
  };
}

async function* linesOfFile(path: string): AsyncIterable<string> {
  const file = await open(path).catch((error: unknown) => {
    throw new AdminError(`The file of published heads cannot be read: ${path}`, { cause: error });
  });
  try {
    yield* file.readLines();
  } finally {
    await file.close();
  }
}

function linesOf(verification: Verification, headsChecked: number): string[] {
  const { seals, entries, head, unsealedEntries } = verification;
  return [
    `${count(seals, 'seal')} over ${count(entries, 'entry', 'entries')} found intact.`,
    ...(head === null ? [] : [`Head: seal ${head.sealNo} ${head.hash}`]),
    ...(headsChecked === 0 ? [] : [`${count(headsChecked, 'published head')} found in the chain.`]),
    `${count(unsealedEntries, 'entry', 'entries')} not sealed yet.`,
  ];
}
