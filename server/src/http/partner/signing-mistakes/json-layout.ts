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

/** The same JSON in each of the layouts; none if it is not JSON, or nests too deep to be walked. */
export function inLayouts(text: string, layouts: readonly JsonLayout[]): string[] {
  try {
    JSON.parse(text);
    const root = nodeFrom((text.match(TOKEN) ?? []).values());
    return layouts.map((layout) => written(root, layout, 0));
  } catch {
    return [];
  }
}

/** Of tokens that JSON.parse has accepted. */
function nodeFrom(tokens: Iterator<string>, first = next(tokens)): Node {
  if (first !== '[' && first !== '{') return first;
  const members: Member[] = [];
  for (let token = next(tokens); token !== ']' && token !== '}'; token = next(tokens)) {
    if (token === ',') continue;
    if (first === '[') members.push({ key: undefined, value: nodeFrom(tokens, token) });
    else {
      next(tokens);
      members.push({ key: token, value: nodeFrom(tokens) });
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
