/**
 * A problem that only the terminal can have: an option that names nothing, a file that can't be read. Its message is for
 * the person.
 */
export class CommandError extends Error {
  override name = 'CommandError';
}
