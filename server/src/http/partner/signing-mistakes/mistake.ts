import type { Part, Recipe } from './recipe.ts';

/** What is known of a request besides what it signs. */
export interface SigningFacts extends Triple {
  /** Addresses that the client may have called, each without a path, with and without a scheme. */
  origins: readonly string[];
  /** The path that our public address has before /v1/; mostly empty. */
  prefix: string;
  otherTriples: readonly Triple[];
}

/** What belongs together. */
export interface Triple {
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

/** A recipe that a mistake would have led to. */
export interface Attempt {
  recipe: Recipe;
  /** What the sentence names, such as the character that stood between the parts. */
  detail?: string;
}

export interface Mistake {
  name: string;
  /** What was done; then what to do instead. It goes on after "The signature is not valid:". It never holds a secret. */
  says: (detail: string) => string;
  /** Those that take much to write are made one by one, as they are asked for. */
  attempts: (recipe: Recipe, facts: SigningFacts) => Iterable<Attempt>;
  /** It is not looked for beside a second mistake: it has many attempts, or hardly comes with another. */
  isAlone?: boolean;
}

export function withPart(recipe: Recipe, part: Part, value: string | Uint8Array): Attempt {
  return { recipe: { ...recipe, parts: { ...recipe.parts, [part]: value } } };
}

export function withoutPart(recipe: Recipe, without: Part): Attempt {
  return { recipe: { ...recipe, order: recipe.order.filter((part) => part !== without) } };
}
