import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_API } from '../../src/console/routes.ts';
import type { ConsoleRoute } from '../../src/console/route.ts';

const routes: [string, ConsoleRoute][] = Object.entries(CONSOLE_API);

test('no two endpoints of the console share a method and a path', () => {
  const places = routes.map(([, { method, path }]) => `${method} ${path}`);
  assert.equal(new Set(places).size, places.length);
});

test('only a request that may change something has a body, and every POST and PATCH has one', () => {
  for (const [name, { method, request }] of routes)
    assert.equal(request !== undefined, method === 'POST' || method === 'PATCH', name);
});

test('no endpoint lists an error twice', () => {
  for (const [name, { errors }] of routes) assert.equal(new Set(errors).size, errors.length, name);
});

test('nobody who is not signed in is asked to step up, and only people who are signed in enrol', () => {
  for (const [name, { permission, stepUp, whileEnrolling }] of routes)
    if (permission === 'public') assert.deepEqual([stepUp, whileEnrolling], [false, undefined], name);
});

test('a code is read with the blanks that apps show in it', () => {
  const { request } = CONSOLE_API.signInWithCode;
  assert.deepEqual(request.parse({ code: ' 123 456' }), { code: '123456' });
  for (const code of ['12345', '1234567', '12345a', '١٢٣٤٥٦', '1'.repeat(17), 123456, null])
    assert.equal(request.safeParse({ code }).success, false, String(code));
});
