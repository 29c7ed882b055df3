import { run } from '@lodging/cli';
import type { CliDeps } from '@lodging/cli';
import { describe, expect, it } from 'vitest';
import { runbooks } from './read-runbooks.ts';

/** A line as a person types it: words, and quoted ones among them. */
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
    // With arguments it is something to type; a bare name is only spoken of.
    [...text.matchAll(/`(lodging [^`]+ [^`]+)`/g)].map(([, line]) => ({ page, line: line ?? '' })),
  ),
]);

/** Nobody answers at its address, so that a command line is read and nothing is done. */
function lonelyWorld(notes: string[]): CliDeps {
  return {
    env: { LODGING_ADMIN_URL: 'http://127.0.0.1:1', LODGING_ADMIN_TOKEN: 'adm_nobody' },
    cwd: '/',
    output: {
      result: (text) => notes.push(text),
      note: (text) => notes.push(text),
      style: (_, text) => text,
    },
    terminal: {
      isInteractive: true,
      readStdin: () => Promise.resolve(''),
      ask: () => Promise.resolve('yes'),
      askSecret: () => Promise.resolve('a-long-enough-password'),
    },
    now: () => Temporal.Instant.from('2027-01-01T00:00:00Z'),
  };
}

const USAGE = 2;

async function wrongUsage(line: string): Promise<string[]> {
  const notes: string[] = [];
  const code = await run([...wordsOf(line).slice(1), '--yes', '--timeout', '1'], lonelyWorld(notes));
  return code === USAGE ? [`${line}: ${notes.join(' ')}`] : [];
}

describe('commands of the runbooks', () => {
  it('are there', () => {
    expect(lines.length).toBeGreaterThan(50);
  });

  it('are such as the command line understands, with their arguments and options', async () => {
    const typed = [...new Set(lines.map(({ line }) => line))];
    expect((await Promise.all(typed.map(wrongUsage))).flat()).toEqual([]);
  });

  it.each(['lodging dead-letter list', 'lodging feeds sync', 'lodging keys list seeblick --everything'])(
    'would be found out: %s',
    async (line) => {
      expect(await wrongUsage(line)).toHaveLength(1);
    },
  );
});
