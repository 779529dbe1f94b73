import type { Command } from 'commander';
import { helpTitle, shownCommand, wrappedHelp } from './help.ts';

interface Definition extends Explanation {
  /** With its arguments: `show <partner>`. */
  name: string;
  description: string;
  /** Runs when its group is called without a verb. */
  isDefault?: boolean;
}

interface Explanation {
  /** Whole command lines that a person can copy. */
  examples: readonly string[];
  /** What the person must know beyond the options. */
  notes?: readonly string[];
}

/** A noun, whose verbs are commands of their own. */
export function defineGroup(root: Command, name: string, description: string): Command {
  return root.command(name).description(description).helpCommand(false);
}

/** A command that ends, with its JSON form and its examples. */
export function defineCommand(
  parent: Command,
  { name, description, isDefault = false, ...explanation }: Definition,
): Command {
  return completeCommand(parent.command(name, { isDefault }).description(description), explanation);
}

/** The same for one that has its name and description already. */
export function completeCommand(command: Command, { examples, notes = [] }: Explanation): Command {
  return command
    .option('--json', 'print one JSON line')
    .addHelpText('after', () =>
      [...notes.map((note) => `\n${wrappedHelp(note)}`), examplesText(examples)].join('\n'),
    );
}

/** Command lines that a person can copy, under their title. */
export function examplesText(examples: readonly string[]): string {
  const title = helpTitle(examples.length === 1 ? 'Example:' : 'Examples:');
  return `\n${title}\n${examples.map((example) => `  $ ${shownCommand(example)}`).join('\n')}`;
}

/** A command whose work is recorded in the audit log under a person's name. */
export function defineChange(parent: Command, definition: Definition): Command {
  return defineCommand(parent, definition).option(
    '--as <name>',
    'who does this, for the audit log: the handle, once there are staff (default: VEZNE_ACTOR, SUDO_USER or USER)',
  );
}

/** The same for a change that may take a second person, who reads why it was asked. */
export function defineAct(parent: Command, definition: Definition): Command {
  return defineChange(parent, definition).option(
    '--note <text>',
    'why, for the second person if one is needed',
  );
}

/** The options of every such command. */
export interface ChangeOptions {
  json?: boolean;
  as?: string;
  note?: string;
}
