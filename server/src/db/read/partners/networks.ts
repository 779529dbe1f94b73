import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema.ts';

export interface ReadNetwork {
  /** The network as PostgreSQL writes it. */
  network: string;
  /** False when the text is an address inside the network, not the network itself. */
  isWhole: boolean;
}

/**
 * How PostgreSQL reads each address or network, in the same order. The texts must be addresses, with or without a prefix
 * length.
 */
export async function readNetworks(db: Kysely<Database>, texts: readonly string[]): Promise<ReadNetwork[]> {
  const { rows } = await sql<ReadNetwork>`
    select network(text::inet)::text as "network", text::inet = network(text::inet) as "isWhole"
    from unnest(${[...texts]}::text[]) with ordinality as given (text, place)
    order by place`.execute(db);
  return rows;
}
