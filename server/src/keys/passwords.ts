import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** What checking a password costs: memory in KiB, passes over it, and lanes. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** RFC 9106's choice for machines without gigabytes to spare. It took 0.5 to 0.7 s on two cores that others used too. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 64 * 1024, passes: 3, lanes: 4 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const argon2id = promisify(argon2).bind(null, 'argon2id');

/** The password as it is kept: PHC text, which names its own cost. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, { ...cost, hashBytes: HASH_BYTES });
  return `$argon2id$v=19$${costText(cost)}$${plainBase64(salt)}$${plainBase64(hash)}`;
}

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const { cost, salt, hash } = parse(kept);
  const derived = await derive(password, salt, { ...cost, hashBytes: hash.length });
  return timingSafeEqual(derived, hash);
}

/** Whether a password was kept at another cost than today's, and should be kept anew when it is known. */
export function isOutdated(kept: string, cost: PasswordCost): boolean {
  return costText(parse(kept).cost) !== costText(cost);
}

async function derive(
  password: string,
  salt: Buffer,
  { memoryKib, passes, lanes, hashBytes }: PasswordCost & { hashBytes: number },
): Promise<Buffer> {
  return await argon2id({
    // The same letters are the same bytes, whichever keyboard composed them.
    message: Buffer.from(password.normalize('NFC'), 'utf8'),
    nonce: salt,
    parallelism: lanes,
    tagLength: hashBytes,
    memory: memoryKib,
    passes,
  });
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(kept: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(kept) ?? [];
  // The database holds every row to this form.
  if (salt === undefined || hash === undefined) throw new Error('A kept password is not in PHC form.');
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function costText({ memoryKib, passes, lanes }: PasswordCost): string {
  return `m=${memoryKib},t=${passes},p=${lanes}`;
}

/** PHC text has no padding. */
function plainBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
