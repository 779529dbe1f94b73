import type pg from 'pg';

/** What a server says with NOTICE or less, unless the statement gives a code of its own. */
const NO_WARNING = '00000';

/**
 * Counts the warnings of a connection from now on. PostgreSQL warns of a commit that no standby has confirmed, because the wait was
 * cancelled, and otherwise reports success.
 *
 * By its code, because the word WARNING comes in the language of the server. A notice with another code counts, too: it costs a commit more
 * and loses nothing.
 */
export function countWarnings(client: pg.ClientBase): { readonly count: number; stop(): void } {
  let count = 0;
  const onNotice = (notice: { code?: string | undefined }): void => {
    if (notice.code !== NO_WARNING) count += 1;
  };
  client.on('notice', onNotice);
  return {
    get count() {
      return count;
    },
    stop: () => void client.off('notice', onNotice),
  };
}
