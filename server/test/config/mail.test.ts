import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../../src/config/environment.ts';
import { readMailConfig } from '../../src/config/mail.ts';

const FROM = 'Vezne <no-reply@example.com>';

const read = (url: string | undefined, from: string | undefined = FROM, environment?: 'development') =>
  readMailConfig({ VEZNE_SMTP_URL: url, VEZNE_MAIL_FROM: from }, environment ?? 'production');

test('without a mail server nothing is sent, and half a setting is none', () => {
  assert.equal(readMailConfig({}, 'production'), undefined);
  assert.equal(readMailConfig({ VEZNE_SMTP_URL: '', VEZNE_MAIL_FROM: '' }, 'production'), undefined);
  for (const env of [{ VEZNE_SMTP_URL: 'smtps://mail.example.com' }, { VEZNE_MAIL_FROM: FROM }])
    assert.throws(() => readMailConfig(env, 'production'), /belong together/);
});

test('an invitation crosses a network encrypted, with the ports that are meant for it', () => {
  const from = { name: 'Vezne', address: 'no-reply@example.com' };
  assert.deepEqual(read('smtps://vezne:p%40ss%25@mail.example.com'), {
    host: 'mail.example.com',
    port: 465,
    encryption: 'tls',
    login: { user: 'vezne', password: 'p@ss%' },
    from,
  });
  assert.deepEqual(read('smtp://mail.example.com'), {
    host: 'mail.example.com',
    port: 587,
    encryption: 'starttls',
    login: undefined,
    from,
  });
  const ways = [
    ['smtp://mail.example.com:25', undefined, 'starttls', 25],
    ['smtp://mail.example.com:2525/', 'development', 'none', 2525],
    ['smtp://localhost:25', undefined, 'none', 25],
    ['smtp://[::1]:25', undefined, 'none', 25],
  ] as const;
  for (const [url, environment, encryption, port] of ways) {
    const mail = read(url, FROM, environment);
    assert.deepEqual([mail?.encryption, mail?.port], [encryption, port], url);
  }
  assert.equal(read('smtp://[::1]:25')?.host, '::1');
});

test('a sender is an address, with or without a name', () => {
  const url = 'smtps://mail.example.com';
  assert.deepEqual(read(url, 'no-reply@example.com')?.from, { name: '', address: 'no-reply@example.com' });
  assert.deepEqual(read(url, '<a@b.example>')?.from, { name: '', address: 'a@b.example' });
  for (const wrong of ['Vezne', 'Vezne no-reply@example.com', 'a@b@c', 'Vezne <a@b.example>, c@d.example'])
    assert.throws(() => read(url, wrong), /VEZNE_MAIL_FROM must be an address/, wrong);
});

test('what is no mail server is refused, and no message repeats a password', () => {
  const wrong = [
    'mail.example.com',
    'https://mail.example.com',
    'smtps://',
    'smtps://u:hunter2-Tr0ub4dor@mail.example.com/path',
    'smtps://u:hunter2-Tr0ub4dor@mail.example.com?x=1',
    'smtps://u:hunter2-Tr0ub4dor%@mail.example.com',
  ];
  for (const url of wrong) {
    assert.throws(
      () => read(url),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /^VEZNE_SMTP_URL/);
        assert.ok(!error.message.includes('hunter2'), error.message);
        return true;
      },
      url,
    );
  }
});
