import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DemoReport {
  ready: true;
  apiUrl: string;
  consoleUrl: string | null;
  portalUrl: string | null;
  shopUrl: string | null;
  databaseUrl: string;
  partner: { apiKey: string; apiSecret: string; hashSecret: string };
  staff: { handle: string; password: string; role: string }[];
  partnerPeople: { email: string; partner: string; password: string; role: string }[];
}

/** After `source .demo/env`, a shell can run the samples of README and the administration commands against the demo. */
export async function writeEnvFile(directory: string, variables: Record<string, string>): Promise<string> {
  const file = join(directory, 'env');
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  return file;
}
