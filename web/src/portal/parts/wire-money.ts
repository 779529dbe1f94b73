import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';

/** An amount as the server sends it. */
export const wireMoney = (amountCents: number): Cents => cents(BigInt(amountCents));
