import { defineConfig } from 'vitest/config';
import { LONG_JOURNEYS, LONGEST_JOURNEYS, UNDISTURBED_JOURNEYS } from './harness/long-journeys.ts';
import { longestFirst } from './harness/longest-first.ts';

const each = {
  root: import.meta.dirname,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // A page that is opened on a busy machine takes seconds.
  expect: { poll: { timeout: 25_000 } },
};
const onOneStack = { ...each, globalSetup: ['./harness/global-setup.ts'], maxWorkers: 2 };

export default defineConfig({
  test: {
    sequence: { sequencer: longestFirst({ first: LONGEST_JOURNEYS }) },
    projects: [
      {
        test: {
          ...onOneStack,
          name: 'e2e',
          include: ['journeys/**/*.test.ts'],
          exclude: LONG_JOURNEYS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...onOneStack,
          name: 'long',
          include: [...LONG_JOURNEYS, 'faults/*.test.ts'],
          exclude: UNDISTURBED_JOURNEYS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...each,
          name: 'alone',
          include: UNDISTURBED_JOURNEYS,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
