import { readAsPartner } from '../../db/partner-scope.ts';
import { queryOn } from '../../db/query.ts';
import { findStatementFile, readStatementChunk } from '../../db/read/portal/statements.ts';
import type { StatementFile } from '../../db/read/portal/statements.ts';
import { auditStatement } from '../../db/write/partners/partner-statements.ts';
import { placeOf } from '../partner-people/signed-in.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { writeFor } from '../partner-people/write.ts';
import { refused } from '../refusal.ts';
import type { Caller } from '../sign-in/context.ts';

const OPTIONS = { timeoutMs: 5_000 };

export interface OpenedFile {
  file: StatementFile & { sizeBytes: bigint };
  bytes: AsyncIterable<Buffer>;
}

/** A file to take away. Whoever takes it is noted before the first byte leaves; its pieces are read one by one. */
export async function openStatement(
  context: PortalSignIn,
  session: PortalSession,
  { id, caller }: { id: string; caller: Caller },
): Promise<OpenedFile> {
  const { partnerId } = session.person;
  const file = await findAndNote(context, session, { id, caller });
  // Said after the transaction: a refusal inside would cost its connection.
  if (file === undefined) throw refused('statement_not_found');
  const { state, sizeBytes } = file;
  if (state !== 'ready' || sizeBytes === null) throw refused('statement_not_ready');
  return { file: { ...file, sizeBytes }, bytes: pieces(context, { partnerId, id, sizeBytes }) };
}

async function findAndNote(
  context: PortalSignIn,
  session: PortalSession,
  { id, caller }: { id: string; caller: Caller },
): Promise<StatementFile | undefined> {
  const { id: personId, partnerId } = session.person;
  return await writeFor(context, session, async (client) => {
    const query = queryOn(client, OPTIONS);
    const found = await findStatementFile({ partnerId, query }, id);
    if (found?.state === 'ready')
      await auditStatement(query, {
        personId,
        action: 'partner_statement.download',
        statementId: id,
        details: { partner: partnerId, ...placeOf(session, caller) },
      });
    return found;
  });
}

async function* pieces(
  { pool }: PortalSignIn,
  { partnerId, id, sizeBytes }: { partnerId: string; id: string; sizeBytes: bigint },
): AsyncGenerator<Buffer> {
  let left = sizeBytes;
  for (let no = 1; left > 0n; no += 1) {
    const bytes = await readAsPartner(
      pool,
      partnerId,
      async (scope) => await readStatementChunk(scope, { id, no }),
      OPTIONS,
    );
    // Its time came in the middle. Whoever reads it sees that it is cut.
    if (bytes === undefined) throw new Error(`Statement ${id} has no piece ${no}.`);
    left -= BigInt(bytes.length);
    yield bytes;
  }
}
