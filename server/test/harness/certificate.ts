import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Node makes keys but no certificates, so this uses openssl, which every system with TLS has. */
export async function makeCertificate(name: string): Promise<{ key: string; certificate: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-certificate-'));
  try {
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const kind = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ];
    const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    await promisify(execFile)('openssl', [
      'req',
      ...kind,
      ...names,
      '-keyout',
      keyFile,
      '-out',
      certificateFile,
    ]);
    return { key: await readFile(keyFile, 'utf8'), certificate: await readFile(certificateFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
