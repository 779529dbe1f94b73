/** A head of the audit chain as it is written outside the database: `17 64-hex-digits 2026-03-01T09:30:00.000Z`. */
export interface PublishedHead {
  sealNo: bigint;
  hash: Buffer;
}

export function headLine({ sealNo, hash, sealedAt }: PublishedHead & { sealedAt: Date }): string {
  return `${sealNo} ${hash.toString('hex')} ${sealedAt.toISOString()}\n`;
}

export function parseHeadLine(line: string): PublishedHead | undefined {
  const [, sealNo, hash] = /^([1-9]\d{0,17}) ([0-9a-f]{64}) \S+$/.exec(line) ?? [];
  if (sealNo === undefined || hash === undefined) return undefined;
  return { sealNo: BigInt(sealNo), hash: Buffer.from(hash, 'hex') };
}
