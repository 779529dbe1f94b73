import { open } from 'node:fs/promises';
import { Option } from 'commander';
import type { Command } from 'commander';
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS, setLogo } from '../../usecases/partners/set-logo.ts';
import { action } from '../action.ts';
import { CommandError } from '../command-error.ts';
import { asActor } from '../with-database.ts';
import { defineChange } from '../define-command.ts';
import type { ChangeOptions } from '../define-command.ts';
import { print } from '../output.ts';

const MOST = `${LOGO_MAX_BYTES / 1024} KiB (${LOGO_MAX_BYTES.toLocaleString('en')} bytes)`;

export function addLogo(partner: Command): void {
  defineChange(partner, {
    name: 'logo <partner> [file]',
    description: 'set the picture that players see on the hosted page, or take it away',
    notes: [
      `A PNG, JPEG or WebP of at most ${MOST}, and at most ${LOGO_MAX_PIXELS} pixels each way.\n` +
        'It is shown 32 pixels high and at most 128 wide.',
    ],
    examples: ['vezne partner logo Acme acme.png', 'vezne partner logo Acme --remove'],
  })
    .addOption(new Option('--remove', 'show the first letter of the name instead'))
    .action(
      action(
        async (
          nameOrId: string,
          file: string | undefined,
          options: ChangeOptions & { remove?: true },
          command: Command,
        ) => {
          if ((file === undefined) !== (options.remove === true))
            command.error('error: give either a file or --remove');
          const content = file === undefined ? null : await readLogo(file);
          await asActor(options, async (context) => {
            const { partner: changed, isChanged } = await setLogo(context, { partner: nameOrId, content });
            const now = content === null ? 'has no logo' : 'has this logo';
            const line = `Partner ${changed.name} ${now}${isChanged ? ' now' : ' already'}.`;
            print(options, { partner: { id: changed.id, name: changed.name }, changed: isChanged }, [line]);
          });
        },
      ),
    );
}

/** The size of a file that is too large is unknown here, because the rest of it is not read. */
async function readLogo(file: string): Promise<Buffer> {
  const content = await readStart(file);
  if (content.length <= LOGO_MAX_BYTES) return content;
  throw new CommandError(`${file} is larger than ${MOST}. Save the picture smaller.`);
}

/** Reads one byte more than the limit. That shows that a file is too large without reading all of it. */
async function readStart(file: string): Promise<Buffer> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOGO_MAX_BYTES + 1));
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CommandError(
      `${file} could not be read (${String(error.code)}). Name a picture that is there.`,
    );
  }
}
