import type { OpenApiDocument } from '@vezne/contract/partner/openapi';
import { guidePath, markdownPath, REFERENCE_PATH, relativeLink } from '../site-map.ts';
import { endpointsOf } from './endpoints.ts';
import type { Endpoint } from './endpoints.ts';
import { eventFields, transactionFields } from './fields.ts';
import type { Field } from './fields.ts';

const FENCES = { curl: 'sh', typescript: 'ts', php: 'php', python: 'python' } as const;

/** The reference as Markdown. Where a transaction is answered, its fields are in a part of their own. */
export function referenceMarkdown(openApi: OpenApiDocument): string {
  const errors = relativeLink(markdownPath(REFERENCE_PATH), markdownPath(guidePath('en', 'errors')));
  return [
    '# API reference',
    openApi.info.description,
    `The base address is \`${openApi.servers[0]?.url}\`. What to do about each error code is in [Errors](${errors}).`,
    ...endpointsOf(openApi).map(endpointMarkdown),
    '## The transaction',
    fieldTable(transactionFields(openApi)),
    '## The event',
    fieldTable(eventFields(openApi)),
    '',
  ].join('\n\n');
}

function endpointMarkdown(endpoint: Endpoint): string {
  const { title, method, path, description, parameters, requestFields, responseFields } = endpoint;
  return [
    `## ${title}`,
    `\`${method} ${path}\``,
    description,
    ...(parameters.length > 0 ? ['### Parameters', fieldTable(parameters)] : []),
    ...(requestFields.length > 0 ? ['### Body', fieldTable(requestFields)] : []),
    '### Response',
    `Status ${endpoint.responseStatus}.`,
    ...(responseFields.length > 0 ? [fieldTable(responseFields)] : []),
    fence('json', endpoint.response),
    '### Errors',
    endpoint.errors
      .map(({ status, codes }) => `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}`)
      .join('\n'),
    '### Samples',
    ...endpoint.samples.map(({ language, code }) => fence(FENCES[language], code)),
  ].join('\n\n');
}

function fieldTable(fields: readonly Field[]): string {
  const rows = fields.map(({ name, type, notes, description }) => {
    const cells = [`\`${name}\``, [type, ...notes].join('; '), description];
    return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
  });
  return ['| Field | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
