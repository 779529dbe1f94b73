/** Statements that are made of nothing but numbers, for what writes them. */
import { cents } from '@vezne/domain/money';
import { startSums } from '@vezne/domain/partner-statement';
import type { MovementKind } from '@vezne/domain/partner-statement';
import type {
  Statement,
  StatementLine,
  StatementLines,
} from '../../src/documents/partner-statement/statement.ts';

const KINDS: readonly MovementKind[] = [
  'deposit',
  'withdrawal',
  'deposit',
  'correction',
  'withdrawal_returned',
  'settlement',
  'withdrawal_released',
  'top_up',
  'adjustment',
];

export interface SampleStatement {
  statement: Statement;
  lines: readonly StatementLine[];
  /** The lines, so many at a time. */
  inParts: (size?: number) => StatementLines;
}

export function sampleStatement(count: number, changes: Partial<Statement> = {}): SampleStatement {
  const openingCents = cents(101_862_540n);
  const sums = startSums(openingCents);
  const lines = Array.from({ length: count }, (_, index): StatementLine => {
    const kind = KINDS[index % KINDS.length] ?? 'deposit';
    const isOperation = ['top_up', 'settlement', 'adjustment'].includes(kind);
    const grossCents = cents(
      BigInt(10_000 + ((index * 7_919) % 90_000)) *
        (kind === 'withdrawal' || kind === 'settlement' ? -1n : 1n),
    );
    const commissionCents = cents(isOperation ? 0n : -300n);
    const movement = { kind, grossCents, commissionCents, netCents: cents(grossCents + commissionCents) };
    const balanceAfterCents = cents(sums.closingCents() + movement.netCents);
    sums.add(movement, balanceAfterCents);
    const digits = String(index).padStart(12, '0');
    return {
      entryNo: BigInt(index + 1),
      at: new Date(Date.UTC(2026, 9, 1, 5) + index * 61_000),
      movement,
      balanceAfterCents,
      transaction: isOperation
        ? null
        : {
            id: `01990000-0000-7000-8000-${digits}`,
            externalReference: index % 3 === 0 ? `=cmd|'/C calc'!A${index}` : `MO-${index}`,
            referenceCode: kind === 'deposit' ? 'K7M39QXA' : null,
          },
      operationId: isOperation ? `01991111-0000-7000-8000-${digits}` : null,
    };
  });
  const statement: Statement = {
    partnerName: 'Mavi Oyun Şans İşletmeleri',
    language: 'tr',
    number: 'VZ-2026-10-0007',
    month: '2026-10',
    from: '2026-10-01',
    to: '2026-10-31',
    balance: { openingCents, closingCents: sums.closingCents() },
    reserved: { openingCents: cents(125_000n), closingCents: cents(309_000n) },
    lastEntry: null,
    sums: sums.sums(),
    reserveSums: [
      { kind: 'set_aside', amountCents: cents(1_000_000n) },
      { kind: 'paid_out', amountCents: cents(-800_000n) },
      { kind: 'given_back', amountCents: cents(-16_000n) },
    ],
    ...changes,
  };
  return {
    statement,
    lines,
    async *inParts(size = 1_000) {
      for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size);
    },
  };
}

/** The whole file. */
export async function bytesOf(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}
