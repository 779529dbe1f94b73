import { MAX_JSON_DEPTH } from '../../server/json-body.ts';

/** Where spaces and line breaks stand in a JSON text, and in which order its keys. */
export interface JsonLayout {
  comma: string;
  colon: string;
  /** What a level is indented by; empty: all in one line. */
  indent: string;
  sortsKeys?: boolean;
}

/** A string, number or word is kept as it was written: its escapes are no matter of layout. */
type Node = string | { brackets: '[]' | '{}'; members: Member[] };
interface Member {
  key: string | undefined;
  value: Node;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * The same JSON in each of the layouts; none if it is not JSON, or nests deeper than a body may: indented, 16 KiB of a thousand levels would be
 * 29 MB. Each is written when it is asked for, so that a search that has spent its budget writes no more.
 */
export function* inLayouts(text: string, layouts: readonly JsonLayout[]): Generator<string> {
  const root = rootOf(text);
  if (root === undefined) return;
  for (const layout of layouts) yield written(root, layout, 0);
}

function rootOf(text: string): Node | undefined {
  try {
    JSON.parse(text);
    return nodeFrom((text.match(TOKEN) ?? []).values(), 0);
  } catch {
    return undefined;
  }
}

/** Of tokens that JSON.parse has accepted. */
function nodeFrom(tokens: Iterator<string>, depth: number, first = next(tokens)): Node {
  if (first !== '[' && first !== '{') return first;
  if (depth === MAX_JSON_DEPTH) throw new Error('The text nests too deep.');
  const members: Member[] = [];
  for (let token = next(tokens); token !== ']' && token !== '}'; token = next(tokens)) {
    if (token === ',') continue;
    if (first === '[') members.push({ key: undefined, value: nodeFrom(tokens, depth + 1, token) });
    else {
      next(tokens);
      members.push({ key: token, value: nodeFrom(tokens, depth + 1) });
    }
  }
  return { brackets: first === '[' ? '[]' : '{}', members };
}

function next(tokens: Iterator<string>): string {
  const { done, value } = tokens.next();
  if (done === true) throw new Error('The text ends too early.');
  return value;
}

function written(node: Node, layout: JsonLayout, depth: number): string {
  if (typeof node === 'string') return node;
  const { comma, colon, indent, sortsKeys } = layout;
  const [open = '', close = ''] = node.brackets;
  const members = sortsKeys ? node.members.toSorted(byKey) : node.members;
  const texts = members.map(
    ({ key, value }) => (key === undefined ? '' : key + colon) + written(value, layout, depth + 1),
  );
  if (texts.length === 0 || indent === '') return open + texts.join(comma) + close;
  const line = `\n${indent.repeat(depth + 1)}`;
  return `${open}${line}${texts.join(comma + line)}\n${indent.repeat(depth)}${close}`;
}

function byKey({ key: left = '' }: Member, { key: right = '' }: Member): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
