import type { Attempt, Mistake } from './mistake.ts';
import { withPart } from './mistake.ts';
import type { Recipe } from './recipe.ts';

/** Another method or path than was sent. */
export const PATH_MISTAKES: readonly Mistake[] = [
  {
    name: 'method_in_lower_case',
    says: () => 'you signed the method in small letters; write it in capitals, as in GET and POST.',
    attempts: (recipe) => [withPart(recipe, 'method', String(recipe.parts.method).toLowerCase())],
  },
  {
    name: 'other_method',
    says: (method) => `you signed the method ${method}; sign the method that the request is sent with.`,
    attempts: (recipe) =>
      ['GET', 'POST', 'PUT']
        .filter((method) => method !== recipe.parts.method)
        .map((method) => ({ ...withPart(recipe, 'method', method), detail: method })),
  },
  {
    name: 'full_url',
    says: () => 'you signed the full address; sign the path with its query alone, from /v1/ on.',
    attempts: (recipe, { origins }) =>
      origins.map((origin) => withPart(recipe, 'path', `${origin}${String(recipe.parts.path)}`)),
  },
  {
    name: 'version_missing',
    says: () => 'you signed the path without /v1; sign all of it, from /v1/ on.',
    attempts: (recipe) =>
      withPaths(recipe, (path) => [path.replace(/^\/v1/, ''), path.replace(/^\/v1\//, '')]),
  },
  {
    name: 'query_missing',
    says: () =>
      'you left out the query; sign the path with the question mark and all that follows, as it is sent.',
    attempts: (recipe) =>
      withPaths(recipe, (path) =>
        path.includes('?') ? [path.replace(/\?.*$/, ''), path.replace('?', '')] : [],
      ),
  },
  {
    name: 'query_written_again',
    says: () =>
      'you signed the query in another spelling or order; sign it byte for byte as it is sent, with its percent signs.',
    attempts: (recipe) => withPaths(recipe, otherQueries),
  },
  {
    name: 'prefix_signed',
    says: (prefix) => `you signed ${prefix}, which stands before the path; sign from /v1/ on.`,
    attempts: (recipe, { prefix }) =>
      prefix === ''
        ? []
        : withPaths(recipe, (path) => [prefix + path]).map((attempt) => ({ ...attempt, detail: prefix })),
  },
  {
    name: 'slash_of_the_path',
    says: () =>
      'you signed the path without its first slash or with one more at its end; sign it just as it is sent, from /v1/ on.',
    attempts: (recipe) => withPaths(recipe, (path) => [path.slice(1), `${path}/`]),
  },
];

function withPaths(recipe: Recipe, others: (path: string) => string[]): Attempt[] {
  return others(String(recipe.parts.path)).map((path) => withPart(recipe, 'path', path));
}

function otherQueries(path: string): string[] {
  const [before = '', query] = path.split(/\?(.*)/s, 2);
  if (query === undefined) return [];
  const pairs = query.split('&');
  const rewritten = new URLSearchParams(query).toString();
  return [
    pairs.toSorted().join('&'),
    pairs.toReversed().join('&'),
    decoded(query),
    decoded(query.replaceAll('+', ' ')),
    rewritten,
    rewritten.replaceAll('+', '%20'),
    encodeURI(query),
  ]
    .filter((other) => other !== query)
    .map((other) => `${before}?${other}`);
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}
