import { readFileSync } from 'node:fs';

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
