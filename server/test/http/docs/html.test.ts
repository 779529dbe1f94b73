import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { highlight } from '../../../src/http/docs/highlight.ts';
import { escapeHtml, markdownToHtml } from '../../../src/http/docs/html.ts';

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
    fc.property(code, fc.constantFrom('curl', 'typescript', 'php', 'python', 'json'), (text, language) => {
      assert.equal(shown(highlight(text, language)), text.trimEnd());
    }),
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
