import type { OpenApiDocument, Schema } from '@vezne/contract/partner/openapi';
import { eta, renderLayout } from '../layout.ts';
import type { PageVersions, Place } from '../layout.ts';
import { FIGURES } from '../guides/facts.ts';
import { escapeHtml, inlineHtml } from '../markdown/inline.ts';
import { headingHtml } from '../markdown/render.ts';
import { REFERENCE_PATH, guidePath, relativeLink } from '../site-map.ts';
import type { Guide } from '../site-map.ts';
import { PAGE_TEXTS } from '../texts.ts';
import { endpointsOf } from './endpoints.ts';
import { eventFields, transactionFields } from './fields.ts';

const BEFORE = [
  { id: 'basics', title: 'Basics' },
  { id: 'money', title: 'Money' },
  { id: 'limits', title: 'Limits and rates' },
];

const AFTER = [
  { id: 'transaction', title: 'The transaction' },
  { id: 'event', title: 'The event' },
  { id: 'versioning', title: 'Versioning' },
];

/** Every endpoint with its fields, samples and errors, from the contract. English only. */
export function renderReference(openApi: OpenApiDocument, publicUrl: string, versions: PageVersions): string {
  const endpoints = endpointsOf(openApi);
  const { linkTo, referenceTitle } = PAGE_TEXTS.en;
  const guideHref = (guide: Guide): string => relativeLink(REFERENCE_PATH, guidePath('en', guide));
  const html = eta.render('./reference', {
    openApi,
    publicUrl,
    endpoints,
    figures: FIGURES,
    pageSize: pageSizeOf(openApi),
    transactionFields: transactionFields(openApi),
    eventFields: eventFields(openApi),
    heading: (level: 1 | 2 | 3, id: string, title: string) => headingHtml(level, id, title, linkTo),
    guideHref,
    errorHref: (code: string) => `${guideHref('errors')}#${code}`,
    inlineHtml,
    breakable,
  });
  const places: { title: string; items: Place[] }[] = [
    { title: 'On this page', items: BEFORE },
    { title: 'Endpoints', items: endpoints },
    { title: 'Objects', items: AFTER },
  ];
  return renderLayout(
    {
      path: REFERENCE_PATH,
      language: 'en',
      guide: undefined,
      publicUrl,
      title: referenceTitle,
      description: `${openApi.info.title}: ${openApi.info.summary}`,
      places,
      html,
      hasSearch: true,
    },
    versions,
  );
}

/** A long name that may wrap after a dot or an underscore, or before a capital letter. */
function breakable(name: string): string {
  return escapeHtml(name).replace(/([._])|(?<=[a-z])(?=[A-Z])/g, '$1<wbr>');
}

/** How many entries a page of a list has, as the contract says. */
function pageSizeOf(openApi: OpenApiDocument): Pick<Schema, 'maximum' | 'default'> {
  const limit = openApi.paths['/v1/transactions']?.get?.parameters?.find(({ name }) => name === 'limit');
  if (limit === undefined) throw new Error('The list of transactions has no limit.');
  return limit.schema;
}
