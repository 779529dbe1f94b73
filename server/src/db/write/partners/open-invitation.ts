/** A transaction that commits in between is seen the next time. Nobody invites the same address so often at once. */
const MOST_TIMES = 5;

/**
 * An address has one open invitation at a partner, and a newer one takes its place. An owner at the portal and two of ours at the console know
 * nothing of each other's locks: where both invite at the same moment, whoever comes second meets a row that it has not seen, writes nothing,
 * and takes its place like anybody who comes later.
 */
export async function takePlaceOfOpen<Made>({
  withdraw,
  insert,
}: {
  withdraw: () => Promise<unknown>;
  /** Undefined: another one is open by now. */
  insert: () => Promise<Made | undefined>;
}): Promise<Made> {
  for (let time = 0; time < MOST_TIMES; time += 1) {
    await withdraw();
    const made = await insert();
    if (made !== undefined) return made;
  }
  throw new Error('An invitation was not written.');
}
