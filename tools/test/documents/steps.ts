/** The commands of a document with what it prints below each, in their order. */
import { blocksOf } from '../printed-commands.ts';

export interface Step {
  document: string;
  /** The line as it is printed, without the sign of a prompt. */
  line: string;
  /** What the document shows as its answer; empty where it shows none. */
  answer: string;
}

/** Commands with answers stand behind a prompt. A script has commands alone. */
export function stepsOf(document: string, text: string): Step[][] {
  return blocksOf(document, text).flatMap(({ language, text: content }) => {
    const lines = language === 'sh' ? linesOf(content) : transcriptOf(content);
    return lines.length === 0 ? [] : [lines.map((step) => ({ document, ...step }))];
  });
}

/** What goes on over several lines is one command. */
function linesOf(script: string): Omit<Step, 'document'>[] {
  return script
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ line, answer: '' }));
}

function transcriptOf(text: string): Omit<Step, 'document'>[] {
  return text
    .split(/^ *\$ /m)
    .slice(1)
    .map((part) => {
      const [line = '', ...answer] = part.trimEnd().split('\n');
      return { line, answer: answer.join('\n') };
    });
}
