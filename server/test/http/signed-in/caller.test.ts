import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../src/http/signed-in/caller.ts';

test('what a proxy hands on as an address is one that the database takes, or none', () => {
  const addressOf = (ip: string): string => callerOf({ ip, headers: {} } as FastifyRequest).address;
  assert.equal(addressOf('2001:db8::7'), '2001:db8::7');
  assert.equal(addressOf('::ffff:192.0.2.7'), '::ffff:192.0.2.7');
  assert.equal(addressOf('fe80::1%eth0'), 'fe80::1');
  assert.equal(addressOf('::1%"; drop'), '::');
  assert.equal(addressOf('junk'), '::');
});
