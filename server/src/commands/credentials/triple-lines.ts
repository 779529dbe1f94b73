import type { CredentialTriple } from '../../usecases/partners/new-credential.ts';
import { indented } from '../layout.ts';

/** A new triple for a person to hand over, with its warning. */
export function tripleLines(triple: CredentialTriple, rows: readonly [string, string][] = []): string[] {
  return [
    ...indented([
      ...rows,
      ['API key', triple.apiKey],
      ['API secret', triple.apiSecret],
      ['hash secret', triple.hashSecret],
    ]),
    "The two secrets are shown this once and can't be shown again: hand them to the partner in a safe way now.",
  ];
}
