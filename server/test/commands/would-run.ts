import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { wholeProgram } from '../../src/commands/program.ts';

export const ROOT = await wholeProgram();

/** Follows the words into the tree of commands, as far as they are commands. */
export function commandOf(words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = ROOT;
  let rest = words;
  for (;;) {
    const child = command.commands.find((one) => one.name() === rest[0]);
    if (child === undefined) return { command: withDefaultVerb(command), rest };
    command = child;
    rest = rest.slice(1);
  }
}

/** A group may have a verb that runs when none is named. */
function withDefaultVerb(command: Command): Command {
  const { _defaultCommandName: name } = command as Command & { _defaultCommandName?: string | null };
  return command.commands.find((one) => one.name() === name) ?? command;
}

export function wordsOf(text: string): string[] {
  return [...text.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word);
}

/** Does the program know these names, options and arguments? Nothing is run, and no value is looked at. */
export function assertRuns(text: string): void {
  const [vezne, ...words] = wordsOf(text);
  assert.equal(vezne, 'vezne');
  const { command, rest } = commandOf(words);
  assert.notEqual(command, ROOT, text);
  if (rest.includes('--help')) return assert.equal(rest.length, 1, text);
  assert.equal(command.commands.length, 0, `${text}: a verb is missing`);
  const args: string[] = [];
  const given = new Set<string>();
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? '';
    if (!word.startsWith('--')) {
      args.push(word);
      continue;
    }
    const option = command.options.find(({ long }) => long === word) ?? assert.fail(`${text}: ${word}`);
    given.add(word);
    if (option.required) {
      index += 1;
      assert.ok(
        rest[index] !== undefined && !rest[index]?.startsWith('--'),
        `${text}: ${word} needs a value`,
      );
    }
  }
  const required = command.registeredArguments.filter((argument) => argument.required).length;
  const isVariadic = command.registeredArguments.some((argument) => argument.variadic);
  assert.ok(args.length >= required, `${text}: an argument is missing`);
  assert.ok(isVariadic || args.length <= command.registeredArguments.length, `${text}: too many arguments`);
  for (const option of command.options) {
    if (option.mandatory) assert.ok(given.has(option.long ?? ''), `${text}: ${option.long} is missing`);
  }
}
