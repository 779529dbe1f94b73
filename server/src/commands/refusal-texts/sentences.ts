/** A sentence or two for every code of a list, made from its details: first what is wrong, then what to do. */
export type Sentences<Refusals> = { readonly [Code in keyof Refusals]: (details: Refusals[Code]) => string };
