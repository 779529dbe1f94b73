/** The environment as texts and as values: one rule for each kind, and a sentence for each mistake. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export type Env = Readonly<Record<string, string | undefined>>;

/** A configuration mistake. Its text is for the person who starts the process, so it is shown without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** A value from NAME, or from the file that NAME_FILE names, because container platforms hand out secrets as files. */
export function textOf(env: Env, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  const text = file === undefined || file === '' ? env[name] : readTextFile(`${name}_FILE`, file);
  return text === '' ? undefined : text;
}

function readTextFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${name} names a file that cannot be read: ${file}`, { cause: error });
  }
}

export function read<T>(env: Env, name: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(textOf(env, name));
  if (result.success) return result.data;
  throw new ConfigError(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}`);
}

export function readWhole(env: Env, name: string, fallback: number, min: number, max: number): number {
  return read(env, name, z.coerce.number().int().min(min).max(max).default(fallback));
}

export function required(env: Env, name: string, hint: string): string {
  const text = textOf(env, name);
  if (text === undefined) throw new ConfigError(`${name} is not set. ${hint}`);
  return text;
}

export const ENVIRONMENTS = ['development', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Production is what strict rules hold for, so it is what a process is that was told nothing. */
export function readEnvironment(env: Env): Environment {
  return read(env, 'VEZNE_ENV', z.enum(ENVIRONMENTS).default('production'));
}
