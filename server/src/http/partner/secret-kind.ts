/** Our secrets by how they begin. */
const KINDS = [
  { prefix: 'vzs_', name: 'the API secret' },
  { prefix: 'vzh_', name: 'the hash secret' },
  { prefix: 'whsec_', name: 'the secret of a webhook endpoint' },
] as const;

/** Which secret a text is by its form, whether or not there is such a one. Quotes of a shell may stand before it. */
export function secretKind(text: string): (typeof KINDS)[number] | undefined {
  const bare = text.replace(/^["']/, '').toLowerCase();
  return KINDS.find(({ prefix }) => bare.startsWith(prefix));
}
