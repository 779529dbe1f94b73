/** What every page of ours says to browsers. */

/** No cache keeps the page, no other site learns its address, no search engine lists it. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** For answers that are no pages: nothing may be loaded by them, and nothing may show them inside itself. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * For pages: nothing from other sites, nothing inline, never inside another site's frame. A style with the nonce of this one answer is
 * the only thing that may stand in the page itself.
 */
export function pagePolicy({ styleNonce }: { styleNonce?: string } = {}): string {
  const style = styleNonce === undefined ? "'self'" : `'self' 'nonce-${styleNonce}'`;
  return `default-src 'none'; style-src ${style}; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`;
}
