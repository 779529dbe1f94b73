/** One press at the console that takes two people. */
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Role } from '@vezne/domain/permissions';
import type { Operator } from '../../../harness/console-desk.ts';
import type { PayoutDesk } from '../../../harness/console-payouts.ts';
import type { RouteName } from './routes.ts';

export interface Sample {
  action: AuditAction;
  route: RouteName;
  /** What makes this one take two, where the action has several such. */
  what?: string;
  /** Who confirms it, if not the first role that may. */
  confirmedBy?: Role;
  /** A fresh subject. Where it matters who took it, whoever asks did. */
  prepare: (desk: PayoutDesk, people: People) => Promise<Press>;
}

export interface People {
  asker: Operator;
  /** Operators who did what went before. */
  earlier: readonly [Operator, Operator];
}

export interface Press {
  /** Of the subject, where the address names one. */
  id?: string;
  /** All but the id of the press, which every press has, and its note. */
  body: object;
  /** What the press changes, as it is at the moment: another value when it has been done. */
  state: () => Promise<unknown>;
  /** The state when it has been done. */
  wanted: unknown;
  /** Puts back what other samples share. */
  restore?: () => Promise<void>;
}

/** The only value of the only row. */
export async function valueOf(
  { owner }: Pick<PayoutDesk, 'owner'>,
  sql: string,
  ...values: unknown[]
): Promise<unknown> {
  const { rows } = await owner.query<{ value: unknown }>(sql, values);
  return rows[0]?.value;
}
