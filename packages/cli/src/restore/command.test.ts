// Guarantees of what the restore needs, before it runs anything.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import type { CommandResult } from '../../test/run-command.ts';
import { exitCodes } from '../exit-codes.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const TO = '2026-12-31T23:00:00Z';
const ran: string[] = [];

/** A cluster without any object. */
const programs = {
  run: (_: string, args: readonly string[]) => {
    ran.push(args.join(' '));
    const isList = args.includes('get') && !args.includes('--ignore-not-found');
    return Promise.resolve({ code: 0, out: isList ? '{"items":[]}' : '', notes: '' });
  },
  start: () => Promise.reject(new Error('nothing is started')),
};

function restore(cwd: string, ...args: string[]): Promise<CommandResult> {
  ran.length = 0;
  return runCommand(['restore', ...args], { cwd, programs });
}

it('runs in a checkout of the release alone', async () => {
  const { code, notes } = await restore('/', '--to', TO, '--context', 'x', '--yes');
  expect([code, ran]).toEqual([exitCodes.failed, []]);
  expect(notes).toContain('run it in a checkout of the release that is deployed');
});

it.each([
  ['a restore time', ['--context', 'x', '--yes'], /pass --to/],
  ['a timestamp', ['--to', 'yesterday', '--context', 'x', '--yes'], /not a timestamp/],
])('needs %s', async (_, args, why) => {
  const { code, notes } = await restore(root, ...args);
  expect([code, ran]).toEqual([exitCodes.usage, []]);
  expect(notes).toMatch(why);
});

it('only reads where it refuses, and asks for nothing then', async () => {
  const { code, notes } = await restore(root, '--to', TO, '--context', 'x', '--yes');
  expect(code).toBe(exitCodes.failed);
  expect(notes).toMatch(/^Refused; nothing was changed\.\n/);
  expect(ran.filter((line) => !/ (get|kustomize) /.test(line))).toEqual([]);
  expect(ran.every((line) => line.startsWith('--context x --namespace lodging '))).toBe(true);
});
