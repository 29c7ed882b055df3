import { defineConfig } from 'vitest/config';

const elsewhere = ['**/node_modules/**', '**/import-rule-fixtures/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{packages,services,deploy}/**/*.test.ts',
            'test-e2e/faults/*/**/*.test.ts',
            'test-e2e/benchmarks/*.test.ts',
          ],
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
    ],
  },
});
