import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Files of a certificate authority, and of a certificate for 127.0.0.1 and its key. They are removed with the test. */
export interface Certificates {
  authority: string;
  certificate: string;
  key: string;
}

/** Makes a private certificate authority, and a certificate that it has signed. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-tls-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Test authority');
  openssl('req', ...newKey, '-keyout', 'redis.key', '-out', 'redis.csr', '-subj', '/CN=redis');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1\n');
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'redis.csr', ...signed, '-out', 'redis.crt');
  return {
    authority: join(folder, 'ca.crt'),
    certificate: join(folder, 'redis.crt'),
    key: join(folder, 'redis.key'),
  };
}
