import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { checkHeads, findHeadInChain } from '../../usecases/audit/check-heads.ts';
import type { HeadDifference } from '../../usecases/audit/head-line.ts';
import { recordVerification } from '../../usecases/audit/record-verification.ts';
import { verifyAuditLog } from '../../usecases/audit/verify.ts';
import type { BrokenSeal, Verification } from '../../usecases/audit/verify.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withOptionalActor } from '../with-database.ts';
import { defineCommand } from '../define-command.ts';
import { linesOfHeads } from '../heads-file.ts';
import { count, timeText } from '../layout.ts';
import { fail, print, warn } from '../output.ts';
import type { Output } from '../output.ts';

interface Options extends Output {
  as?: string;
  head?: Buffer;
  heads?: string;
}

/** A script must be able to tell "nothing speaks against it" from "it is proven". */
const UNPROVEN = 3;

export function addVerify(audit: Command): void {
  defineCommand(audit, {
    name: 'verify',
    description: 'compute the chain of seals anew, and say whether an entry or a seal was changed',
    examples: [
      'vezne audit verify --heads /var/log/vezne/audit-heads --as ayse',
      `vezne audit verify --head ${'5e'.repeat(32)}`,
      'vezne audit verify',
    ],
    notes: [
      'A chain that somebody with all rights made anew, or whose end was cut off, is intact in itself: only a head that was\n' +
        'published outside the database tells it from the true one.',
      'With --as, or VEZNE_ACTOR, what was found is kept in the audit log under this name, and the console shows it.',
      'Ends with 0 when the chain holds and a published head was found in it, with 1 when the chain is broken or a published\n' +
        'head is not in it, and with 3 when the chain holds but no head was given: then its end and its making are not proven.',
    ],
  })
    .option('--head <hex>', 'a hash that was published; it must be in the chain', hashValue)
    .option(
      '--heads <file>',
      'a copy of the file that workers publish to; each of its heads must be in the chain',
    )
    .option('--as <name>', 'who verifies it: what was found is kept in the log under this name')
    .action(
      action(async (options: Options) => {
        await withOptionalActor(options, async ({ db, actor }) => {
          const verification = await verifyAuditLog(db);
          const published = await checkPublished(db, options);
          const broken = verification.broken && withMessage(verification.broken);
          const problem = broken?.message ?? published.problem ?? null;
          const { headsChecked, provenSealNo } = published;
          print(
            options,
            {
              isIntact: problem === null,
              isProven: problem === null && provenSealNo !== null,
              problem,
              ...plainValues({ ...verification, broken, headsChecked, provenSealNo }),
            },
            linesOf(verification, published),
          );
          for (const doubt of doubtsAbout(verification)) warn(doubt);
          if (actor !== undefined) await recordOrWarn({ db, actor }, { verification, provenSealNo, problem });
          if (problem !== null) fail(`THE AUDIT LOG IS BROKEN. ${problem}`);
          else if (provenSealNo === null) {
            fail(`NOT PROVEN: NO PUBLISHED HEAD WAS GIVEN. ${unprovenText(verification)}`, UNPROVEN);
          }
        });
      }),
    );
}

