import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vitest would leave one processor free: of two, that is half.
const processors = availableParallelism();

/** A process for each file would load the same packages hundreds of times. */
const oneProcess = { isolate: false, setupFiles: ['packages/kit/testing/src/each-file.ts'] };

const elsewhere = ['**/node_modules/**', '**/import-rule-fixtures/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...oneProcess,
          name: 'unit',
          include: [
            '{packages,services,deploy}/**/*.test.ts',
            'test-e2e/faults/*/**/*.test.ts',
            'test-e2e/benchmarks/*.test.ts',
          ],
          exclude: [...elsewhere, '**/*.int.test.ts'],
          testTimeout: 30_000,
          maxWorkers: processors,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...oneProcess,
          name: 'int',
          include: ['{packages,services,deploy}/**/*.int.test.ts'],
          exclude: elsewhere,
          globalSetup: ['packages/kit/testing/src/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A file waits for servers and timers half of the time: three keep two processors busy.
          maxWorkers: Math.max(3, processors - 1),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
