// Owns the lanes of the tests: unit (no I/O), int (real servers of this run), e2e (the whole product through HTTP).

import { defineConfig } from 'vitest/config';

const elsewhere = ['**/node_modules/**', '**/law-fixtures/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,services,deploy}/**/*.test.ts'],
          exclude: [...elsewhere, '**/*.int.test.ts'],
        },
      },
      {
        test: {
          name: 'int',
          include: ['{packages,services,deploy}/**/*.int.test.ts'],
          exclude: elsewhere,
          globalSetup: ['packages/kit/testing/src/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test-e2e/**/*.test.ts'],
          exclude: elsewhere,
          // One product, so one file at a time: faults of one journey must not show in another.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
