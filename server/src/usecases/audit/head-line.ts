/** A head of the audit chain as it is written outside the database: `17 64-hex-digits 2026-03-01T09:30:00.000Z`. */
export interface PublishedHead {
  sealNo: bigint;
  hash: Buffer;
  /** As it is written in the line. */
  sealedAtText: string;
}

export interface HeadOfChain {
  sealNo: bigint;
  hash: Buffer;
  sealedAt: Date;
}

export function headLine(head: HeadOfChain): string {
  return `${head.sealNo} ${head.hash.toString('hex')} ${timeOf(head)}\n`;
}

function timeOf({ sealedAt }: HeadOfChain): string {
  return sealedAt.toISOString();
}

export function parseHeadLine(line: string): PublishedHead | undefined {
  const [, sealNo, hash, sealedAtText] = /^([1-9]\d{0,17}) ([0-9a-f]{64}) (\S+)$/.exec(line) ?? [];
  if (sealNo === undefined || hash === undefined || sealedAtText === undefined) return undefined;
  return { sealNo: BigInt(sealNo), hash: Buffer.from(hash, 'hex'), sealedAtText };
}

/** What the chain has instead of what was published. */
export type HeadDifference = 'seal_missing' | 'another_hash' | 'another_time';

/**
 * Whether the chain still has what was published, and what differs otherwise. The time is compared too: seals of the first forms
 * don't cover theirs.
 */
export function headDifference(
  seal: HeadOfChain | undefined,
  { hash, sealedAtText }: PublishedHead,
): HeadDifference | undefined {
  if (seal === undefined) return 'seal_missing';
  if (!seal.hash.equals(hash)) return 'another_hash';
  return timeOf(seal) === sealedAtText ? undefined : 'another_time';
}
