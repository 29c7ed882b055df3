import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimPort, claims, releasePorts } from './claim-port.ts';

/** Beyond the valid range, so it cannot collide with a running stack. */
const port = 70_000 + (process.pid % 10_000);

test('a port can be claimed once until it is released', () => {
  expect(claimPort(port)).toBe(true);
  expect(claimPort(port)).toBe(false);
  releasePorts();
  expect(claimPort(port)).toBe(true);
  releasePorts();
});

test('the claim of an ended process is ignored', () => {
  const file = join(claims, String(port + 1));
  mkdirSync(claims, { recursive: true });
  writeFileSync(file, '999999');
  expect(claimPort(port + 1)).toBe(true);
  releasePorts();
  rmSync(file, { force: true });
});
