import type { MovementKind } from '@vezne/domain/partner-statement';

export interface Sum {
  movements: number;
  grossCents: bigint;
  commissionCents: bigint;
  netCents: bigint;
}

export type Sums = Partial<Record<MovementKind | 'total', Sum>>;

type Summed = Omit<Sum, 'movements'> & { kind: MovementKind; movements?: number };

/** Of each kind that occurs, and of all. */
export function sumsOf(lines: readonly Summed[]): {
  kinds: Partial<Record<MovementKind, Sum>>;
  total: Sum;
} {
  const kinds: Partial<Record<MovementKind, Sum>> = {};
  const total = nothing();
  for (const line of lines) for (const sum of [(kinds[line.kind] ??= nothing()), total]) add(sum, line);
  return { kinds, total };
}

const nothing = (): Sum => ({ movements: 0, grossCents: 0n, commissionCents: 0n, netCents: 0n });

function add(sum: Sum, { movements = 1, grossCents, commissionCents, netCents }: Summed): void {
  sum.movements += movements;
  sum.grossCents += grossCents;
  sum.commissionCents += commissionCents;
  sum.netCents += netCents;
}
