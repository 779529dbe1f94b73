import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Connection, Database } from './database.ts';

export interface Player {
  id: string;
  username: string;
  full_name: string;
}

/** The limits of the service. */
const USERNAME_PATTERN = /^[\p{L}\p{N}._-]{1,64}$/u;
const FULL_NAME_PATTERN = /^[\p{L}\p{M} .'’-]{1,128}$/u;

const RECENT_PLAYERS = 8n;

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function playerOfSession(connection: Connection, token: string): Player | undefined {
  return connection.rows<Player>(
    'select player.* from session join player on player.id = session.player_id where token_hash = ?',
    hashOf(token),
  )[0];
}

export function listPlayers(connection: Connection): Player[] {
  return connection.rows<Player>('select * from player order by rowid desc limit ?', RECENT_PLAYERS);
}

export interface Names {
  username: string;
  fullName: string;
}

/**
 * Continues as the player with that username, or as a new one, if the names are allowed. There are no passwords: this shop is
 * only a demonstration, and yours already knows its players.
 */
export async function enter(
  database: Database,
  names: Names,
): Promise<{ token: string } | { notAllowed: (keyof Names)[] }> {
  const username = names.username.trim().normalize('NFC');
  const fullName = names.fullName.trim().normalize('NFC');
  const token = newToken();
  return await database.transaction((connection) => {
    const find = () => connection.rows<Player>('select * from player where username = ?', username)[0];
    if (find() === undefined) {
      const notAllowed: (keyof Names)[] = [];
      if (!USERNAME_PATTERN.test(username)) notAllowed.push('username');
      if (!FULL_NAME_PATTERN.test(fullName)) notAllowed.push('fullName');
      if (notAllowed.length > 0) return { notAllowed };
      connection.run(
        'insert into player (id, username, full_name) values (?, ?, ?)',
        randomUUID(),
        username,
        fullName,
      );
    }
    connection.run(
      'insert into session (token_hash, player_id) values (?, ?)',
      hashOf(token),
      find()?.id ?? null,
    );
    return { token };
  });
}

export async function leave(database: Database, token: string): Promise<void> {
  await database.transaction((connection) =>
    connection.run('delete from session where token_hash = ?', hashOf(token)),
  );
}

/** Hashed: a person who reads the table cannot take over a session. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
