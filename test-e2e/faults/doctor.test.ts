import { afterAll, beforeAll, expect, it } from 'vitest';
import { lodging, lodgingJson } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging, type Lodging } from '../harness/lodging.ts';
import { loseStandby, returnStandby } from '../harness/standby.ts';

let copy: Lodging;
beforeAll(async () => {
  copy = await startLodging();
});
afterAll(() => copy.stop());

it('names a stopped service, and the incomplete lists, until it continues', async () => {
  const { pid } = copy.demo.services['channels'] ?? { pid: 0 };
  process.kill(pid, 'SIGSTOP');
  try {
    const ill = await lodging(copy.home, ['doctor']);
    expect(ill.code, ill.out).toBe(1);
    expect(ill.out).toMatch(/^FAIL +service channels +channels is unreachable/m);
    expect(ill.out).toMatch(/^ok +service payments/m);
    const list = await lodging(copy.home, ['dead-letters', 'list']);
    expect(list).toMatchObject({
      code: 0,
      notes: expect.stringContaining('channels is missing from this result'),
    });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await eventually('all is well again', async () => (await lodging(copy.home, ['doctor'])).code === 0, {
    withinMs: 30_000,
    everyMs: 500,
  });
  const { unreachable } = await lodgingJson<{ unreachable: unknown[] }>(copy.home, ['outbox']);
  expect(unreachable).toEqual([]);
});

it('names a database that answers reads and cannot commit, until its standby is back', async () => {
  await loseStandby(copy.demo);
  try {
    const ill = await eventually('the doctor sees it', async () => {
      const run = await lodging(copy.home, ['doctor']);
      return run.code === 1 && run;
    });
    expect(ill.out).toMatch(/^FAIL +service reservations +reservations cannot commit to its database/m);
  } finally {
    await returnStandby(copy.demo);
  }
  await eventually('all is well again', async () => (await lodging(copy.home, ['doctor'])).code === 0, {
    withinMs: 30_000,
    everyMs: 500,
  });
});
