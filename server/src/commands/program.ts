import { Command } from 'commander';
import { runningVersion } from '../version.ts';
import { COMMANDS } from './commands.ts';
import { defineGroup } from './define-command.ts';
import { HELP_STYLE, wrappedHelp } from './help.ts';

const ABOUT_ADMINISTRATION = `Administration commands need VEZNE_ADMIN_DATABASE_URL; those that make credentials or
webhook secrets, and keys reseal, also VEZNE_SECRET_KEYS.
What they change reaches every process within two seconds, and is in the audit log under the name of the
person who did it.`;

const EXIT_CODES =
  'Exit codes: 0 done, 1 could not be done (the reason is on standard error), 2 wrong usage.';

const WRONG_USAGE = 2;

/**
 * The command line for these words: `vezne <process>` runs a process; the other commands administer. Only what the first word names is
 * loaded, because all of them together take a second.
 */
export async function program(words: readonly string[]): Promise<Command> {
  const named = words.find((word) => !word.startsWith('-'));
  return await programWith((name) => name === named);
}

/** With every command, for those who look through all of them. */
export async function wholeProgram(): Promise<Command> {
  return await programWith(() => true);
}

async function programWith(isLoaded: (name: string) => boolean): Promise<Command> {
  const root = new Command('vezne')
    .description(
      'Bank-transfer payment service. A process runs until it is stopped; every other command ends.',
    )
    .version(runningVersion(), '-V, --version', 'print the version that is installed here')
    .configureHelp(HELP_STYLE)
    .showHelpAfterError('(add --help for the list of commands and options)')
    .helpCommand(false)
    // Commander uses 1 for wrong usage, which would look like a command that failed. Help ends with 0.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USAGE))
    .addHelpText('after', () => `\n${wrappedHelp(ABOUT_ADMINISTRATION)}`)
    .addHelpText('afterAll', () => `\n${wrappedHelp(EXIT_CODES)}`);
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const command = defineGroup(root, name, description);
    if (isLoaded(name)) (await load())(command);
  }
  return root;
}
