/** An expected problem of an administrator's action. Its text is a whole sentence for that person, with the remedy. */
export class AdminError extends Error {
  override name = 'AdminError';
}
