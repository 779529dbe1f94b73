import { styleText } from 'node:util';
import { terminalWidth } from './terminal.ts';
import { wrapped } from './text-width.ts';

/** Commander takes the colours out again where the terminal shows none, and where NO_COLOR is set. */
const ALWAYS = { validateStream: false };

export function helpTitle(text: string): string {
  return styleText('bold', text, ALWAYS);
}

export function shownCommand(text: string): string {
  return styleText('cyan', text, ALWAYS);
}

/** How commander paints its parts of a help. */
export const HELP_STYLE = {
  styleTitle: helpTitle,
  styleCommandText: shownCommand,
  styleSubcommandText: shownCommand,
  styleOptionText: shownCommand,
} as const;

/** A paragraph that has its own line ends, for those who read it in a file, is laid out anew for a terminal. */
export function wrappedHelp(text: string): string {
  const width = terminalWidth();
  return width === Infinity ? text : wrapped(text.replaceAll('\n', ' '), width).join('\n');
}
