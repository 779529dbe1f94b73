/**
 * The second chance of a file that failed. Two thousand processes on two shared cores make a limit of two seconds miss now and then. So a few
 * failed files run again, each with the machine for itself, and have to pass every time.
 */
import { readFileSync } from 'node:fs';

/** More failures than this are no bad moment. */
const MOST_FILES = 3;
/** A file that fails every other time passes once by luck, three times seldom. */
const TIMES = 3;

/** Stands in a file that looks for what happens once in a thousand times, and is followed by what that is. */
const NO_SECOND_CHANCE = /^\/\/ Never tried again: /m;

export async function passAlone(
  bad: readonly string[],
  runFile: (file: string) => Promise<boolean>,
  print: (text: string) => void,
): Promise<boolean> {
  if (bad.length === 0 || bad.length > MOST_FILES) return false;
  if (bad.some((file) => NO_SECOND_CHANCE.test(readFileSync(file, 'utf8')))) return false;
  for (const file of bad) {
    print(`\n↻ ${file} failed and runs ${TIMES} times alone\n`);
    for (let time = 0; time < TIMES; time++) if (!(await runFile(file))) return false;
  }
  print(`\n↻ failed in company, passed ${TIMES} times alone: ${bad.join(', ')}\n`);
  return true;
}
