import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { TEST_KEY } from './start-emulator.ts';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('the program', () => {
  it('starts both servers, and exits with 0 on SIGTERM', async () => {
    const env = {
      STRIPE_SECRET_KEYS: TEST_KEY,
      STRIPE_EMULATOR_PORT: '0',
      MAIL_SMTP_PORT: '0',
      MAIL_HTTP_PORT: '0',
    };
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ready = JSON.parse(String(line)) as { payment: string; mail: string };
    expect((await fetch(`${ready.payment}/readyz`)).status).toBe(200);
    expect((await fetch(`${ready.mail}/readyz`)).status).toBe(200);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('names every invalid setting', async () => {
    const env = {
      STRIPE_EMULATOR_PORT: 'x',
      MAIL_HTTP_PORT: '99999',
      STRIPE_WEBHOOK_URL: 'http://127.0.0.1:1/',
    };
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(1);
    for (const name of [
      'STRIPE_EMULATOR_PORT',
      'MAIL_HTTP_PORT',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_SECRET_KEYS',
    ]) {
      expect(output).toContain(name);
    }
  });
});
