import { expect, inject, it } from 'vitest';
import { runFuzz } from '../fuzz/run-fuzz.ts';

it('answers hostile requests within the contract, and changes nothing for those that it refuses', async () => {
  const report = await runFuzz(inject('demo'), { seed: 20_271_103, seconds: 12 });
  expect(report.findings).toEqual([]);
  expect(report.requests).toBeGreaterThan(report.operations);
});
