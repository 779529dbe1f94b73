import { search } from '@vezne/contract/console/search';
import { normalizeReferenceCode } from '@vezne/domain/reference-code';
import type { z } from 'zod';
import { api } from '../../../shared/api/api.ts';

export interface FoundByText extends z.infer<typeof search.response> {
  /** What was typed, in the form of a code. */
  code: string;
}

/** Any transaction by what somebody has of it. A file of its own, so that the palette loads it when it is needed. */
export async function findByText(text: string, signal: AbortSignal): Promise<FoundByText> {
  const found = await api(search, { body: { text } }, { signal });
  return { ...found, code: normalizeReferenceCode(text) };
}
