import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../src/servers/is-alive.ts';
import { spawnGuarded } from '../src/servers/spawn-guarded.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-guard-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const guarded = join(import.meta.dirname, '..', 'src', 'servers', 'spawn-guarded.ts');

async function until(what: string, probe: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!probe()) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a starter that dies of %s takes what it started along',
  async (signal) => {
    const pidFile = join(directory, `${signal}.pid`);
    const script = join(directory, `${signal}.mts`);
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
     import { spawnGuarded } from ${JSON.stringify(guarded)};
     const logFile = ${JSON.stringify(join(directory, 'child.log'))};
     const child = await spawnGuarded({ command: 'sleep', args: ['60'], logFile });
     writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));
     setInterval(() => {}, 1000);`,
    );
    const starter = spawn(process.execPath, [script], { stdio: 'inherit' });
    const pid = (): number => {
      try {
        return Number(readFileSync(pidFile, 'utf8'));
      } catch {
        return 0;
      }
    };
    await until('the child is there', () => pid() > 0 && isAlive(pid()));
    starter.kill(signal);
    await until('the child is gone', () => !isAlive(pid()));
  },
);

test('a program that does not exist is an error, not a crash', async () => {
  const start = spawnGuarded({
    command: join(directory, 'nothing'),
    args: [],
    logFile: join(directory, 'log'),
  });
  await expect(start).rejects.toThrow('cannot start');
});

test('stopping leaves nothing behind', async () => {
  const child = await spawnGuarded({ command: 'sleep', args: ['60'], logFile: join(directory, 'log') });
  await child.stop();
  expect(isAlive(child.pid)).toBe(false);
  expect(await child.exited).toBe('signal SIGTERM');
});
