import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseBlocks, withoutAnchors } from '../../../src/http/docs/markdown/blocks.ts';
import { highlight } from '../../../src/http/docs/markdown/highlight.ts';
import { escapeHtml, inlineHtml, markdownToHtml } from '../../../src/http/docs/markdown/inline.ts';
import { blocksToHtml } from '../../../src/http/docs/markdown/render.ts';

/** What a browser would show for HTML that contains only spans. */
function shown(html: string): string {
  const text = html.replaceAll(/<span class="(string|comment)">|<\/span>/g, '');
  assert.doesNotMatch(text, /[<>"']/, 'something was not escaped');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

test('code is shown character by character, whatever it contains', () => {
  const code = fc.string({
    unit: fc.constantFrom('"', "'", '#', '/', '*', '\\', '<', '>', '&', ' ', '\n', 'a', ':', '$'),
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      code,
      fc.constantFrom('curl', 'typescript', 'php', 'python', 'json', 'sql', 'text'),
      (text, language) => {
        assert.equal(shown(highlight(text, language)), text.trimEnd());
      },
    ),
    { numRuns: 3000 },
  );
});

test('strings and comments are highlighted, and a hash or slashes inside a string do not start a comment', () => {
  assert.equal(
    highlight(`a = "x # y" # z`, 'python'),
    'a = <span class="string">&quot;x # y&quot;</span> <span class="comment"># z</span>',
  );
  assert.equal(
    highlight(`f('http://x'); // y`, 'typescript'),
    'f(<span class="string">&#39;http://x&#39;</span>); <span class="comment">// y</span>',
  );
  assert.equal(
    highlight('{\n  "a": "b"\n}', 'json'),
    '{\n  &quot;a&quot;: <span class="string">&quot;b&quot;</span>\n}',
  );
});

test('descriptions become paragraphs, lists, strong words and code, and nothing else', () => {
  assert.equal(
    markdownToHtml('**Safe.** Use `a<b`.\n\n- one\n- two & three'),
    '<p><strong>Safe.</strong> Use <code>a&lt;b</code>.</p>\n<ul><li>one</li><li>two &amp; three</li></ul>',
  );
  assert.equal(escapeHtml(`<a href="x">'&'</a>`), '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;');
});

test('marks inside code stay what they are, and links lead where the page says', () => {
  assert.equal(
    inlineHtml('`a[0](b)` and [`x_y`](errors#x_y) **now**', (target) => `../${target}`),
    '<code>a&#91;0](b)</code> and <a href="../errors#x_y"><code>x_<wbr>y</code></a> <strong>now</strong>',
  );
});

test('a guide becomes headings, tables with anchors, notes and samples in tabs', () => {
  const blocks = parseBlocks(
    [
      '## Two words {#two}',
      '',
      '| Code | Cause |',
      '|---|---|',
      '| `a_b` {#a_b} | one \\| two |',
      '',
      '> [!WARNING]',
      '> **No.** Never.',
      '',
      '```sh one/php/start.sh',
      'php x',
      '```',
      '',
      '```ts one/node/x.ts',
      'x();',
      '```',
      '',
      '```json',
      '{}',
      '```',
    ].join('\n'),
  );
  assert.deepEqual(
    blocks.map(({ kind }) => kind),
    ['heading', 'table', 'note', 'code', 'code'],
  );
  const html = blocksToHtml(blocks, {
    linkTarget: (target) => target,
    fileTarget: (file) => `samples/${file}`,
    linkTo: (title) => `Link to ${title}`,
  });
  assert.match(html, /<h2 id="two">Two words <a class="anchor" href="#two" aria-label="Link to Two words">/);
  assert.match(
    html,
    /<tr id="a_b"><th scope="row"><code>a_<wbr>b<\/code><\/th><td data-label="Cause">one \| two/,
  );
  assert.match(html, /<p class="note warning"><strong>No\.<\/strong> Never\.<\/p>/);
  assert.match(html, /<details data-language="php" open><summary>PHP<\/summary>/);
  assert.match(html, /<details data-language="typescript"><summary>TypeScript<\/summary>/);
  assert.match(html, /<a href="samples\/one\/node\/x\.ts">x\.ts<\/a>/, 'a file is saved under its name');
  assert.doesNotMatch(html, />start\.sh</, 'commands are pasted');
});

test('what the guides do not use is an error, and not a paragraph', () => {
  for (const text of ['## No anchor', '> a quotation', '{{unknown}}', '#### Too deep {#x}']) {
    assert.throws(() => parseBlocks(text), text);
  }
});

test('Markdown for programs has no anchors of the page', () => {
  assert.equal(withoutAnchors('## Two words {#two}\n| `a` {#a} |'), '## Two words\n| `a` |');
});
