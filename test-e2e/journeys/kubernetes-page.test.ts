import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const demo = inject('demo');
let directory: string;
let page: string;

beforeAll(async () => {
  page = await readFile(join(root, 'deploy', 'kubernetes', 'README.md'), 'utf8');
  directory = await mkdtemp(join(tmpdir(), 'lodging-page-'));
  // It forwards nothing, because the admin API is here, and reads the one secret that the page asks it for.
  const token = Buffer.from(demo.adminToken).toString('base64');
  const kubectl = join(directory, 'kubectl');
  await writeFile(kubectl, `#!/bin/sh\ncase "$*" in *"get secret gateway"*) printf %s ${token};; esac\n`);
  await chmod(kubectl, 0o755);
});
afterAll(() => rm(directory, { recursive: true }));

/** The first block below a step, with the placeholders that its reader replaces. */
function blockOf(step: string, replaced: Readonly<Record<string, string>>): string {
  const [, below = ''] = page.split(step);
  const block = /```sh\n([\s\S]*?)```/.exec(below)?.[1] ?? '';
  return Object.entries(replaced).reduce((text, [placeholder, value]) => {
    expect(text).toContain(placeholder);
    return text.replaceAll(placeholder, value);
  }, block);
}

async function paste(commands: string): Promise<string> {
  const env = { ...process.env, PATH: `${directory}:${process.env['PATH']}` };
  const args = ['-euo', 'pipefail', '-c', commands];
  return (await promisify(execFile)('bash', args, { cwd: join(root, 'deploy/kubernetes'), env })).stdout;
}

it('leads from the first tenant to a confirmed booking, as it stands on the page of Kubernetes', async () => {
  const began = performance.now();
  const issued = await paste(
    blockOf('**6. The first tenant.**', {
      'http://127.0.0.1:8081': demo.adminUrl,
      'npm run lodging --': 'node_modules/.bin/lodging',
      seeblick: `seeblick-${randomUUID().slice(0, 8)}`,
      'acct_…': 'acct_1PgafTB7xXfG',
    }),
  );
  const key = /sk_live_\w+/.exec(issued)?.[0] ?? '';
  const tenant = performance.now();
  const booked = await paste(
    blockOf('**7. The first booking**', { 'https://api.lodging.example': demo.gatewayUrl, 'sk_live_…': key }),
  );
  expect(booked).toContain('"state":"confirmed"');
  const [first, second] = [tenant - began, performance.now() - tenant].map((ms) => (ms / 1000).toFixed(1));
  process.stdout.write(`The page of Kubernetes: step 6 took ${first} s, step 7 ${second} s.\n`);
});
