import type { ServerResponse } from 'node:http';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import type { ApiServices } from '../../usecases/services.ts';
import type { AnswerFirst } from '../server/answer-first.ts';
import { countAnswer } from '../server/app.ts';
import { provenAddress } from './addressed-deposit.ts';
import { JSON_HEADERS } from './headers.ts';
import { versionOf } from './screen.ts';

interface PageState {
  version: string;
  secondsLeft: number;
}

const HEADERS = Object.entries(JSON_HEADERS).flat();

export const STATE_ROUTE = '/pay/:id/:token/state';
/** Nothing after it: a page that asks `?now` wants it from the database. */
const STATE_PATH = /^\/pay\/([^/?]+)\/([^/?]+)\/state$/;

/** Of deposits whose time is not over. Computed once for as long as memory holds the same deposit. */
const versions = new WeakMap<HostedDeposit, string>();

/** How a deposit stands, for the page that shows it. */
export function stateOf(deposit: HostedDeposit, secondsLeft = deposit.secondsLeft): PageState {
  if (secondsLeft <= 0) return { version: versionOf({ ...deposit, secondsLeft }), secondsLeft: 0 };
  let version = versions.get(deposit);
  if (version === undefined) {
    version = versionOf({ ...deposit, secondsLeft });
    versions.set(deposit, version);
  }
  return { version, secondsLeft };
}

/**
 * Every open page asks for its state every second or so. Five thousand of them kept a partner's requests waiting for 50 ms while each
 * question went the way of every other request; before the framework it takes two thirds of the time. What memory does not know, and every
 * wrong address, goes the usual way. There is no line in the log for these answers: they would be most of it, and say nothing. They are
 * counted.
 */
export function createStateAnswers(
  { pageTokens, hostedDeposits }: Pick<ApiServices, 'pageTokens' | 'hostedDeposits'>,
  { prefix }: { prefix: string },
): AnswerFirst {
  return (request, response, requestId) => {
    const { method, url = '' } = request;
    const startMs = performance.now();
    if (method !== 'GET' || !url.endsWith('/state') || !url.startsWith(prefix)) return false;
    const [, id = '', token = ''] = STATE_PATH.exec(url.slice(prefix.length)) ?? [];
    const address = provenAddress(pageTokens, { id, token });
    const glance = address && hostedDeposits.glance(address.uuid);
    if (!glance || glance.deposit.pageKeyVersion !== address.keyVersion) return false;
    answer(response, requestId(request), stateOf(glance.deposit, glance.secondsLeft));
    countAnswer({ method, route: STATE_ROUTE, status: 200, ms: performance.now() - startMs });
    return true;
  };
}

function answer(response: ServerResponse, requestId: string, { version, secondsLeft }: PageState): void {
  const body = `{"version":"${version}","secondsLeft":${secondsLeft}}`;
  response.writeHead(200, [...HEADERS, 'x-request-id', requestId, 'content-length', String(body.length)]);
  response.end(body);
}
