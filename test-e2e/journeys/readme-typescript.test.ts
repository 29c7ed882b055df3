import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { blocksOf, repository } from '../harness/examples.ts';

/** Each run cancels what it has booked. */
const RUNS = 10;

it(
  'the TypeScript on the client’s page books and cancels, ten times in a row',
  { timeout: 180_000 },
  async () => {
    const [program = ''] = await blocksOf('packages/client/README.md', 'typescript');
    const env = { ...process.env, LODGING_HOME: inject('home') };
    for (let count = 1; count <= RUNS; count += 1) {
      const running = promisify(execFile)(process.execPath, ['--input-type=module-typescript'], {
        cwd: repository,
        env,
      });
      running.child.stdin?.end(program);
      const { stdout } = await running;
      const lines = stdout.trim().split('\n');
      expect(lines, `run ${count}`).toEqual(['free', expect.stringMatching(/\d/), 'confirmed', 'cancelled']);
    }
  },
);
