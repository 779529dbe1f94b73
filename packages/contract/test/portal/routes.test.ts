import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PORTAL_ERRORS } from '../../src/portal/errors.ts';
import type { PortalRoute } from '../../src/portal/route.ts';
import { PORTAL_API } from '../../src/portal/routes.ts';

const routes: [string, PortalRoute][] = Object.entries(PORTAL_API);

test('no two endpoints of the portal share a method and a path', () => {
  const places = routes.map(([, { method, path }]) => `${method} ${path}`);
  assert.equal(new Set(places).size, places.length);
});

test('only a request that may change something has a body, and every POST and PATCH has one', () => {
  for (const [name, { method, request }] of routes)
    assert.equal(request !== undefined, method === 'POST' || method === 'PATCH', name);
});

test('every endpoint lists errors of the catalogue, each once', () => {
  for (const [name, { errors }] of routes) {
    assert.equal(new Set(errors).size, errors.length, name);
    for (const code of errors) assert.ok(Object.hasOwn(PORTAL_ERRORS, code), `${name}: ${code}`);
  }
});

test('whatever lets people in or out takes a proof, and nobody who is not signed in is asked for one', () => {
  for (const name of ['invitePerson', 'removePerson'] as const) assert.ok(PORTAL_API[name].stepUp, name);
  for (const [name, { permission, stepUp }] of routes)
    if (permission === 'public') assert.equal(stepUp, false, name);
});

test('somebody is invited by a folded address, a name that can be told apart and roles in order', () => {
  const { request } = PORTAL_API.invitePerson;
  const person = { email: ' Ece@Shop.Example ', name: 'Ece Su', roles: ['owner', 'developer'] };
  assert.deepEqual(request.parse(person), {
    email: 'ece@shop.example',
    name: 'Ece Su',
    roles: ['developer', 'owner'],
  });
  for (const changes of [
    { email: 'ece' },
    { email: 'еce@shop.example' },
    { name: 'Есе' },
    { name: '' },
    { roles: [] },
    { roles: ['administrator'] },
    { roles: ['owner', 'owner', 'owner', 'owner'] },
  ])
    assert.equal(request.safeParse({ ...person, ...changes }).success, false, JSON.stringify(changes));
});
