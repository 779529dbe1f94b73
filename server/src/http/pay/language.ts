import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { FastifyRequest } from 'fastify';

/**
 * The language that the player chose on the page, or else the one that the partner wished for this deposit. Otherwise Turkish,
 * unless the browser asks for another language first: people who read neither are more likely to read English.
 */
export function languageOf({ query, headers }: FastifyRequest, wished: Language | null = null): Language {
  const chosen = LANGUAGES.find((language) => language === (query as { lang?: unknown }).lang) ?? wished;
  if (chosen !== null) return chosen;
  const first = /^\s*([a-z]{2})/i.exec(headers['accept-language'] ?? '')?.[1]?.toLowerCase();
  return first === undefined || first === 'tr' ? 'tr' : 'en';
}
