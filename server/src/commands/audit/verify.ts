import { open } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { checkHeads, isHeadInChain } from '../../usecases/audit/check-heads.ts';
import { verifyAuditLog } from '../../usecases/audit/verify.ts';
import type { BrokenSeal, Verification } from '../../usecases/audit/verify.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
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
          const broken = verification.broken && withMessage(verification.broken);
          const problem = broken?.message ?? published.problem ?? null;
          const { headsChecked } = published;
          print(
            options,
            {
              isIntact: problem === null,
              problem,
              ...plainValues({ ...verification, broken, headsChecked }),
            },
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
  if (head !== undefined && !(await isHeadInChain(db, head)))
    return { headsChecked: 0, problem: missingText(head.toString('hex')) };
  const ofHead = head === undefined ? 0 : 1;
  if (heads === undefined) return { headsChecked: ofHead, problem: undefined };
  const { headsChecked, missingSealNo } = await checkHeads(db, linesOfFile(heads));
  return {
    headsChecked: ofHead + headsChecked,
    problem: missingSealNo === null ? undefined : missingText(`of seal ${missingSealNo}`),
  };
}

function missingText(head: string): string {
  return `The published head ${head} is not in the chain: the chain was changed after it was published.`;
}

function withMessage(broken: BrokenSeal): { sealNo: bigint; kind: BrokenSeal['kind']; message: string } {
  return { sealNo: broken.sealNo, kind: broken.kind, message: brokenText(broken) };
}

/** A whole sentence for the person who must investigate. */
function brokenText(broken: BrokenSeal): string {
  const { sealNo } = broken;
  switch (broken.kind) {
    case 'seal_missing':
      return `Seal ${sealNo} is missing: it was removed.`;
    case 'chain_broken':
      return `Seal ${sealNo} does not follow the seal before it: one of the two was changed.`;
    case 'entry_removed':
      return `Seal ${sealNo} was made over ${broken.sealedCount} entries, and ${broken.foundCount} are left: entries were removed.`;
    case 'entry_added':
      return `Seal ${sealNo} was made over ${broken.sealedCount} entries, and now has ${broken.foundCount}: entries were added.`;
    case 'entry_changed':
      return `The entries of seal ${sealNo} do not have its hash: an entry, or the seal itself, was changed.`;
  }
}

async function* linesOfFile(path: string): AsyncIterable<string> {
  const file = await open(path).catch((error: unknown) => {
    throw new CommandError(`The file of published heads cannot be read: ${path}`, { cause: error });
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
