import { fileURLToPath } from 'node:url';
import { API_ERROR_CODES, API_ERRORS } from '@vezne/contract/partner/errors';
import { SIGNING_EXAMPLE, errorExample } from '@vezne/contract/partner/examples';
import type { OpenApiDocument } from '@vezne/contract/partner/openapi';
import { Eta } from 'eta';
import { endpointsOf, exampleHtml } from './endpoints.ts';
import { eventFields, transactionFields } from './fields.ts';
import { escapeHtml, inlineHtml } from './html.ts';
import { samplesOf, sharedSamples } from './samples.ts';
import { REASON_TEXTS, STATUS_TEXTS } from './state-texts.ts';

const GUIDE = [
  { id: 'introduction', title: 'Introduction' },
  { id: 'getting-started', title: 'Getting started' },
  { id: 'money', title: 'Money' },
  { id: 'signing', title: 'Signing' },
  { id: 'retries', title: 'Idempotency and retries' },
  { id: 'states', title: 'States' },
  { id: 'limits', title: 'Limits and rates' },
];

const REFERENCE = [
  { id: 'transaction', title: 'The transaction' },
  { id: 'event', title: 'The event' },
  { id: 'errors', title: 'Errors' },
  { id: 'versioning', title: 'Versioning' },
];

const eta = new Eta({
  autoEscape: true,
  cache: true,
  views: fileURLToPath(new URL('templates', import.meta.url)),
});

export interface PageVersions {
  styleVersion: string;
  scriptVersion: string;
}

export function renderPage(openApi: OpenApiDocument, versions: PageVersions): string {
  return eta.render('./page', {
    ...versions,
    openApi,
    guide: GUIDE,
    reference: REFERENCE,
    endpoints: endpointsOf(openApi),
    transactionFields: transactionFields(openApi),
    eventFields: eventFields(openApi),
    errors: API_ERROR_CODES.map((code) => ({ code, ...API_ERRORS[code] })),
    errorHtml: exampleHtml({ value: errorExample('amount_out_of_range') }),
    signing: SIGNING_EXAMPLE,
    sharedSamples: sharedSamples(),
    firstSamples: samplesOf('create-deposit'),
    statuses: Object.entries(STATUS_TEXTS),
    reasons: Object.entries(REASON_TEXTS),
    heading,
    inlineHtml,
    breakable,
  });
}

/** A heading with a link to itself. */
function heading(level: 1 | 2 | 3, id: string, title: string): string {
  const link = `<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(title)}">#</a>`;
  return `<h${level} id="${id}">${escapeHtml(title)} ${link}</h${level}>`;
}

/** A long name that may wrap after a dot or an underscore, or before a capital letter. */
function breakable(name: string): string {
  return escapeHtml(name).replace(/([._])|(?<=[a-z])(?=[A-Z])/g, '$1<wbr>');
}
