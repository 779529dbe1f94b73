import type { SigningFacts } from './mistake.ts';
import { MISTAKES } from './mistakes.ts';
import { needsSecret } from './needs-secret.ts';
import { digestOf, rightRecipe, signedSize } from './recipe.ts';
import type { Recipe } from './recipe.ts';

/** What may be spent on searching: each digest is taken from it, before its bytes are made. */
export interface SearchBudget {
  take(bytes: number): boolean;
}

/**
 * What the sender did, mistake by mistake: one that explains the signature, or two together if no single one does. Undefined if
 * nothing fits, or the budget is used up before.
 */
export function findMistakes(
  { signature, parts }: { signature: string; parts: Recipe['parts'] },
  facts: SigningFacts,
  budget: SearchBudget,
): string[] | undefined {
  const wanted = Buffer.from(signature, 'hex');
  const fits = (recipe: Recipe): boolean | undefined =>
    budget.take(signedSize(recipe)) ? digestOf(recipe).equals(wanted) : undefined;
  return search(rightRecipe(parts, facts.apiSecret), facts, fits);
}

type Fits = (recipe: Recipe) => boolean | undefined;

function search(right: Recipe, facts: SigningFacts, fits: Fits): string[] | undefined {
  const firsts: { recipe: Recipe; said: string; index: number }[] = [];
  for (const [index, { attempts, says, isAlone }] of MISTAKES.entries()) {
    for (const { recipe, detail = '' } of attempts(right, facts)) {
      const verdict = fits(recipe);
      if (verdict === undefined) return undefined;
      if (verdict) return [says(detail)];
      if (!isAlone) firsts.push({ recipe, said: says(detail), index });
    }
  }
  for (const { recipe: first, said, index } of firsts) {
    for (const { attempts, says, isAlone } of MISTAKES.slice(index + 1)) {
      if (isAlone) continue;
      for (const { recipe, detail = '' } of attempts(first, facts)) {
        if (!needsSecret(recipe, facts)) continue;
        const verdict = fits(recipe);
        if (verdict === undefined) return undefined;
        if (verdict) return [said, says(detail)];
      }
    }
  }
  return undefined;
}
