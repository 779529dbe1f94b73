/** A message of PostgreSQL's protocol, version 3. */
export interface PostgresMessage {
  /** Its letter; empty for the first message of a client, which has none. */
  type: string;
  body: Buffer;
}

const LENGTH_BYTES = 4;

/** Cuts a stream into messages. Bytes may arrive in any portions. */
export function createMessageReader({
  hasStartup,
}: {
  /** Whether the first message has no letter, as that of a client. */
  hasStartup: boolean;
}): (bytes: Buffer) => PostgresMessage[] {
  let rest = Buffer.alloc(0);
  let letterBytes = hasStartup ? 0 : 1;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const messages: PostgresMessage[] = [];
    while (rest.length >= letterBytes + LENGTH_BYTES) {
      // The length counts itself, and not the letter.
      const end = letterBytes + rest.readInt32BE(letterBytes);
      if (rest.length < end) break;
      messages.push({
        type: rest.toString('latin1', 0, letterBytes),
        body: rest.subarray(letterBytes + LENGTH_BYTES, end),
      });
      rest = rest.subarray(end);
      letterBytes = 1;
    }
    return messages;
  };
}

/** The name of the prepared statement that a Bind message is for: its second text, after that of the portal. */
export function statementOf({ type, body }: PostgresMessage): string | undefined {
  if (type !== 'B') return undefined;
  const start = body.indexOf(0) + 1;
  return body.toString('utf8', start, body.indexOf(0, start));
}
