import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMailServer } from '../../harness/mail-server.ts';
import { PORTAL_URL, insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';

const ECE = { email: 'ece@shop.example', name: 'Ece Su', roles: ['finance'] };

/** What a reader sees of a letter in quoted-printable or base64. */
function readable(content: string): string {
  const [head = '', ...body] = content.split('\n\n');
  const text = body.join('\n\n');
  return /base64/i.test(head)
    ? Buffer.from(text, 'base64').toString('utf8')
    : Buffer.from(
        text
          .replaceAll('=\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8');
}

test('the link goes to the invited address alone, in both languages, and works', async (t) => {
  const mail = await startMailServer(t);
  const { owner, browser, clock } = await startTestPortal(t, {
    config: { mail: mail.config },
  });
  const ayse = await insertPartnerPerson(owner, { name: 'Ayşe Işık' });
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const invited = await page.call('invitePerson', ECE);
  assert.deepEqual([invited.status, invited.body['isSent'], invited.body['link']], [200, true, null]);
  assert.deepEqual(
    mail.received.map(({ to }) => to),
    [['ece@shop.example']],
  );
  const content = mail.received[0]?.source ?? '';
  assert.match(content, /^From: Vezne <no-reply@vezne\.example>$/m);
  const text = readable(content);
  assert.match(text, /^Merhaba Ece Su,$/m);
  assert.match(text, /^Hello Ece Su,$/m);
  assert.match(text, /Ayşe Işık sizi/);
  const links = [...text.matchAll(/https:\S+/g)].map(([link]) => link);
  assert.equal(new Set(links).size, 1);
  const [address, token = ''] = (links[0] ?? '').split('#');
  assert.equal(address, `${PORTAL_URL}/invitation`);
  assert.equal((await browser().call('lookAtInvitation', { token })).body['email'], 'ece@shop.example');
  const { rows } = await owner.query<{ kept: string }>(
    `select details::text as kept from audit_entry union all select row_to_json(i)::text from partner_invitation i`,
  );
  assert.equal(
    rows.some(({ kept }) => kept.includes(token)),
    false,
    'the token is kept nowhere',
  );
});

test('a mail server without TLS gets no letter, and the owner is told that none was sent', async (t) => {
  const mail = await startMailServer(t);
  const { owner, browser, clock } = await startTestPortal(t, {
    config: { mail: { ...mail.config, encryption: 'starttls' } },
  });
  const page = browser();
  await page.signInWithProof(await insertPartnerPerson(owner), clock);
  const invited = await page.call('invitePerson', ECE);
  assert.deepEqual([invited.status, invited.body['isSent']], [200, false]);
  assert.deepEqual(mail.received, []);
});

test('a mail server that is away keeps nobody from being invited again', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t, {
    // Nobody listens on the port of discard.
    config: { mail: { ...(await startMailServer(t)).config, port: 9 } },
  });
  const page = browser();
  await page.signInWithProof(await insertPartnerPerson(owner), clock);
  for (let tries = 0; tries < 2; tries += 1) {
    const invited = await page.call('invitePerson', ECE);
    assert.deepEqual([invited.status, invited.body['isSent']], [200, false]);
  }
  const { invitations } = (await page.call('listPeople')).body as { invitations: unknown[] };
  assert.equal(invitations.length, 1);
});

test('a partner invites so many times a day, and no more', async (t) => {
  const { owner, browser, clock } = await startTestPortal(t);
  const ayse = await insertPartnerPerson(owner);
  await owner.query(
    `insert into partner_invitation (id, partner_id, email, name, roles, token_hash, expires_at)
     select gen_random_uuid(), $1, 'p' || no || '@shop.example', 'Somebody', '{finance}', sha256(no::text::bytea), now() + interval '1 hour'
     from generate_series(1, 49) as no`,
    [ayse.partnerId],
  );
  const page = browser();
  await page.signInWithProof(ayse, clock);
  assert.equal((await page.call('invitePerson', ECE)).status, 200);
  const beyond = await page.call('invitePerson', { ...ECE, email: 'more@shop.example' });
  assert.deepEqual([beyond.status, beyond.code], [429, 'too_many_invitations']);
});
