import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@lodging/kit-testing/servers';
import { eventually } from '@lodging/kit-testing';
import { afterAll, expect, test } from 'vitest';
import { supervise } from './supervise.ts';
import type { Supervised } from './supervise.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-supervise-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Watched {
  program: Supervised;
  events: string[];
}

async function watch(name: string, script: string): Promise<Watched> {
  const file = join(directory, `${name}.mjs`);
  writeFileSync(file, script);
  const events: string[] = [];
  const program = await supervise(
    { name, args: [file], env: process.env, cwd: directory, logFile: join(directory, `${name}.log`) },
    {
      onEnd: (_, how, next) => events.push(`ended: ${how}${next === undefined ? ', for good' : ''}`),
      onRestart: () => events.push('runs again'),
    },
  );
  return { program, events };
}

test('a killed process is restarted within two seconds, with a new id', async () => {
  const { program, events } = await watch('sturdy', 'console.log("up"); setInterval(() => {}, 1000);');
  const first = program.pid();
  process.kill(first, 'SIGKILL');
  await eventually('it runs again', () => events.includes('runs again'), { withinMs: 2_000 });
  expect(program.pid()).not.toBe(first);
  expect(events[0]).toBe('ended: signal SIGKILL');
  await program.stop(1_000);
});

test('a stopped process is not restarted', async () => {
  const { program, events } = await watch('obedient', 'setInterval(() => {}, 1000);');
  await program.stop(1_000);
  expect(isAlive(program.pid())).toBe(false);
  expect(events).toEqual([]);
});

test('a process that ignores SIGTERM is killed after the grace period', async () => {
  const script = 'process.on("SIGTERM", () => {}); console.log("deaf"); setInterval(() => {}, 1000);';
  const { program } = await watch('deaf', script);
  await eventually('it is deaf', () => readFileSync(program.logFile, 'utf8').includes('deaf'));
  await program.stop(100);
  expect(isAlive(program.pid())).toBe(false);
});

test('a process with invalid settings is not restarted', async () => {
  const { program, events } = await watch('misled', 'process.exit(78);');
  await eventually('it gave up', () => program.gaveUp());
  expect(events).toEqual(['ended: exit code 78, for good']);
  await program.stop(0);
});

test('a successor runs beside its predecessor, which is not restarted when it ends', async () => {
  const { program, events } = await watch('heir', 'setInterval(() => {}, 1000);');
  const first = program.pid();
  await program.startSuccessor({ WHO: 'second' });
  const second = program.pid();
  expect([isAlive(first), isAlive(second)]).toEqual([true, true]);
  process.kill(first, 'SIGTERM');
  await eventually('the predecessor is gone', () => !isAlive(first));
  process.kill(second, 'SIGKILL');
  await eventually('the successor runs again', () => events.includes('runs again'));
  expect(events.filter((event) => event.startsWith('ended'))).toEqual(['ended: signal SIGKILL']);
  await program.stop(1_000);
});

test('a stop ends running predecessors too', async () => {
  const { program } = await watch('clan', 'setInterval(() => {}, 1000);');
  const first = program.pid();
  await program.startSuccessor({});
  await program.stop(1_000);
  expect([isAlive(first), isAlive(program.pid())]).toEqual([false, false]);
});
