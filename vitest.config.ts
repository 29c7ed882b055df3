import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LONG_FILES, LONGEST_FILES } from './deploy/local/testing/long-tests.ts';
import { longestFirst } from './test-e2e/harness/longest-first.ts';

// Vitest would leave one processor free: of two, that is half.
const processors = availableParallelism();

/** A process for each file would load the same packages hundreds of times. */
const oneProcess = { isolate: false, setupFiles: ['packages/kit/testing/src/each-file.ts'] };

const elsewhere = ['**/node_modules/**', '**/import-rule-fixtures/**'];

const onServers = {
  ...oneProcess,
  globalSetup: ['packages/kit/testing/src/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A page that is opened on a busy machine takes seconds.
  expect: { poll: { timeout: 20_000 } },
};
// A file waits for servers and timers half of the time: three keep two processors busy.
const filesAtOnce = Math.max(3, processors - 1);
const WITH_A_BROWSER = /\/packages\/(?:console|widget)\//;

export default defineConfig({
  test: {
    sequence: { sequencer: longestFirst({ first: LONGEST_FILES, spread: WITH_A_BROWSER }) },
    projects: [
      {
        test: {
          ...oneProcess,
          name: 'unit',
          include: [
            '{packages,services,deploy}/**/*.test.ts',
            'test-e2e/faults/*/**/*.test.ts',
            'test-e2e/benchmarks/**/*.test.ts',
            'test-e2e/harness/*.test.ts',
          ],
          exclude: [...elsewhere, '**/*.int.test.ts'],
          testTimeout: 30_000,
          maxWorkers: processors,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...onServers,
          name: 'int',
          include: ['{packages,services,deploy}/**/*.int.test.ts'],
          exclude: [...elsewhere, ...LONG_FILES, '**/*.alone.int.test.ts'],
          maxWorkers: filesAtOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onServers,
          name: 'long',
          include: LONG_FILES,
          exclude: elsewhere,
          maxWorkers: filesAtOnce,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // What a process does under all the load that it may have: other files would be part of that load.
        test: {
          ...onServers,
          name: 'alone',
          include: ['{packages,services,deploy}/**/*.alone.int.test.ts'],
          exclude: elsewhere,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
