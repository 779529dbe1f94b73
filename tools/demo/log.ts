import { readFileSync } from 'node:fs';

/** Enough for a stack trace and the lines before it. */
const END_BYTES = 4_096;

/** A sentence with the end of a log file, for an error message: the file itself may be gone by then. */
export function endOfLog(file: string, from = 0): string {
  const end = readFileSync(file).subarray(from).subarray(-END_BYTES).toString('utf8').trim();
  return end === '' ? `It has written nothing to ${file}.` : `The end of ${file}:\n${end}`;
}
