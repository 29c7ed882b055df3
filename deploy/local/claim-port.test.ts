// Guards that two copies which start at the same time never take the same port.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimPort, claims, releasePorts } from './claim-port.ts';

/** No port has such a number, so no running copy is in the way. */
const port = 70_000 + (process.pid % 10_000);

test('a port is claimed once, until it is given back', () => {
  expect(claimPort(port)).toBe(true);
  expect(claimPort(port)).toBe(false);
  releasePorts();
  expect(claimPort(port)).toBe(true);
  releasePorts();
});

test('the claim of a process that is gone counts for nothing', () => {
  const file = join(claims, String(port + 1));
  mkdirSync(claims, { recursive: true });
  writeFileSync(file, '999999');
  expect(claimPort(port + 1)).toBe(true);
  releasePorts();
  rmSync(file, { force: true });
});