/** A copy of the database can be verified too, and nothing can be written there. */
async function recordOrWarn(...given: Parameters<typeof recordVerification>): Promise<void> {
  try {
    await recordVerification(...given);
  } catch (error) {
    warn(`Not kept in the log: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function hashValue(text: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('Write the 64 hex digits of a hash.');
  return Buffer.from(text, 'hex');
}

interface Published {
  headsChecked: number;
  /** The newest seal whose published head is in the chain. */
  provenSealNo: bigint | null;
  problem: string | undefined;
}

async function checkPublished(db: Kysely<Database>, { head, heads }: Options): Promise<Published> {
  const ofHead = head === undefined ? undefined : await findHeadInChain(db, head);
  if (head !== undefined && ofHead === undefined) {
    return { headsChecked: 0, provenSealNo: null, problem: missingText(head.toString('hex')) };
  }
  const checked = await checkHeads(db, heads === undefined ? noLines() : linesOfHeads(heads));
  const proven = [ofHead, checked.provenSealNo].filter((no) => no !== undefined && no !== null);
  return {
    headsChecked: (ofHead === undefined ? 0 : 1) + checked.headsChecked,
    provenSealNo: proven.toSorted((a, b) => Number(a - b)).at(-1) ?? null,
    problem:
      checked.missingSealNo === null || checked.difference === null
        ? undefined
        : DIFFERENCE_TEXTS[checked.difference](checked.missingSealNo),
  };
}

const DIFFERENCE_TEXTS: Readonly<Record<HeadDifference, (sealNo: bigint) => string>> = {
  seal_missing: (sealNo) =>
    `${missingText(`of seal ${sealNo}`)} There is no seal ${sealNo}: the end was cut off, or the file is of another database.`,
  another_hash: (sealNo) => missingText(`of seal ${sealNo}`),
  another_time: (sealNo) =>
    `The published head of seal ${sealNo} has the hash of the chain and another time. Either the time of the seal was changed in ` +
    'the database, which seals of earlier forms do not cover, or the line of the file was. The entries themselves are as published.',
};

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
    case 'form_fell':
      return `Seal ${sealNo} has an older form than the seal before it, and covers less: it was made by somebody else than a worker.`;
    case 'entry_removed':
      return `Seal ${sealNo} was made over ${broken.sealedCount} entries, and ${broken.foundCount} are left: entries were removed.`;
    case 'entry_added':
      return `Seal ${sealNo} was made over ${broken.sealedCount} entries, and now has ${broken.foundCount}: entries were added.`;
    case 'entry_changed':
      return `The entries of seal ${sealNo} do not have its hash: an entry, or the seal itself, was changed.`;
  }
}

/** What can't be known without a head. */
function unprovenText({ seals, sealsWithoutTime }: Verification): string {
  if (seals === 0n) return 'There is no seal, and whether there was one before cannot be known.';
  const times =
    sealsWithoutTime === 0n ? '' : `, nor the times of ${count(sealsWithoutTime, 'seal')} of earlier forms`;
  return (
    'The seals fit together. Whether later ones were cut off, or all of them were made anew by the owner of the database, ' +
    `cannot be known${times}. Give the heads that workers published, with --heads FILE or --head HEX.`
  );
}

/** What the chain can't decide, but a person should know. */
function doubtsAbout({ backdatedEntries, firstBackdated }: Verification): string[] {
  if (firstBackdated === null) return [];
  const { id, sealNo, at } = firstBackdated;
  return [
    `${count(backdatedEntries, 'entry', 'entries')} put into the past: entry ${id} in seal ${sealNo} says ${timeText(at)}, more than ten minutes ` +
      "before entries that were sealed earlier. The owner of the database wrote it, or the server's clock was set back.",
  ];
}

async function* noLines(): AsyncIterable<string> {
  // There is no file.
}

function linesOf(verification: Verification, { headsChecked, provenSealNo }: Published): string[] {
  const { seals, entries, head } = verification;
  return [
    `${count(seals, 'seal')} over ${count(entries, 'entry', 'entries')} found intact.`,
    ...(head === null ? [] : [`Head: seal ${head.sealNo} ${head.hash}`]),
    ...(provenSealNo === null
      ? []
      : [
          `${count(headsChecked, 'published head')} found in the chain, the newest of seal ${provenSealNo}.`,
          ...afterTheNewest(seals - provenSealNo),
        ]),
    ...unsealedLines(verification),
  ];
}

function afterTheNewest(seals: bigint): string[] {
  if (seals <= 0n) return [];
  return [
    `${count(seals, 'seal')} came after it: whether more of them were cut off or made anew needs a newer head.`,
  ];
}

/** Where the chain ends, and what it can't say. */
function unsealedLines({ unsealedEntries, oldestUnsealedAt, missingNumbers }: Verification): string[] {
  const since = oldestUnsealedAt === null ? '' : `, the oldest since ${timeText(oldestUnsealedAt)}`;
  return [
    `${count(unsealedEntries, 'entry', 'entries')} not sealed yet${since}.`,
    ...(unsealedEntries === 0n ? [] : ['A change of what is not sealed cannot be found.']),
    ...(missingNumbers === 0n
      ? []
      : [
          `${count(missingNumbers, 'entry number')} not in use. An undone action leaves one, and so does an entry removed before it was sealed: ` +
            'which of the two it was cannot be known.',
        ]),
  ];
}
