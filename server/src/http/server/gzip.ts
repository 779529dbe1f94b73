import type { FastifyRequest } from 'fastify';

/** Whether the browser takes gzip, which is every browser. */
export function isGzipTaken({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(headers['accept-encoding'] ?? '');
}
