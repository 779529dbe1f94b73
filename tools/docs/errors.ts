import { API_ERRORS } from '@vezne/contract/partner/errors';
import { PARTNER_API } from '@vezne/contract/partner/routes';
import type { PartnerRoute } from '@vezne/contract/partner/route';

const INTRODUCTION = `# Errors

Every error of the partner API. An answer has the code in \`code\` and a sentence for a person in \`error\`; programs decide by
the code. Quote \`requestId\` when you ask us about one.

A create that is well signed and readable gets one of these only if no such transaction exists; \`external_reference_conflict\`
names the one that has the reference. A 401, or a connection that ends without an answer, says nothing about what may exist:
send the same request again, or look the reference up, before you give a player money back.

This page is written from the catalogue by \`npm run docs\`; a test holds it to that.
`;

/** docs/errors.md, from the catalogue. */
export function errorsDocument(): string {
  const sections = Object.entries(API_ERRORS).map(([code, { status, error, cause, remedy }]) =>
    [
      `## ${code}`,
      '',
      `**${status}** · ${error}`,
      '',
      `- Cause: ${cause}`,
      `- Remedy: ${remedy}`,
      `- Answered by: ${endpointsOf(code).join(', ')}`,
      '',
    ].join('\n'),
  );
  return [INTRODUCTION, ...sections].join('\n');
}

/** A code that no endpoint lists, such as the one for an unknown path, can come from any address. */
function endpointsOf(code: string): string[] {
  const routes: readonly PartnerRoute[] = Object.values(PARTNER_API);
  const listing = routes.filter(({ errors }) => errors.some((listed) => listed === code));
  if (listing.length === 0) return ['any address'];
  return listing.length === routes.length
    ? ['every endpoint']
    : listing.map(({ method, path }) => `\`${method} ${path}\``);
}
