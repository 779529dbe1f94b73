import type { Query } from '../../query.ts';

export async function findPartnerName(query: Query, partnerId: string): Promise<string> {
  const [found] = await query<{ name: string }>('select name from partner where id = $1', [partnerId]);
  if (found === undefined) throw new Error(`There is no partner ${partnerId}.`);
  return found.name;
}
