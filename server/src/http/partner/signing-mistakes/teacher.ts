import type { IncomingMessage } from 'node:http';
import { verifyRequestSignature } from '@vezne/sdk/signature';
import type { Clock } from '../../../clock.ts';
import type { Configuration, Credential } from '../../../usecases/configuration/model.ts';
import { ApiError } from '../api-error.ts';
import { SIGNATURE_FORM } from '../authenticate.ts';
import type { SignedCall } from '../authenticate.ts';
import { createBudgets } from './budget.ts';
import { findMistakes } from './find.ts';
import type { SearchBudget } from './find.ts';
import type { Triple } from './mistake.ts';
import { signatureForm } from './signature-forms.ts';

/**
 * Explains a 401 to the developer of a client, by trying what developers usually do wrong. There is one in development alone: in production
 * every wrong signature gets one answer, after the same work. Here an answer takes longer for a known key than for an unknown one, so its
 * time tells which keys there are. That is accepted: a key is no secret, and to search for strangers as well would let them use up the
 * budget of those who are taught.
 */
export interface SigningTeacher {
  /** The same refusal with a sentence about what was done, or the refusal as it was. */
  explain(refusal: unknown, call: SignedCall, configuration: Configuration): unknown;
}

const INTRODUCTION = 'The signature is not valid:';
const KEY_MISWRITTEN =
  'The API key is not known as you wrote it: send it letter by letter as you got it, in small letters and without quotes.';

/** More triples than a partner has, even while it rotates them. */
const MAX_OTHER_TRIPLES = 8;

export function createSigningTeacher({
  clock,
  publicUrl,
}: {
  clock: Clock;
  publicUrl: string;
}): SigningTeacher {
  const budgets = createBudgets(clock);
  const explanation = (
    { message, reason }: ApiError,
    call: SignedCall,
    configuration: Configuration,
  ): string | undefined => {
    if (message === SIGNATURE_FORM) return explainForm(call);
    if (reason === 'key_unknown') return explainKey(call, configuration);
    if (reason !== 'signature_wrong') return undefined;
    return explainSignature(call, configuration, { publicUrl, budget: budgets.forRequest() });
  };
  return {
    explain(refusal, call, configuration) {
      if (!(refusal instanceof ApiError)) return refusal;
      const text = explanation(refusal, call, configuration);
      if (text === undefined) return refusal;
      const { message, reason } = refusal;
      const code = message === SIGNATURE_FORM ? 'authentication_headers_invalid' : 'signature_invalid';
      return new ApiError(code, { text, reason });
    },
  };
}

function explainForm({ raw }: SignedCall): string | undefined {
  const form = signatureForm(headerOf(raw, 'x-signature'));
  return form && `${SIGNATURE_FORM.slice(0, -1)}; ${form}.`;
}

/** Only for a sender whose signature is right: others would learn which keys there are. */
function explainKey({ raw, path, body }: SignedCall, { credentials }: Configuration): string | undefined {
  const meant = headerOf(raw, 'x-api-key').replaceAll(/["']/g, '').toLowerCase();
  const credential = credentials.get(meant);
  if (credential === undefined) return undefined;
  const { apiSecret, hashSecret } = credential;
  const [signature, timestamp] = [headerOf(raw, 'x-signature'), headerOf(raw, 'x-timestamp')];
  const method = raw.method ?? '';
  return verifyRequestSignature({ signature, timestamp, method, path, body, apiSecret, hashSecret })
    ? KEY_MISWRITTEN
    : undefined;
}

function explainSignature(
  call: SignedCall,
  { credentials }: Configuration,
  { publicUrl, budget }: { publicUrl: string; budget: SearchBudget },
): string | undefined {
  const apiKey = headerOf(call.raw, 'x-api-key');
  const credential = credentials.get(apiKey);
  if (credential === undefined) return undefined;
  const { apiSecret, hashSecret } = credential;
  const { pathname, origin } = new URL(publicUrl);
  const prefix = pathname.replace(/\/$/, '');
  const host = call.raw.headers.host ?? '';
  const sentences = findMistakes(
    {
      signature: headerOf(call.raw, 'x-signature'),
      parts: {
        timestamp: headerOf(call.raw, 'x-timestamp'),
        method: (call.raw.method ?? '').toUpperCase(),
        path: call.path,
        body: call.body,
        hashSecret,
      },
    },
    {
      apiKey,
      apiSecret,
      hashSecret,
      origins: [
        ...new Set([publicUrl, origin, `http://${host}`, `https://${host}`, `http://${host}${prefix}`, host]),
      ],
      prefix,
      otherTriples: otherTriplesOf(credential, credentials),
    },
    budget,
  );
  return sentences && `${INTRODUCTION} ${sentences.join(' Also, ')}`;
}

function otherTriplesOf(credential: Credential, credentials: Configuration['credentials']): Triple[] {
  const others: Triple[] = [];
  for (const [apiKey, other] of credentials) {
    if (other === credential || other.partner.id !== credential.partner.id) continue;
    others.push({ apiKey, apiSecret: other.apiSecret, hashSecret: other.hashSecret });
    if (others.length === MAX_OTHER_TRIPLES) break;
  }
  return others;
}

function headerOf(raw: IncomingMessage, name: string): string {
  return raw.headersDistinct[name]?.[0] ?? '';
}
