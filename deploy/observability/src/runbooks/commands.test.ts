import { run } from '@lodging/cli';
import type { CliDeps } from '@lodging/cli';
import { describe, expect, it } from 'vitest';
import { runbooks } from './read-runbooks.ts';

/** The arguments of a line, with quotes as in a shell. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

const lines = runbooks().flatMap(({ page, blocks, prose }) => [
  ...blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.startsWith('lodging '))
    .map((line) => ({ page, line })),
  ...[...prose.values()].flatMap((text) =>
    // A command with arguments; a bare name is only mentioned.
    [...text.matchAll(/`(lodging [^`]+ [^`]+)`/g)].map(([, line]) => ({ page, line: line ?? '' })),
  ),
]);

/** Nothing listens at its address, so a valid command line fails with another exit code than a wrong one. */
function depsWithoutServer(notes: string[]): CliDeps {
  return {
    env: { LODGING_ADMIN_URL: 'http://127.0.0.1:1', LODGING_ADMIN_TOKEN: 'adm_unknown' },
    cwd: '/',
    output: {
      result: (text) => notes.push(text),
      note: (text) => notes.push(text),
      style: (_, text) => text,
    },
    terminal: {
      isInteractive: true,
      readStdin: () => Promise.resolve(''),
      prompt: () => Promise.resolve('yes'),
      promptSecret: () => Promise.resolve('a-long-enough-password'),
    },
    programs: {
      run: () => Promise.reject(new Error('nothing is run')),
      start: () => Promise.reject(new Error('nothing is run')),
    },
    now: () => Temporal.Instant.from('2027-01-01T00:00:00Z'),
  };
}

const USAGE = 2;

async function wrongUsage(line: string): Promise<string[]> {
  const notes: string[] = [];
  const code = await run([...wordsOf(line).slice(1), '--yes', '--timeout', '1'], depsWithoutServer(notes));
  return code === USAGE ? [`${line}: ${notes.join(' ')}`] : [];
}

describe('commands of the runbooks', () => {
  it('are found', () => {
    expect(lines.length).toBeGreaterThan(50);
  });

  it('are accepted by the command line, with their arguments and options', async () => {
    const typed = [...new Set(lines.map(({ line }) => line))];
    expect((await Promise.all(typed.map(wrongUsage))).flat()).toEqual([]);
  });

  it.each(['lodging dead-letter list', 'lodging feeds sync', 'lodging keys list seeblick --everything'])(
    'a wrong one is reported: %s',
    async (line) => {
      expect(await wrongUsage(line)).toHaveLength(1);
    },
  );
});
