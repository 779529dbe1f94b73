import type { PARTNER_API } from '@vezne/contract/partner/routes';
import type { OpenApiDocument, Operation } from '@vezne/contract/partner/openapi';
import { fieldsOf, parameterFields, resolverOf } from './fields.ts';
import type { Field } from './fields.ts';
import { highlight } from '../markdown/highlight.ts';
import { markdownToHtml } from '../markdown/inline.ts';
import { samplesOf } from './samples.ts';
import type { Sample } from './samples.ts';

export interface Endpoint {
  /** The anchor on the page, and the name of its samples. */
  id: string;
  title: string;
  method: string;
  path: string;
  description: string;
  descriptionHtml: string;
  parameters: Field[];
  requestFields: Field[];
  /** Empty where the response is a transaction: its fields have their own section. */
  responseFields: Field[];
  responseStatus: string;
  /** The example as JSON. */
  response: string;
  responseHtml: string;
  errors: { status: string; codes: string[] }[];
  samples: Sample[];
}

const TITLES: Readonly<Record<keyof typeof PARTNER_API, string>> = {
  createDeposit: 'Create a deposit',
  createWithdrawal: 'Create a withdrawal',
  getTransaction: 'Retrieve a transaction',
  listTransactions: 'List transactions',
  cancelTransaction: 'Cancel a transaction',
  listEvents: 'List events',
  getBalance: 'Retrieve the balance',
  getLimits: 'Retrieve the limits',
};

export function endpointsOf(openApi: OpenApiDocument): Endpoint[] {
  const endpoints = Object.entries(openApi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]: [string, Operation]) =>
      endpointOf(openApi, { method: method.toUpperCase(), path, operation }),
    ),
  );
  const order = Object.values(TITLES);
  return endpoints.toSorted((left, right) => order.indexOf(left.title) - order.indexOf(right.title));
}

function endpointOf(
  openApi: OpenApiDocument,
  { method, path, operation }: { method: string; path: string; operation: Operation },
): Endpoint {
  const resolve = resolverOf(openApi);
  const id = operation.operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const request = operation.requestBody?.content['application/json'];
  const [[responseStatus, success] = ['', undefined], ...errors] = Object.entries(operation.responses);
  const response = success?.content['application/json'];
  const example = JSON.stringify(response?.examples['success']?.value, null, 2);
  const responseFields = fieldsOf(response?.schema, resolve, { isRequest: false });
  return {
    id,
    title: TITLES[operation.operationId as keyof typeof TITLES],
    method,
    path,
    description: operation.description,
    descriptionHtml: markdownToHtml(operation.description),
    parameters: parameterFields(operation),
    requestFields: fieldsOf(request?.schema ?? {}, resolve, { isRequest: true }),
    responseFields: responseFields.some(({ name }) => name === 'transaction') ? [] : responseFields,
    responseStatus,
    response: example,
    responseHtml: highlight(example, 'json'),
    errors: errors.map(([status, { content }]) => ({
      status,
      codes: Object.keys(content['application/json'].examples),
    })),
    samples: samplesOf(id),
  };
}
