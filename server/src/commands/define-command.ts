import type { Command } from 'commander';

interface Definition {
  /** With its arguments: `show <partner>`. */
  name: string;
  description: string;
  /** Whole command lines that a person can copy. */
  examples: readonly string[];
  /** What the person must know beyond the options. */
  notes?: readonly string[];
  /** Runs when its group is called without a verb. */
  isDefault?: boolean;
}

/** A noun, whose verbs are commands of their own. */
export function defineGroup(root: Command, name: string, description: string): Command {
  return root.command(name).description(description).helpCommand(false);
}

/** A command that ends, with its JSON form and its examples. */
export function defineCommand(
  parent: Command,
  { name, description, examples, notes = [], isDefault = false }: Definition,
): Command {
  const paragraphs = notes.map((note) => `\n${note}`);
  const shown = examples.map((example) => `  $ ${example}`).join('\n');
  return parent
    .command(name, { isDefault })
    .description(description)
    .option('--json', 'print one JSON line')
    .addHelpText(
      'after',
      [...paragraphs, `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${shown}`].join('\n'),
    );
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
