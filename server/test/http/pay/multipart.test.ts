// In a process of its own: its processor time is measured.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readParts } from '../../../src/http/pay/multipart.ts';
import { BOUNDARY, multipart, pdf } from './detail-forms.ts';

const TWO_MEGABYTES = 2_000_000;

function read(body: Buffer | string, boundary = BOUNDARY) {
  return readParts(Buffer.from(body), boundary, 4)?.map(({ name, fileName, content }) => [
    name,
    fileName,
    content.toString('latin1'),
  ]);
}

test('the parts of a form are read as browsers write them', () => {
  const content = Buffer.from('%PDF\r\n--\r\n\r\n--other\r\n', 'latin1');
  assert.deepEqual(read(multipart([{ content, name: 'a b.pdf' }], { senderName: 'Ali', sentAt: '' })), [
    ['senderName', undefined, 'Ali'],
    ['sentAt', undefined, ''],
    ['receipt', 'a b.pdf', content.toString('latin1')],
  ]);
  assert.deepEqual(read(multipart([{ content: Buffer.alloc(0), name: '' }])), [['receipt', '', '']]);
  const inOtherOrder =
    '--x\r\nContent-Type: text/plain\r\ncontent-disposition:form-data;name="a"\r\n\r\n1\r\n--x--';
  assert.deepEqual(read(inOtherOrder, 'x'), [['a', undefined, '1']]);
  assert.deepEqual(read(`before\r\n${inOtherOrder}\r\nafter`, 'x'), [['a', undefined, '1']]);
});

test('a body that is no such form has no parts', () => {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
  for (const [what, body] of [
    ['nothing', ''],
    ['another boundary', '--y\r\n\r\n--y--'],
    ['no end', part],
    ['cut off in the headers', '--x\r\nContent-Disposition: form-data; name="a"'],
    ['no name', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--'],
    ['another disposition', '--x\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--x--'],
    [
      'headers of 5 KB',
      `--x\r\nContent-Disposition: form-data; name="a"\r\nA: ${'a'.repeat(5_000)}\r\n\r\n1\r\n--x--`,
    ],
    ['five parts', `${part.repeat(5)}--x--`],
    ['something else after a boundary', '--x, '],
  ] as const)
    assert.equal(read(body, 'x'), undefined, what);
});

test('no form costs more than a fraction of a second, whatever is in it', () => {
  const boundary = 'a'.repeat(70);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="receipt"; filename="a"\r\n\r\n`;
  const contents: Record<string, string> = {
    quotes: '"',
    'letters of the boundary': 'a',
    'line ends': '\r\n',
    'nearly the boundary': `\r\n--${boundary.slice(1)}`,
    'nearly the boundary, at its other end': `--${boundary}`,
    hyphens: '-',
  };
  for (const [what, content] of Object.entries(contents)) {
    const body = Buffer.from(head + content.repeat(TWO_MEGABYTES / content.length) + `\r\n--${boundary}--`);
    const before = process.cpuUsage();
    assert.equal(readParts(body, boundary, 4)?.length, 1, what);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 200_000, `${what}: ${user + system} µs`);
  }
  const many = Buffer.from(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(40_000));
  const before = process.cpuUsage();
  assert.equal(readParts(many, 'x', 4), undefined);
  assert.ok(process.cpuUsage(before).user < 200_000);
});

test('the content of a part is a view of the body, so a file takes no more memory', () => {
  const body = multipart([{ content: pdf() }]);
  const [part] = readParts(body, BOUNDARY, 4) ?? [];
  assert.equal(part?.content.buffer, body.buffer);
});
